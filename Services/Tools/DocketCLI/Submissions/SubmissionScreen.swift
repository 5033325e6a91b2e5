import CommandSupport
import IntakeClient
import Shared

/// `docket show`, as lines.
enum SubmissionScreen {
    static func lines(_ view: SubmissionView, timeline: [TimelineEvent], style: Style) -> [String] {
        var head = Table()
        head.row("submission", view.id.description)
        head.row("journey", view.journey.description)
        head.row("state", "\(view.state.rawValue), \(view.state.words)")
        head.row("version", String(view.version))
        head.row("created", view.createdAt.description)
        if let submittedAt = view.submittedAt { head.row("submitted", submittedAt.description) }
        head.row("changed", view.updatedAt.description)
        var lines = head.lines(first: style.bold)
        for document in view.documents { lines += [""] + self.lines(document, style: style) }
        if view.documents.isEmpty { lines += ["", "  no documents yet"] }
        lines += reasons(view.reasons, style: style)
        if !view.missing.isEmpty { lines += ["", "  " + style.bold("missing")] + view.missing.map { "    \($0.message)" } }
        if !timeline.isEmpty { lines += ["", "  " + style.bold("timeline")] + Timeline.lines(timeline, style: style) }
        return lines
    }

    private static func lines(_ document: DocumentView, style: Style) -> [String] {
        var facts = [document.state.rawValue]
        if let issueDate = document.issueDate { facts.append("issued on \(issueDate)") }
        if let expiryDate = document.expiryDate { facts.append("valid until \(expiryDate)") }
        facts.append(document.pdf != nil ? "PDF ready" : "no PDF")
        var lines = ["  \(style.bold(document.type.description))  \(document.id)  \(facts.joined(separator: ", "))"]
        var pages = Table()
        pages.indentation = 4
        for (index, page) in document.pages.enumerated() {
            let count = page.images.count
            let clean = count == 0 ? "no clean page" : count == 1 ? "1 clean page" : "\(count) clean pages"
            pages.row(
                "file \(index + 1)", page.id.description, page.mediaType?.essence ?? "not yet known",
                page.size.map(ByteText.text) ?? "–",
                clean)
        }
        lines += pages.lines()
        return lines + reasons(document.reasons, style: style)
    }

    /// The reasons, each with the rule's id, the found value and the expected one.
    static func reasons(_ reasons: [Reason], style: Style) -> [String] {
        reasons.flatMap { reason -> [String] in
            let mark = reason.severity == .refuse ? style.bad("✗ \(reason.rule)") : style.warning("! \(reason.rule)")
            return ["    \(mark)  \(reason.message)", "        found: \(reason.found); expected: \(reason.expected)"]
        }
    }
}

/// The events of a submission, each with the time since the first one.
enum Timeline {
    static func lines(_ events: [TimelineEvent], style: Style) -> [String] {
        guard let first = events.first?.header else { return [] }
        var table = Table()
        table.indentation = 4
        for (event, note) in events.map({ ($0.header, $0.note) }) {
            let passed = Duration.milliseconds(event.time.millisecondsSinceEpoch - first.time.millisecondsSinceEpoch)
            table.row(
                event.time.description, "+\(passed.shortText)", "#\(event.sequence)", EventLine.shortType(event.type.rawValue),
                note.map { "\(event.source)  \($0)" } ?? event.source)
        }
        return table.lines(first: style.faint)
    }
}

/// Sizes for a person: `512 B`, `1.4 MB`.
enum ByteText {
    static func text(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        for (unit, factor) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)] where bytes >= factor {
            let tenths = bytes * 10 / factor
            return tenths >= 1000 || tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(bytes) B"
    }
}
