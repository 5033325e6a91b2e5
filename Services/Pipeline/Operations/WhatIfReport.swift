package import Shared

/// The effect of changed rules on past submissions, for the gateway and `docket journeys what-if --json`.
package struct WhatIfReport: Codable, Sendable {
    package struct Change: Codable, Sendable {
        package let from: String
        package let to: String
        package let submissions: Int
    }

    package struct Rule: Codable, Sendable {
        package let rule: RuleID
        package let added: Int
        package let removed: Int
        package let examples: [SubmissionID]
    }

    package struct Reviews: Codable, Sendable {
        package let accepted: Int
        package let refused: Int
        package let rules: [Review]
    }

    /// The effect of a rule on submissions that reviewers refused, and on those that they accepted.
    package struct Review: Codable, Sendable {
        package let rule: RuleID
        package let caught: Int
        package let hurt: Int
    }

    package let journey: JourneyID
    package let version: ContentDigest
    package let submissions: Int
    package let decidedOtherwise: Int
    package let changes: [Change]
    package let rules: [Rule]
    package let reviews: Reviews

    package init(_ whatIf: WhatIf) {
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
