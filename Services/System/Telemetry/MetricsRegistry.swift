import Synchronization

/// The metrics of one process. Registering takes a lock and is done once. Counting is an atomic addition; a metric with
/// labels needs a short look-up before, which `series(_:)` saves.
///
/// Names follow Prometheus: `docket_http_requests_total`, base units (seconds, bytes), counters end in `_total`.
public final class MetricsRegistry: Sendable {
    private let families = Mutex<[String: any MetricFamily]>([:])

    public init() {}

    /// Registers a counter, or returns the existing one of the name.
    /// - Precondition: the name and labels are valid Prometheus names, and one name has one kind and one set of labels.
    public func counter(_ name: String, _ help: String, labels: [String] = []) -> Counter {
        register(name) { Counter(MetricDescription(name: name, help: help, kind: .counter, labels: labels)) }
    }

    /// Registers a counter by one label with any number of values, or returns the existing one. The `busiest` values have
    /// a series each, all others share one.
    public func counter(_ name: String, _ help: String, labels: [String], busiest: Int) -> BusiestCounter {
        register(name) {
            BusiestCounter(MetricDescription(name: name, help: help, kind: .counter, labels: labels), named: busiest)
        }
    }

    /// Registers a gauge, or returns the existing one of the name.
    public func gauge(_ name: String, _ help: String, labels: [String] = []) -> Gauge {
        register(name) { Gauge(MetricDescription(name: name, help: help, kind: .gauge, labels: labels)) }
    }

    /// Registers a histogram, or returns the existing one of the name. Its buckets are upper bounds, ascending, without
    /// infinity.
    public func histogram(
        _ name: String, _ help: String, labels: [String] = [], buckets: [Double] = Histogram.secondsBuckets
    ) -> Histogram {
        register(name) {
            Histogram(MetricDescription(name: name, help: help, kind: .histogram, labels: labels), buckets: buckets)
        }
    }

    /// Registers a value that is read on each scrape; replaces an existing one of the name. `read` must not block.
    public func observe(
        _ name: String, _ help: String, kind: ObservedKind = .gauge, read: @escaping @Sendable () -> Double
    ) {
        let description = MetricDescription(name: name, help: help, kind: kind == .gauge ? .gauge : .counter, labels: [])
        families.withLock { $0[name] = ObservedValue(description: description, read: read) }
    }

    /// Registers values that are read on each scrape, one for each set of label values. Several sources may share a name;
    /// each replaces its own earlier registration of the same `source`. `read` must not block.
    public func observe(
        _ name: String, _ help: String, labels: [String], source: String,
        read: @escaping @Sendable () -> [(values: [String], value: Double)]
    ) {
        register(name) { ObservedSeries(MetricDescription(name: name, help: help, kind: .gauge, labels: labels)) }
            .set(source, read)
    }

    /// The metrics in text exposition format 0.0.4, families by name. Serve them as `text/plain; version=0.0.4;
    /// charset=utf-8`.
    public func renderPrometheus() -> String {
        let snapshot = families.withLock { $0.values.sorted { $0.description.name < $1.description.name } }
        var text = PrometheusText()
        for family in snapshot {
            text.begin(family.description)
            family.render(into: &text)
        }
        return text.text
    }

    private func register<Family: MetricFamily>(_ name: String, _ make: () -> Family) -> Family {
        let wanted = make()
        return families.withLock { families in
            guard let existing = families[name] else {
                families[name] = wanted
                return wanted
            }
            guard let same = existing as? Family, same.description.labels == wanted.description.labels else {
                preconditionFailure("metric \(name) is registered twice with different kinds or labels")
            }
            return same
        }
    }
}

/// The kind of a value that is read on each scrape.
public enum ObservedKind: Sendable {
    case gauge
    /// Only ever grows.
    case counter
}

/// The common part of all metrics: a description, and rendering as text.
protocol MetricFamily: Sendable {
    var description: MetricDescription { get }
    func render(into text: inout PrometheusText)
}

private struct ObservedValue: MetricFamily {
    let description: MetricDescription
    let read: @Sendable () -> Double

    func render(into text: inout PrometheusText) {
        text.sample(description.name, labels: [], values: [], value: read())
    }
}
