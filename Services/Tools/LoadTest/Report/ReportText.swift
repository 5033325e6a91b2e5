/// A report as lines for a terminal. `decorate` applies the styles good, bad and faint.
public enum ReportText {
    public enum Tone: Sendable { case plain, bold, good, bad, faint }

    public static func lines(_ report: ReplayReport, _ decorate: (String, Tone) -> String = { text, _ in text }) -> [String] {
        var lines: [String] = []
        let about = report.about
        lines.append(decorate("\(about.recording) → \(about.target)", .bold) + decorate("  \(about.pace)", .faint))
        let generators = report.generators > 1 ? ", \(report.generators) generators" : ""
        lines.append(
            decorate(
                "  \(report.startedAt), \(Figures.span(seconds: report.seconds))\(generators)"
                    + (report.isInterrupted ? ", interrupted: so far" : ""), report.isInterrupted ? .bad : .faint))
        lines.append("")
        lines += reconciliation(report, decorate)
        lines.append("")
        lines += times(report, decorate)
        if !report.failures.isEmpty {
            lines.append("")
            for failure in report.failures.prefix(10) {
                lines.append(
                    "  " + decorate("\(Figures.count(failure.count)) × \(failure.problem)", .bad)
                        + decorate("  such as \(failure.items.prefix(3).joined(separator: ", "))", .faint))
            }
        }
        if report.missingCount > 0 {
            lines.append("")
            lines.append(
                "  " + decorate("\(report.isInterrupted ? "under way" : "missing"): \(Figures.count(report.missingCount))", .bad))
            for missing in report.missing.prefix(50) {
                lines.append("    \(missing.id)  \(missing.step.rawValue) at \(Figures.fixed(missing.at, 1)) s, never ended")
            }
            if report.missingCount > 50 { lines.append(decorate("    … the others are in the JSON report", .faint)) }
        }
        if let shadow = report.shadow { lines += [""] + shadowLines(shadow, decorate) }
        if !report.thresholds.isEmpty {
            lines.append("")
            for result in report.thresholds {
                let found = result.found ?? "not measured"
                lines.append(
                    "  " + decorate("\(result.isMet ? "✓" : "✗") \(result.assertion)", result.isMet ? .good : .bad)
                        + decorate("  \(found)", .faint))
            }
        }
        for note in report.notes { lines.append(decorate("  · \(note)", .faint)) }
        return lines
    }

    private static func reconciliation(_ report: ReplayReport, _ decorate: (String, Tone) -> String) -> [String] {
        let counts = report.counts
        var parts = ["sent \(Figures.count(counts.sent))", "accepted \(Figures.count(counts.accepted))"]
        if counts.errors > 0 { parts.append("errors \(Figures.count(counts.errors))") }
        parts.append("ended \(Figures.count(counts.ended))")
        if report.missingCount > 0 { parts.append("missing \(Figures.count(report.missingCount))") }
        let sum = parts.joined(separator: "  ")
        let outcomes = report.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \(Figures.count($0.value))" }.joined(separator: ", ")
        return [
            "  "
                + decorate(
                    report.isReconciled && counts.errors == 0 ? "✓ \(sum)" : "✗ \(sum)",
                    report.isReconciled && counts.errors == 0 ? .good : .bad)
                + (outcomes.isEmpty ? "" : decorate("  (\(outcomes))", .faint)),
            "  \(Figures.rate(report.rate)) accepted while it was sending\(transfer(report))",
        ]
    }

    /// The transferred bytes, and the most requests at the same time.
    private static func transfer(_ report: ReplayReport) -> String {
        var text = ""
        if report.counts.bytes > 0 {
            text += ", \(Figures.bytes(report.counts.bytes)) of files (\(Figures.bytes(Int(report.bytesPerSecond)))/s)"
        }
        if let most = report.series.mostRequests, most > 0 { text += ", at most \(Figures.count(most)) requests at once" }
        return text
    }

    private static func times(_ report: ReplayReport, _ decorate: (String, Tone) -> String) -> [String] {
        let rows = report.times.map { ($0.name, $0.histogram) }
        guard !rows.isEmpty else { return [decorate("  nothing was measured", .faint)] }
        let width = rows.map(\.0.count).max() ?? 0
        func pad(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
        let shares: [(String, Double)] = [("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9)]
        let head = pad("", width) + shares.map { pad($0.0, 11) }.joined() + pad("max", 11)
        return [decorate("  " + head, .faint)]
            + rows.map { name, histogram in
                "  " + name + String(repeating: " ", count: width - name.count)
                    + shares.map { pad(Figures.time(histogram.percentile($0.1)), 11) }.joined()
                    + pad(Figures.time(histogram.maximum), 11)
            }
    }

    private static func shadowLines(_ shadow: ShadowComparison, _ decorate: (String, Tone) -> String) -> [String] {
        let isSame = shadow.differenceCount == 0 && shadow.incomparable == 0
        var lines = [
            "  "
                + decorate(
                    "\(isSame ? "✓" : "✗") compared \(Figures.count(shadow.compared)) submissions and \(Figures.count(shadow.files)) "
                        + "files: \(Figures.count(shadow.differenceCount)) differ", isSame ? .good : .bad)
        ]
        if shadow.incomparable > 0 {
            lines.append("    " + decorate("\(Figures.count(shadow.incomparable)) did not end on both sides", .bad))
        }
        for difference in shadow.differences.prefix(20) {
            lines.append("    \(difference.ids.joined(separator: " | "))  \(difference.place)")
            lines.append(decorate("      \(difference.found.joined(separator: " | "))", .faint))
        }
        return lines
    }
}
