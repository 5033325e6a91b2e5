import FoundationEssentials

/// A run in words, or as JSON.
struct Report: Sendable, Encodable {
    let seed: UInt64
    let broker: String
    let instances: Int
    let submissions: Int
    let seconds: Double
    /// What `docket reconcile --dry-run` said; nil where there is no such command.
    let audit: String?
    let isGood: Bool
    let shareInFlight: Double
    let verdict: Verdict

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    var text: String {
        var lines = ["", "chaos on \(broker), \(instances) of each worker, seed \(seed): \(Self.whole(seconds)) s", ""]
        lines.append(Self.row("fault", "struck", "in flight", "median", "slowest recovery"))
        for kind in FaultKind.allCases {
            let struck = verdict.strikes.filter { $0.strike.kind == kind.rawValue }
            if struck.isEmpty { continue }
            lines.append(row(kind.title, struck))
        }
        lines.append(row("all", verdict.strikes))
        lines.append("")
        lines.append(Self.row("submissions begun", "\(submissions)"))
        lines.append(Self.row("hand-ins accepted", "\(verdict.accepted)"))
        lines.append(Self.row("ended, and told of", "\(verdict.ended)"))
        for finding in Verdict.Finding.allCases {
            lines.append(Self.row(finding.title, "\(verdict.count(finding))"))
        }
        lines.append(Self.row("webhooks, of which repeats", "\(verdict.webhooks)", "\(verdict.repeats)"))
        lines.append(Self.row("faults while work was in flight", "\(Self.whole(shareInFlight * 100)) %"))
        if let slowest = verdict.slowest {
            let what = "\(slowest.strike.kind) \(slowest.strike.target)"
            lines.append(Self.row("slowest recovery", "\(Self.tenths(slowest.recovery)) s", "after \(what)"))
        }
        lines.append("")
        if !verdict.findings.isEmpty { lines += verdict.findings.map { "  \($0)" } + [""] }
        if let audit { lines += audit.split(separator: "\n").suffix(12).map { "  \($0)" } + [""] }
        let problem =
            shareInFlight < Verdict.wantedShare
            ? "too few faults struck while work was in flight" : "something is not as it must be"
        lines.append(isGood ? "Nothing lost, nothing twice, nothing stuck." : "FAILED: \(problem).")
        return lines.joined(separator: "\n")
    }

    private func row(_ title: String, _ struck: [Verdict.StrikeResult]) -> String {
        let recoveries = struck.map(\.recovery).sorted()
        return Self.row(
            title, "\(struck.count)", "\(struck.count { $0.strike.inFlight > 0 })",
            recoveries.isEmpty ? "" : "\(Self.tenths(recoveries[recoveries.count / 2])) s",
            recoveries.last.map { "\(Self.tenths($0)) s" } ?? "")
    }

    private static func row(_ title: String, _ cells: String...) -> String {
        "  " + title.padded(to: 32) + cells.map { $0.padded(to: 12) }.joined()
    }

    private static func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
