import Shared

/// `docket journeys what-if`, as lines and as JSON.
enum WhatIfScreen {
    struct Report: Encodable {
        struct Change: Encodable {
            let from: String
            let to: String
            let submissions: Int
        }

        struct Rule: Encodable {
            let rule: RuleID
            let added: Int
            let removed: Int
            let examples: [SubmissionID]
        }

        struct Reviews: Encodable {
            let accepted: Int
            let refused: Int
            let rules: [Review]
        }

        /// What a rule would have made of submissions that reviewers refused, and of those that they accepted.
        struct Review: Encodable {
            let rule: RuleID
            let caught: Int
            let hurt: Int
        }

        let journey: JourneyID
        let version: ContentDigest
        let submissions: Int
        let decidedOtherwise: Int
        let changes: [Change]
        let rules: [Rule]
        let reviews: Reviews

        init(_ whatIf: WhatIf) {
            journey = whatIf.new.id
            version = whatIf.new.version
            submissions = whatIf.submissions
            decidedOtherwise = whatIf.decidedOtherwise
            changes = whatIf.changes.sorted {
                ($1.value, $0.key.from.rawValue, $0.key.to.rawValue) < ($0.value, $1.key.from.rawValue, $1.key.to.rawValue)
            }
            .map { Change(from: $0.key.from.rawValue, to: $0.key.to.rawValue, submissions: $0.value) }
            rules = whatIf.rules.sorted {
                ($1.value.added + $1.value.removed, $0.key) < ($0.value.added + $0.value.removed, $1.key)
            }
            .map { Rule(rule: $0.key, added: $0.value.added, removed: $0.value.removed, examples: $0.value.examples) }
            reviews = Reviews(
                accepted: whatIf.reviewed[.accepted] ?? 0, refused: whatIf.reviewed[.refused] ?? 0,
                rules: whatIf.reviews.sorted {
                    ($1.value.caught, $0.value.hurt, $0.key) < ($0.value.caught, $1.value.hurt, $1.key)
                }
                .map { Review(rule: $0.key, caught: $0.value.caught, hurt: $0.value.hurt) })
        }
    }

    static func lines(_ whatIf: WhatIf, style: Style) -> [String] {
        let report = Report(whatIf)
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

    private static func byRule(_ all: [Report.Rule], _ style: Style) -> [String] {
        var rules = Table()
        rules.indentation = 4
        for rule in all {
            rules.row(
                rule.rule.rawValue, "speaks of \(rule.added) more, of \(rule.removed) no longer",
                "such as " + rule.examples.map(\.description).joined(separator: " "))
        }
        return ["", "  " + style.bold("by rule")] + rules.lines(first: style.warning)
    }

    private static func byReview(_ reviews: Report.Reviews, _ style: Style) -> [String] {
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
