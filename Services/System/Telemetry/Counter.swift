/// A number that only grows: requests served, bytes written.
public final class Counter: MetricFamily {
    let description: MetricDescription
    private let labelled: LabelledSeries<Series>
    private let unlabelled: Series?

    init(_ description: MetricDescription) {
        self.description = description
        labelled = LabelledSeries(description) { Series() }
        unlabelled = description.labels.isEmpty ? labelled.series([]) : nil
    }

    /// The series of one set of label values; keep it where counting is frequent.
    public final class Series: Sendable {
        private let number = AtomicDouble()

        /// - Precondition: `amount` is not negative.
        public func increment(by amount: Double = 1) {
            precondition(amount >= 0, "a counter only grows")
            number.add(amount)
        }

        public var value: Double { number.value }
    }

    public func series(_ values: [String] = []) -> Series { unlabelled ?? labelled.series(values) }

    /// Takes one value for each label, in the order of registration.
    public func increment(by amount: Double = 1, _ values: [String] = []) { series(values).increment(by: amount) }

    public func value(_ values: [String] = []) -> Double { series(values).value }

    func render(into text: inout PrometheusText) {
        for (values, series) in labelled.sorted {
            text.sample(description.name, labels: description.labels, values: values, value: series.value)
        }
    }
}
