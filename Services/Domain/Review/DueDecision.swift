public import Shared

/// A decision that was held and is to be carried out now, as if it had not been.
public struct DueDecision: Sendable, Hashable {
    public let submission: SubmissionID
    public let tenant: TenantID
    /// Of which version it was decided. Another one is not what was decided on.
    public let version: Int
    public let decision: ReviewDecision
    public let note: String?
    public let origin: AuditOrigin
    public let traceparent: String?
    public let decidedAt: Timestamp

    package init(
        submission: SubmissionID, tenant: TenantID, version: Int, decision: ReviewDecision, note: String?, origin: AuditOrigin,
        traceparent: String?, decidedAt: Timestamp
    ) {
        self.submission = submission
        self.tenant = tenant
        self.version = version
        self.decision = decision
        self.note = note
        self.origin = origin
        self.traceparent = traceparent
        self.decidedAt = decidedAt
    }
}

/// What came of a reviewer's decision.
public enum DecisionAnswer: Sendable {
    case changed(ChangeAnswer)
    /// It is kept, and the submission waits for another reviewer.
    case waits(Submission)
    case refused(ReviewRefusal)
}
