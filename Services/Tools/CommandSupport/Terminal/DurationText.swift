extension Duration {
    /// Rounded for a person: `250 ms`, `1.5 s`, `2 min`.
    package var shortText: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        if milliseconds >= 120_000 { return "\(milliseconds / 60_000) min" }
        let tenths = milliseconds / 100
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
