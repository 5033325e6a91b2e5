package import PostgresStore
package import Shared

/// A submission's past in JSON, for the API and the command line.
package struct StoryDescription: Codable, Sendable {
    package let submission: String
    package let tenant: String
    package let journey: String
    package let state: String
    package let createdAt: String
    package let erasedAt: String?
    package let lines: [StoryLine]
    package let stages: [StageTime]
    /// The causes that keep its awaited stages from their work, and faults of the brokers.
    package let hindrances: [Hindrance]
    /// The reasons for its state.
    package let reasons: [Why]
    /// The stage that gave it up last, and why.
    package let givenUpBecause: String?
    package let ended: Bool

    /// A reason without the values found, which are personal.
    package struct Why: Codable, Sendable {
        package let rule: String
        package let severity: String
        package let documentType: String?
        package let document: String?
        package let expected: String

        package var refuses: Bool { severity == Reason.Severity.refuse.rawValue }

        init(_ reason: Reason) {
            (rule, severity, expected) = ("\(reason.rule)", reason.severity.rawValue, reason.expected)
            (documentType, document) = (reason.documentType.map { "\($0)" }, reason.document.map { "\($0)" })
        }
    }

    package init(_ story: SubmissionStory, hindrances: [Hindrance], at now: Timestamp) {
        submission = story.submission.description
        tenant = story.tenant.rawValue
        journey = story.journey.rawValue
        state = story.state.rawValue
        createdAt = story.createdAt.description
        erasedAt = story.erasedAt?.description
        lines = story.lines
        stages = story.stageTimes(at: now)
        reasons = story.reasons.map(Why.init)
        givenUpBecause = story.givenUpBecause
        ended = story.hasEnded
        let awaited = Set(story.awaitedStages.map(\.rawValue))
        self.hindrances = ended ? [] : hindrances.filter { awaited.contains($0.stage) || $0.stage == Hindrance.brokers }
    }
}
