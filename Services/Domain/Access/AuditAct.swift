public import Shared

/// The actor of an act and their address, for the audit trail.
public struct AuditOrigin: Sendable, Hashable {
    /// Such as `user:jane`, `key:0123456789ab`, `operator:erna`.
    public let actor: String
    /// The address of the request; nil for an act on the machine itself.
    public let address: String?

    public init(actor: String, address: String? = nil) {
        self.actor = actor
        self.address = address
    }
}

/// An act in the audit trail.
public struct AuditAct: Sendable, Hashable {
    /// What the act was based on.
    public enum Basis: String, Sendable, Hashable {
        case person
        case policy
    }

    public var tenant: TenantID
    /// Nil if it concerns no single submission.
    public var submission: SubmissionID?
    /// Such as `submission.withdraw`.
    public var action: String
    /// Such as `submissions/{id}`.
    public var resource: String
    public var basis: Basis
    public var origin: AuditOrigin
    /// The event that it caused.
    public var event: EventID?
    /// A note about it.
    public var note: String?
    /// Whether the note is stored by the submission's key. Nobody but the store sees it so.
    package var isNoteSealed = false
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

    /// An act that destroys, and was confirmed. `origin` names the requester, if it is known beyond the confirmation.
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

/// An act on a whole submission that needs no confirmation but is in the audit trail.
package struct AuditedDeed: Sendable {
    package let action: String
    package let note: String?
    /// Whether the store has sealed the note.
    package let isNoteSealed: Bool
    /// When it was done, if that differs from when it takes effect.
    package let time: Timestamp?

    /// A file was refused. Its note has only the rule's words.
    package static let refusal = "upload.refuse"
    /// A reviewer decided.
    package static let decision = "submission.decide"
    /// A reviewer gave a verdict, and another reviewer is asked.
    package static let verdict = "submission.judge"
    /// A held decision was withdrawn.
    package static let takenBack = "submission.take-back"
    /// A held decision could no longer be carried out.
    package static let dropped = "submission.decide-dropped"

    package init(action: String, note: String?, isNoteSealed: Bool = false, time: Timestamp? = nil) {
        self.action = action
        self.note = note
        self.isNoteSealed = isNoteSealed
        self.time = time
    }
}

/// An act with its number in the trail.
public struct AuditEntry: Sendable, Hashable {
    /// Increases with each act.
    public let number: Int64
    public let act: AuditAct

    package init(number: Int64, act: AuditAct) {
        self.number = number
        self.act = act
    }
}

/// A filter of the audit trail. A nil member does not filter.
public struct AuditFilter: Sendable, Hashable {
    public var submission: SubmissionID?
    public var actor: String?
    /// One of these; empty for all.
    public var actions: [String] = []
    /// At this moment or later.
    public var after: Timestamp?
    /// Before this moment.
    public var before: Timestamp?

    public init() {}
}
