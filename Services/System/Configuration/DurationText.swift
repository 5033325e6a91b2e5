/// Durations as people write them: whole numbers with units, the largest unit first.
enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// Nil for a missing or unknown unit, a unit twice or out of order, a sign, or more milliseconds than 64 bits hold.
    static func parse(_ text: String) -> Duration? {
        var rest = Substring(text)
        var total: Int64 = 0
        var remaining = units[...]
        repeat {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let number = Int64(digits), let index = remaining.firstIndex(where: { $0.name == name }) else { return nil }
            let (part, tooLarge) = number.multipliedReportingOverflow(by: remaining[index].milliseconds)
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !tooLarge, !overflow else { return nil }
            total = sum
            remaining = remaining[(index + 1)...]
        } while !rest.isEmpty
        return .milliseconds(total)
    }

    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        var rest = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        var text = ""
        for (name, milliseconds) in units where rest >= milliseconds {
            text += "\(rest / milliseconds)\(name)"
            rest %= milliseconds
        }
        return text.isEmpty ? "0s" : text
    }
}

extension Duration {
    /// A duration in the form of variables, such as `1h30m` or `250ms`; nil for any other text.
    public init?(text: String) {
        guard let duration = DurationText.parse(text) else { return nil }
        self = duration
    }
}
