import Synchronization

/// A counter by a label with any number of values: the busiest values have their own series, all others share `other`.
public final class BusiestCounter: MetricFamily {
    let description: MetricDescription
    private let keys: Mutex<BusiestKeys>

    init(_ description: MetricDescription, named: Int) {
        precondition(description.labels.count == 1, "\(description.name) is counted by one label")
        self.description = description
        keys = Mutex(BusiestKeys(named: named))
    }

    /// - Precondition: `amount` is not negative.
    public func increment(_ value: String, by amount: Double = 1) {
        precondition(amount >= 0, "a counter only grows")
        keys.withLock { $0.add(value, amount) }
    }

    func render(into text: inout PrometheusText) {
        for (key, count) in keys.withLock({ $0.read() }) {
            text.sample(description.name, labels: description.labels, values: [key], value: count)
        }
    }
}
