public import Shared

/// Names a hold in the type system only.
public enum HoldTag: Sendable {}
public typealias HoldID = Identifier<HoldTag>

/// The scope of a hold.
public enum HoldScope: Sendable, Hashable {
    case submission(SubmissionID)
    /// All present and future submissions of a person, by the tenant's own id of the person.
    case subject(String)
}

/// An order that nothing of a submission or of a person may be destroyed for now.
public struct LegalHold: Sendable, Hashable {
    public let id: HoldID
    public let tenant: TenantID
    /// Nil once the hold is released and the person was erased, and while it is not opened.
    public let scope: HoldScope?
    /// Whether whom it is on, or why, is sealed by a key that is not here.
    public let isUnopened: Bool
    public let reason: String?
    public let setBy: String
    public let setAt: Timestamp
    public let releasedBy: String?
    public let releasedAt: Timestamp?

    package init(
        id: HoldID, tenant: TenantID, scope: HoldScope?, reason: String?, setBy: String, setAt: Timestamp, releasedBy: String?,
        releasedAt: Timestamp?, isUnopened: Bool = false
    ) {
        self.id = id
        self.tenant = tenant
        self.scope = scope
        self.reason = reason
        self.setBy = setBy
        self.setAt = setAt
        self.releasedBy = releasedBy
        self.releasedAt = releasedAt
        self.isUnopened = isUnopened
    }
}

/// The result of setting a hold.
public enum HoldAnswer: Sendable, Hashable {
    case set(LegalHold)
    /// This hold existed already.
    case alreadyHeld(LegalHold)
    /// The tenant has no such submission.
    case notFound
}
