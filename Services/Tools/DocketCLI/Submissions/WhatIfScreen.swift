import CommandSupport
import Operations
import Shared

/// `docket journeys what-if`, as lines.
enum WhatIfScreen {
    static func lines(_ report: WhatIfReport, style: Style) -> [String] {
        var lines = [
            "  \(report.decidedOtherwise) of \(report.submissions) submissions of \(report.journey) would be decided otherwise"
        ]
        var changes = Table()
        for change in report.changes {
            changes.row(String(change.submissions), "\(words(change.from)) before, now \(words(change.to))")
        }
        lines += changes.lines(first: style.bold)
        if !report.rules.isEmpty { lines += byRule(report.rules, style) }
        return report.reviews.rules.isEmpty ? lines : lines + byReview(report.reviews, style)
    }

    private static func byRule(_ all: [WhatIfReport.Rule], _ style: Style) -> [String] {
        var rules = Table()
        rules.indentation = 4
        for rule in all {
            rules.row(
                rule.rule.rawValue, "speaks of \(rule.added) more, of \(rule.removed) no longer",
                "such as " + rule.examples.map(\.description).joined(separator: " "))
        }
        return ["", "  " + style.bold("by rule")] + rules.lines(first: style.warning)
    }

    private static func byReview(_ reviews: WhatIfReport.Reviews, _ style: Style) -> [String] {
        var rules = Table()
        rules.indentation = 4
        for rule in reviews.rules {
            rules.row(
                rule.rule.rawValue, "would have caught \(rule.caught) of \(reviews.refused) that reviewers refused",
                "held up \(rule.hurt) of \(reviews.accepted) that they accepted")
        }
        return ["", "  " + style.bold("beside reviewers")] + rules.lines(first: style.warning)
    }

    private static func words(_ decision: String) -> String { decision.split(separator: "_").joined(separator: " ") }
}
