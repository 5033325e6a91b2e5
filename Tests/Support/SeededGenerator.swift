/// A small generator (SplitMix64) whose numbers follow from its seed alone.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A generator of its own, so that what one part draws does not change what another one does.
    public mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }

    /// Below `limit`.
    public mutating func number(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    /// From 0 to 1.
    public mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    public mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    /// In whole microseconds.
    public mutating func duration(_ range: ClosedRange<Duration>) -> Duration {
        let (low, high) = (Self.microseconds(range.lowerBound), Self.microseconds(range.upperBound))
        return .microseconds(low + Int64(next() % UInt64(high - low + 1)))
    }

    public mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(below: elements.count)]
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    }
}
