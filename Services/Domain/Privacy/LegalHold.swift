public import Shared

/// Names a hold in the type system only.
public enum HoldTag: Sendable {}
public typealias HoldID = Identifier<HoldTag>

/// What a hold covers.
public enum HoldScope: Sendable, Hashable {
    case submission(SubmissionID)
    /// All submissions of a person, also those that are still to come, by the tenant's own id of the person.
    case subject(String)
}

/// Somebody's word that nothing of a submission or of a person may be destroyed for now.
public struct LegalHold: Sendable, Hashable {
    public let id: HoldID
    public let tenant: TenantID
    /// Nil once it is released and the person was erased.
    public let scope: HoldScope?
    public let reason: String?
    public let setBy: String
    public let setAt: Timestamp
    public let releasedBy: String?
    public let releasedAt: Timestamp?

    package init(
        id: HoldID, tenant: TenantID, scope: HoldScope?, reason: String?, setBy: String, setAt: Timestamp, releasedBy: String?,
        releasedAt: Timestamp?
    ) {
        self.id = id
        self.tenant = tenant
        self.scope = scope
        self.reason = reason
        self.setBy = setBy
        self.setAt = setAt
        self.releasedBy = releasedBy
        self.releasedAt = releasedAt
    }
}

/// What came of setting a hold.
public enum HoldAnswer: Sendable, Hashable {
    case set(LegalHold)
    /// It was held already, by this one.
    case alreadyHeld(LegalHold)
    /// There is no such submission (of this tenant).
    case notFound
}
