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
    let judgement: Judgement
    /// A line of the table of faults for each kind that struck.
    let faults: [FaultSummary]

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    var text: String {
        var lines = ["", "chaos on \(broker), \(instances) of each worker, seed \(seed): \(Self.whole(seconds)) s", ""]
        lines.append(Self.row("fault", "struck", "in flight", "moves after", "at most", "all there", "caught up", "at most"))
        for summary in faults + [FaultSummary("all", judgement.strikes)] {
            lines.append(
                Self.row(
                    summary.title,
                    ["\(summary.struck)", "\(summary.inFlight)"]
                        + [
                            summary.moves.median, summary.moves.worst, summary.unhindered.worst, summary.caughtUp.median,
                            summary.caughtUp.worst,
                        ].map { "\(Self.tenths($0)) s" }))
        }
        lines.append("")
        lines.append(Self.row("submissions begun", "\(submissions)"))
        lines.append(Self.row("submits accepted", "\(judgement.accepted)"))
        lines.append(Self.row("ended, and told of", "\(judgement.ended)"))
        lines.append(Self.row("submissions erased", "\(judgement.erased)"))
        for finding in Judgement.Finding.allCases {
            lines.append(Self.row(finding.title, "\(judgement.count(finding))"))
        }
        lines.append(Self.row("webhooks, of which repeats", "\(judgement.webhooks)", "\(judgement.repeats)"))
        lines.append(Self.row("events of the live stream", "\(judgement.streamed)"))
        lines.append(Self.row("faults while work was in flight", "\(Self.whole(shareInFlight * 100)) %"))
        if let slowest = judgement.slowestToMove {
            lines.append(
                Self.row(
                    "slowest to move again", "\(Self.tenths(slowest.moving)) s", slowest.strike.title,
                    "all was there for \(Self.tenths(slowest.movingUnhindered)) s of it"))
        }
        if let slowest = judgement.slowest {
            lines.append(Self.row("slowest to catch up", "\(Self.tenths(slowest.recovery)) s", slowest.strike.title))
        }
        lines.append("")
        if !judgement.findings.isEmpty { lines += judgement.findings.map { "  \($0)" } + [""] }
        if let audit { lines += audit.split(separator: "\n").suffix(12).map { "  \($0)" } + [""] }
        let problem =
            shareInFlight < Judgement.wantedShare
            ? "too few faults struck while work was in flight" : "something is not as it must be"
        lines.append(isGood ? "Nothing lost, nothing twice, nothing stuck." : "FAILED: \(problem).")
        return lines.joined(separator: "\n")
    }

    private static func row(_ title: String, _ cells: String...) -> String { row(title, cells) }

    private static func row(_ title: String, _ cells: [String]) -> String {
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
