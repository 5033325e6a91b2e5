import Synchronization

/// The distribution of a measured quantity: the counts below each bound, and the sum.
public final class Histogram: MetricFamily {
    /// From a millisecond to a minute, for durations in seconds.
    public static let secondsBuckets: [Double] = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]

    let description: MetricDescription
    private let labelled: LabelledSeries<Series>
    private let unlabelled: Series?

    init(_ description: MetricDescription, buckets: [Double]) {
        precondition(
            zip(buckets, buckets.dropFirst()).allSatisfy { $0 < $1 } && buckets.allSatisfy(\.isFinite),
            "the buckets of \(description.name) must ascend and be finite")
        self.description = description
        labelled = LabelledSeries(description) { Series(bounds: buckets) }
        unlabelled = description.labels.isEmpty ? labelled.series([]) : nil
    }

    /// The series of one set of label values; keep it where observing is frequent.
    public final class Series: Sendable {
        fileprivate let bounds: [Double]
        /// One more than there are bounds: the last has no upper bound.
        private let counts: [Count]
        private let total = AtomicDouble()

        private final class Count: Sendable { let number = Atomic<UInt64>(0) }

        fileprivate init(bounds: [Double]) {
            self.bounds = bounds
            counts = (0...bounds.count).map { _ in Count() }
        }

        /// A value that is not a number is ignored: it would make the sum invalid for ever.
        public func observe(_ value: Double) {
            guard !value.isNaN else { return }
            let index = bounds.firstIndex { value <= $0 } ?? bounds.count
            counts[index].number.add(1, ordering: .relaxed)
            total.add(value)
        }

        /// A duration, in seconds.
        public func observe(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            observe(Double(seconds) + Double(attoseconds) / 1e18)
        }

        public var count: UInt64 { cumulativeCounts.last ?? 0 }
        public var sum: Double { total.value }

        fileprivate var cumulativeCounts: [UInt64] {
            var running: UInt64 = 0
            return counts.map { count in
                running += count.number.load(ordering: .relaxed)
                return running
            }
        }
    }

    public func series(_ values: [String] = []) -> Series { unlabelled ?? labelled.series(values) }

    public func observe(_ value: Double, _ values: [String] = []) { series(values).observe(value) }
    public func observe(_ duration: Duration, _ values: [String] = []) { series(values).observe(duration) }

    func render(into text: inout PrometheusText) {
        let name = description.name
        for (values, series) in labelled.sorted {
            let cumulative = series.cumulativeCounts
            let bounds = series.bounds + [.infinity]
            for (bound, count) in zip(bounds, cumulative) {
                text.sample(
                    "\(name)_bucket", labels: description.labels + ["le"], values: values + [PrometheusText.number(bound)],
                    value: Double(count))
            }
            text.sample("\(name)_sum", labels: description.labels, values: values, value: series.sum)
            text.sample("\(name)_count", labels: description.labels, values: values, value: Double(cumulative.last ?? 0))
        }
    }
}
