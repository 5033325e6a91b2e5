/// Sizes in bytes as people write them.
enum ByteCountText {
    private static let units: [(name: String, bytes: Int)] = [
        ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000),
        ("KiB", 1 << 10), ("kB", 1_000), ("B", 1),
    ]

    /// Nil for an unknown unit, a sign, a fraction, or more than an Int holds. Units may have any case; without one the
    /// number means bytes.
    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let number = Int(digits),
            let factor = unit.isEmpty ? 1 : units.first(where: { $0.name.lowercased() == unit })?.bytes
        else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }

    /// The size in the largest unit that divides it.
    static func text(_ bytes: Int) -> String {
        guard bytes > 0, let unit = units.first(where: { bytes % $0.bytes == 0 }) else { return "\(bytes)" }
        return unit.bytes == 1 ? "\(bytes)" : "\(bytes / unit.bytes)\(unit.name)"
    }
}
