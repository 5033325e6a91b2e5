import CommandSupport
import Shared

/// `docket journeys show`, as lines.
enum JourneyScreen {
    static func lines(_ journey: JourneyDefinition, style: Style) -> [String] {
        var head = Table()
        head.row("journey", "\(journey.id), \(journey.title)")
        head.row("version", journey.version.description)
        head.row("documents", range(journey.documents))
        head.row("replacements", String(journey.replacements))
        head.row("review", journey.review.rawValue)
        head.row("retention", retention(journey.retention))
        head.row("time zone", journey.timeZone)
        if let consent = journey.consent { head.row("consent", "version \(consent.version)") }
        for callOut in journey.callOuts {
            head.row(
                "call-out",
                "\(callOut.name) after \(callOut.after.rawValue), within \(callOut.within) s, else \(callOut.onFailure.rawValue)")
        }
        for (rule, policy) in journey.rules.sorted(by: { $0.key < $1.key }) { head.row("rule", "\(rule): \(policy.rawValue)") }
        var lines = head.lines(first: style.bold)
        for type in journey.documentTypes {
            lines += ["", "  \(style.bold(type.id.rawValue))  \(type.title)"]
            var table = Table()
            table.indentation = 4
            table.row("files", type.mediaTypes.map(\.displayName).joined(separator: ", "))
            table.row("documents", range(type.documents))
            table.row("pages", range(type.pages))
            table.row("size", "\(ByteText.text(type.minimumBytes)) to \(ByteText.text(type.maximumBytes))")
            if let limit = type.pixels.minimumShortSide { table.row("pixels", "at least \(limit) on the shorter side") }
            if let limit = type.pixels.maximumLongSide { table.row("pixels", "at most \(limit) on the longer side") }
            table.row("issued", issued(type.issueDate))
            if type.expires != .none { table.row("expires", type.expires.rawValue) }
            if let coverage = type.coverage { table.row("covers", "\(coverage.months) months without a gap") }
            table.row("duplicates", type.duplicates.rawValue)
            lines += table.lines(first: style.faint)
        }
        return lines
    }

    private static func range(_ range: CountRange) -> String {
        range.min == range.max ? String(range.min) : range.description
    }

    private static func issued(_ rule: DateRule) -> String {
        switch rule {
        case .none: "not asked for"
        case .optional: "optional"
        case .required: "required"
        case .issuedWithin(let days): "at most \(days) days ago"
        case .issuedBetween(let minimum, let days):
            "at least \(minimum)" + (days.map { " and at most \($0)" } ?? "") + " days ago"
        }
    }

    private static func retention(_ retention: Retention) -> String {
        let parts: [(String, Int?)] = [
            ("drafts", retention.draft), ("accepted", retention.accepted), ("rejected", retention.rejected),
            ("originals", retention.original), ("by law", retention.minimum),
        ]
        return parts.compactMap { name, days in days.map { "\(name) \($0) days" } }.joined(separator: ", ")
    }
}
