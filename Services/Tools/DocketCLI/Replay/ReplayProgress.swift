import LoadTest

/// The status line of a replay: as much of it as fits on the terminal, the most important first. Pure.
struct ReplayProgress: Sendable {
    /// From 0 to 1; nil without an end.
    var share: Double?
    /// Per second, since the previous line.
    var rate: Double
    var errors: Int
    var p99: Int64?
    /// Seconds left; nil without an end.
    var left: Double?
    var underWay: Int
    /// Everything was sent; outcomes are awaited.
    var isWaiting: Bool

    func text(width: Int) -> String {
        let end =
            isWaiting
            ? "waiting for \(Figures.count(underWay))" : left.map { "\(Figures.span(seconds: $0)) left" } ?? "until Ctrl-C"
        var parts = [Figures.rate(rate), errors == 0 ? "no errors" : "\(Figures.count(errors)) errors", end]
        if let p99 { parts.insert("p99 \(Figures.time(p99))", at: 1) }
        if !isWaiting { parts.append("\(Figures.count(underWay)) under way") }
        let percent = share.map { "\(Int($0 * 100)) %" } ?? ""
        // What does not fit is left out from the end.
        while parts.count > 1, percent.count + parts.joined(separator: "  ").count + 4 > width { parts.removeLast() }
        let words = parts.joined(separator: "  ")
        let room = width - words.count - percent.count - 7
        guard let share, room >= 8 else { return String("  \(percent)  \(words)".prefix(max(0, width - 1))) }
        return "  \(Self.bar(share, columns: min(room, 40)))  \(percent)  \(words)"
    }

    /// A bar in eighths of a column, as block characters have them.
    static func bar(_ share: Double, columns: Int) -> String {
        let eighths = Int((min(max(share, 0), 1) * Double(columns * 8)).rounded())
        let part = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
        let drawn = String(repeating: "█", count: eighths / 8) + part
        return drawn + String(repeating: "░", count: max(0, columns - drawn.count))
    }
}
