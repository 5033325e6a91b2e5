/// A number that goes up and down: connections open, items in flight.
public final class Gauge: MetricFamily {
    let description: MetricDescription
    private let labelled: LabelledSeries<Series>
    private let unlabelled: Series?

    init(_ description: MetricDescription) {
        self.description = description
        labelled = LabelledSeries(description) { Series() }
        unlabelled = description.labels.isEmpty ? labelled.series([]) : nil
    }

    /// The series of one set of label values; keep it where it changes often.
    public final class Series: Sendable {
        private let number = AtomicDouble()

        public func set(_ value: Double) { number.set(value) }
        public func add(_ amount: Double) { number.add(amount) }
        public var value: Double { number.value }
    }

    public func series(_ values: [String] = []) -> Series { unlabelled ?? labelled.series(values) }

    public func set(_ value: Double, _ values: [String] = []) { series(values).set(value) }

    func render(into text: inout PrometheusText) {
        for (values, series) in labelled.sorted {
            text.sample(description.name, labels: description.labels, values: values, value: series.value)
        }
    }
}
