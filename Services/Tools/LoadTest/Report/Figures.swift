/// Numbers for people, with three significant digits where more have no meaning.
public enum Figures {
    /// With this many decimals, rounded.
    public static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        var factor = 1
        for _ in 0..<digits { factor *= 10 }
        let scaled = Int((abs(value) * Double(factor)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % factor)
        return "\(sign)\(scaled / factor).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }

    /// Without trailing zeros: 99.9, 200.
    public static func plain(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return String(whole) }
        var text = fixed(value, 3)
        while text.hasSuffix("0") { text.removeLast() }
        return text
    }

    /// 0.85 ms, 12.3 ms, 1.24 s, 2 min 5 s.
    public static func time(microseconds: Double) -> String {
        let milliseconds = microseconds / 1000
        if milliseconds < 10 { return "\(fixed(milliseconds, 2)) ms" }
        if milliseconds < 100 { return "\(fixed(milliseconds, 1)) ms" }
        if milliseconds < 1000 { return "\(fixed(milliseconds, 0)) ms" }
        let seconds = milliseconds / 1000
        if seconds < 100 { return "\(fixed(seconds, seconds < 10 ? 2 : 1)) s" }
        return span(seconds: seconds)
    }

    public static func time(_ microseconds: Int64?) -> String { microseconds.map { time(microseconds: Double($0)) } ?? "–" }

    /// 45 s, 2 min 5 s, 1 h 3 min.
    public static func span(seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "–" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return seconds < 10 ? "\(fixed(seconds, 1)) s" : "\(whole) s" }
        if whole < 3600 { return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    /// 12,345.
    public static func count(_ value: Int) -> String {
        var digits = String(value.magnitude)
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([digits[...]] + groups).joined(separator: ",")
    }

    /// 0.85/s, 47.2/s, 1,998/s.
    public static func rate(_ perSecond: Double) -> String {
        guard perSecond.isFinite, perSecond < 1e12 else { return "–" }
        if perSecond >= 100 { return "\(count(Int(perSecond.rounded())))/s" }
        return "\(fixed(perSecond, perSecond < 10 ? 2 : 1))/s"
    }

    public static func bytes(_ value: Int) -> String {
        let amount = Double(value)
        if amount < 1000 { return "\(value) B" }
        if amount < 1e6 { return "\(fixed(amount / 1e3, 0)) kB" }
        if amount < 1e9 { return "\(fixed(amount / 1e6, 1)) MB" }
        return "\(fixed(amount / 1e9, 2)) GB"
    }
}
