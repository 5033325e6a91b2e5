/// English for counts and sizes in reasons.
extension Int {
    /// “1 page”, “3 pages”.
    func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

    /// “never”, “once”, “3 times”.
    var times: String {
        switch self {
        case 0: "never"
        case 1: "once"
        case 2: "twice"
        default: "\(self) times"
        }
    }

    /// “25 MB”, “0.5 MB”: decimal, cut after the first place.
    var inMegabytes: String {
        let tenths = self / 100_000
        return tenths == 0 ? of("byte") : tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
    }
}

extension CountRange {
    /// “2 pages”, “1 to 3 documents”.
    func wording(_ noun: String) -> String { min == max ? min.of(noun) : "\(min) to \(max.of(noun))" }
}
