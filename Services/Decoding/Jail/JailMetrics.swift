public import Telemetry

/// The metrics of the jail.
public struct JailMetrics: Sendable {
    private let children: Counter
    private let memory: Histogram
    private let processor: Histogram

    public init(_ registry: MetricsRegistry) {
        children = registry.counter(
            "docket_jail_children_total",
            "Processes forked for documents, by how they ended: answered, or killed or failed for a cause",
            labels: ["job", "end"])
        memory = registry.histogram(
            "docket_jail_child_peak_memory_bytes", "The most memory that a child held, libraries included", labels: ["job"],
            buckets: [8, 16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048].map { $0 * 1_048_576 })
        processor = registry.histogram(
            "docket_jail_child_processor_seconds", "Processor time that a child used", labels: ["job"])
    }

    func count(_ report: JobReport, of kind: String) {
        children.increment([kind, report.end])
        guard let usage = report.usage else { return }
        memory.observe(Double(usage.peakMemory), [kind])
        processor.observe(.microseconds(usage.processorMicroseconds), [kind])
    }
}
