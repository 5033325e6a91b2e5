/// Two runs side by side.
public struct ReportComparison: Sendable, Hashable, Codable {
    public struct Row: Sendable, Hashable, Codable {
        public let name: String
        public let before: Double?
        public let after: Double?
        /// The two values in words.
        public let texts: [String]
        /// The second minus the first, as a share of the first; nil if there is none.
        public let change: Double?
        /// Whether the second is better; nil if they are about equal, or if neither direction is better.
        public let isBetter: Bool?
    }

    public let titles: [String]
    public let rows: [Row]

    /// Smaller changes are noise.
    static let noise = 0.05

    public init(_ before: ReplayReport, _ after: ReplayReport) {
        titles = [before, after].map { "\($0.about.target), \($0.startedAt)" }
        var rows: [Row] = []
        func add(_ name: String, _ value: (ReplayReport) -> Double?, _ text: (Double) -> String, isBetterLow: Bool? = true) {
            let (a, b) = (value(before), value(after))
            let change: Double? = if let a, let b, a != 0 { (b - a) / a } else { nil }
            var isBetter: Bool?
            if let isBetterLow, let a, let b, a != b, abs(change ?? 1) >= Self.noise { isBetter = (b < a) == isBetterLow }
            rows.append(
                Row(
                    name: name, before: a, after: b, texts: [a, b].map { $0.map(text) ?? "–" }, change: change,
                    isBetter: isBetter))
        }
        func count(_ value: Double) -> String { Figures.count(Int(value)) }
        add("sent", { Double($0.counts.sent) }, count, isBetterLow: nil)
        add("accepted", { Double($0.counts.accepted) }, count, isBetterLow: nil)
        add("accepted a second", { $0.counts.sent > 0 ? $0.rate : nil }, Figures.rate, isBetterLow: false)
        add("errors", { Double($0.counts.errors) }, count)
        add("missing", { Double($0.missingCount) }, count)
        for (name, histogram) in [
            ("accepted", \ReplayReport.latency), ("ended", \ReplayReport.outcomeLatency),
        ] {
            for share in [50.0, 90, 99, 99.9] {
                add(
                    "\(name) p\(Figures.plain(share))", { $0[keyPath: histogram].percentile(share).map(Double.init) },
                    Figures.time(microseconds:))
            }
            add(
                "\(name) max", { $0[keyPath: histogram].isEmpty ? nil : Double($0[keyPath: histogram].maximum) },
                Figures.time(microseconds:))
        }
        for step in ReplayStep.allCases where before.steps[step] != nil || after.steps[step] != nil {
            for share in [50.0, 99] {
                add(
                    "\(step.words) p\(Figures.plain(share))", { $0.steps[step]?.percentile(share).map(Double.init) },
                    Figures.time(microseconds:))
            }
        }
        if before.counts.bytes + after.counts.bytes > 0 {
            add("files a second", { $0.bytesPerSecond }, { "\(Figures.bytes(Int($0)))/s" }, isBetterLow: false)
        }
        for outcome in Set(before.outcomes.keys).union(after.outcomes.keys).sorted() {
            add("outcome \(outcome)", { Double($0.outcomes[outcome] ?? 0) }, count, isBetterLow: nil)
        }
        self.rows = rows
    }

    public func lines(_ decorate: (String, ReportText.Tone) -> String = { text, _ in text }) -> [String] {
        let names = rows.map(\.name.count).max() ?? 0
        func pad(_ text: String) -> String { String(repeating: " ", count: max(1, 13 - text.count)) + text }
        return ["  A  \(titles[0])", "  B  \(titles[1])", ""]
            + [decorate("  " + String(repeating: " ", count: names) + pad("A") + pad("B") + pad("change"), .faint)]
            + rows.map { row in
                let change = row.change.map { "\($0 >= 0 ? "+" : "")\(Figures.fixed($0 * 100, 1)) %" } ?? ""
                let tone: ReportText.Tone = row.isBetter.map { $0 ? .good : .bad } ?? .plain
                return "  " + row.name + String(repeating: " ", count: names - row.name.count) + row.texts.map(pad).joined()
                    + decorate(pad(change), tone)
            }
    }
}
