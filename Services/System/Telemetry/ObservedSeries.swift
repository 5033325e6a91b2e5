import Synchronization

/// Values that are read on each scrape, under labels that can change. The number of series is bounded, as of all metrics.
final class ObservedSeries: MetricFamily {
    typealias Read = @Sendable () -> [(values: [String], value: Double)]

    private static let maximum = 1_000

    let description: MetricDescription
    private let sources = Mutex<[String: Read]>([:])

    init(_ description: MetricDescription) { self.description = description }

    func set(_ source: String, _ read: @escaping Read) { sources.withLock { $0[source] = read } }

    func render(into text: inout PrometheusText) {
        let reads = sources.withLock { $0.sorted { $0.key < $1.key } }
        let series = reads.flatMap { $0.value() }.sorted { $0.values.lexicographicallyPrecedes($1.values) }
        for (values, value) in series.prefix(Self.maximum) {
            text.sample(description.name, labels: description.labels, values: values, value: value)
        }
    }
}
