public import Shared

/// Names a link in the type system only.
public enum LinkTag: Sendable {}
public typealias LinkID = Identifier<LinkTag>

/// A short-lived link to one submission for a single purpose, without its secret.
public struct SubmissionLink: Sendable, Hashable {
    public let id: LinkID
    public let tenant: TenantID
    public let submission: SubmissionID
    public let purpose: LinkPurpose
    public let createdAt: Timestamp
    public let createdBy: String
    public let expiresAt: Timestamp
    public let revokedAt: Timestamp?
    public let lastUsedAt: Timestamp?

    package init(
        id: LinkID, tenant: TenantID, submission: SubmissionID, purpose: LinkPurpose, createdAt: Timestamp, createdBy: String,
        expiresAt: Timestamp, revokedAt: Timestamp?, lastUsedAt: Timestamp?
    ) {
        self.id = id
        self.tenant = tenant
        self.submission = submission
        self.purpose = purpose
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.lastUsedAt = lastUsedAt
    }

    public enum Status: String, Sendable, Hashable, CaseIterable {
        case active
        case expired
        case revoked
        /// Its submission takes no more changes.
        case ended
    }

    /// An upload link ends with its submission. A status link still shows the outcome until it expires.
    public func status(at now: Timestamp, submission state: SubmissionState) -> Status {
        if revokedAt != nil { return .revoked }
        if expiresAt <= now { return .expired }
        return purpose == .upload && state.isFinal ? .ended : .active
    }
}
