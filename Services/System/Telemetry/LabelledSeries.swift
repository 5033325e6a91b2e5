import Synchronization

/// The series of one metric by their label values. Bounded: beyond `maximum` different sets of values, new ones are
/// counted together under `overflow`, so that a hostile label cannot fill the memory.
final class LabelledSeries<Series: AnyObject & Sendable>: Sendable {
    private static var maximum: Int { 1_000 }
    private static var overflow: String { "overflow" }

    private let labels: [String]
    private let name: String
    private let make: @Sendable () -> Series
    private let byValues: Mutex<[[String]: Series]>

    init(_ description: MetricDescription, make: @escaping @Sendable () -> Series) {
        name = description.name
        labels = description.labels
        self.make = make
        // Without labels there is exactly one series, and it shows from the start.
        byValues = Mutex(description.labels.isEmpty ? [[]: make()] : [:])
    }

    func series(_ values: [String]) -> Series {
        precondition(values.count == labels.count, "metric \(name) wants \(labels.count) label values, got \(values.count)")
        return byValues.withLock { series in
            if let existing = series[values] { return existing }
            let key = series.count < Self.maximum ? values : labels.map { _ in Self.overflow }
            if let existing = series[key] { return existing }
            let new = make()
            series[key] = new
            return new
        }
    }

    /// All series in the order of their label values.
    var sorted: [(values: [String], series: Series)] {
        byValues.withLock { $0.map { ($0.key, $0.value) } }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
    }
}

/// A number that several threads add to, stored as the bits of a Double: Prometheus has no other type.
final class AtomicDouble: Sendable {
    private let bits: Atomic<UInt64>

    init(_ value: Double = 0) { bits = Atomic(value.bitPattern) }

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func add(_ amount: Double) {
        var current = bits.load(ordering: .relaxed)
        while true {
            let next = (Double(bitPattern: current) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: current, desired: next, ordering: .relaxed)
            if exchanged { return }
            current = original
        }
    }
}
