public import Shared

/// A held decision that is due.
public struct DueDecision: Sendable, Hashable {
    public let submission: SubmissionID
    public let tenant: TenantID
    /// The version that was decided on. The decision applies to no other.
    public let version: Int
    public let decision: ReviewDecision
    public let note: String?
    /// Whether it was held sealed: then what comes of it is stored so, too.
    package let wasSealed: Bool
    public let origin: AuditOrigin
    public let traceparent: String?
    public let decidedAt: Timestamp

    package init(
        submission: SubmissionID, tenant: TenantID, version: Int, decision: ReviewDecision, note: String?, wasSealed: Bool,
        origin: AuditOrigin, traceparent: String?, decidedAt: Timestamp
    ) {
        self.submission = submission
        self.tenant = tenant
        self.version = version
        self.decision = decision
        self.note = note
        self.wasSealed = wasSealed
        self.origin = origin
        self.traceparent = traceparent
        self.decidedAt = decidedAt
    }
}

/// The result of a reviewer's decision.
public enum DecisionAnswer: Sendable {
    case changed(ChangeAnswer)
    /// The verdict is stored, and the submission waits for another reviewer.
    case waits(Submission)
    case refused(ReviewRefusal)
}
