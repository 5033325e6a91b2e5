public import Shared

/// A key of a tenant's back end, without its secret.
public struct APIKey: Sendable, Hashable {
    /// Names the key: in listings, in the audit trail, and at the beginning of the key itself.
    public let prefix: String
    public let tenant: TenantID
    public let role: Role
    /// The name for people.
    public let name: String?
    public let createdAt: Timestamp
    public let createdBy: String
    /// Nil if the key does not expire.
    public let expiresAt: Timestamp?
    public let revokedAt: Timestamp?
    /// To the minute.
    public let lastUsedAt: Timestamp?

    package init(
        prefix: String, tenant: TenantID, role: Role, name: String?, createdAt: Timestamp, createdBy: String,
        expiresAt: Timestamp?, revokedAt: Timestamp?, lastUsedAt: Timestamp?
    ) {
        self.prefix = prefix
        self.tenant = tenant
        self.role = role
        self.name = name
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
    }

    public func status(at now: Timestamp) -> Status {
        if revokedAt != nil { return .revoked }
        return expiresAt.map { $0 <= now } ?? false ? .expired : .active
    }
}

/// A new key.
public struct NewAPIKey: Sendable {
    public var tenant: TenantID
    public var role: Role
    public var name: String?
    public var expiresAt: Timestamp?

    public init(tenant: TenantID, role: Role, name: String? = nil, expiresAt: Timestamp? = nil) {
        self.tenant = tenant
        self.role = role
        self.name = name
        self.expiresAt = expiresAt
    }
}
