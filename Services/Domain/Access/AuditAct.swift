public import Shared

/// Who does something, and from where: for the audit trail.
public struct AuditOrigin: Sendable, Hashable {
    /// Such as `user:jane`, `key:0123456789ab`, `operator:erna`.
    public let actor: String
    /// The address that the request came from; nil for what was done on the machine itself.
    public let address: String?

    public init(actor: String, address: String? = nil) {
        self.actor = actor
        self.address = address
    }
}

/// Something that was done, as the audit trail remembers it.
public struct AuditAct: Sendable, Hashable {
    /// On whose word it was done.
    public enum Basis: String, Sendable, Hashable {
        case person
        case policy
    }

    public var tenant: TenantID
    /// Nil where it concerns no one submission.
    public var submission: SubmissionID?
    /// Such as `submission.withdraw`.
    public var action: String
    /// Such as `submissions/{id}`.
    public var resource: String
    public var basis: Basis
    public var origin: AuditOrigin
    /// The event that told others of it.
    public var event: EventID?
    /// What was said with it.
    public var note: String?
    public var time: Timestamp

    public init(
        tenant: TenantID, submission: SubmissionID? = nil, action: String, resource: String, basis: Basis = .person,
        origin: AuditOrigin, event: EventID? = nil, note: String? = nil, time: Timestamp
    ) {
        self.tenant = tenant
        self.submission = submission
        self.action = action
        self.resource = resource
        self.basis = basis
        self.origin = origin
        self.event = event
        self.note = note
        self.time = time
    }

    /// Something that destroys was confirmed. `origin` says who asked for it, where that is known beyond the confirmation.
    package init(
        _ confirmation: Confirmation, tenant: TenantID, submission: SubmissionID?, origin: AuditOrigin? = nil,
        event: EventID? = nil, at time: Timestamp
    ) {
        let (basis, actor): (Basis, String) =
            switch confirmation.basis {
            case .person(let id): (.person, id)
            case .policy(let policy): (.policy, policy.rawValue)
            }
        self.init(
            tenant: tenant, submission: submission, action: confirmation.subject.action,
            resource: confirmation.subject.resource, basis: basis,
            origin: basis == .person ? origin ?? AuditOrigin(actor: actor) : AuditOrigin(actor: actor), event: event, time: time)
    }
}

/// What somebody does to a whole submission that nobody has to confirm, and that is in the trail all the same.
package struct AuditedDeed: Sendable {
    package let action: String
    package let note: String?
    /// When it was done, where that is not when it takes effect.
    package let time: Timestamp?

    /// A file was refused. Its note is the rule's words, and nobody's own.
    package static let refusal = "upload.refuse"
    /// A reviewer has decided.
    package static let decision = "submission.decide"
    /// A reviewer has said what they think, and another one is asked.
    package static let verdict = "submission.judge"
    /// A decision that was held was taken back.
    package static let takenBack = "submission.take-back"
    /// A decision that was held could not be carried out any more.
    package static let dropped = "submission.decide-dropped"

    package init(action: String, note: String?, time: Timestamp? = nil) {
        self.action = action
        self.note = note
        self.time = time
    }
}

/// An act with its place in the trail.
public struct AuditEntry: Sendable, Hashable {
    /// Grows with each.
    public let number: Int64
    public let act: AuditAct

    package init(number: Int64, act: AuditAct) {
        self.number = number
        self.act = act
    }
}

/// Which entries of the trail are meant; what is nil says nothing.
public struct AuditFilter: Sendable, Hashable {
    public var submission: SubmissionID?
    public var actor: String?
    /// One of these, if there are any.
    public var actions: [String] = []
    /// Then or later.
    public var after: Timestamp?
    /// Earlier than that.
    public var before: Timestamp?

    public init() {}
}
