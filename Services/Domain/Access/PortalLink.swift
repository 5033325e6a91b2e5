public import Shared

/// Names a link to the portal in the type system only.
public enum PortalLinkTag: Sendable {}
public typealias PortalLinkID = Identifier<PortalLinkTag>

/// A short-lived way to a tenant's portal, for one of its own developers, without its secret.
public struct PortalLink: Sendable, Hashable {
    public let id: PortalLinkID
    public let tenant: TenantID
    /// What people call it, or whom it was made for.
    public let name: String?
    public let createdAt: Timestamp
    public let createdBy: String
    /// Whether the key that made it was revoked, or is gone: the link ends with it.
    public let isKeyRevoked: Bool
    /// Nil where that key goes on, and where no key made it.
    public let keyExpiresAt: Timestamp?
    public let expiresAt: Timestamp
    public let revokedAt: Timestamp?
    /// To the minute, about.
    public let lastUsedAt: Timestamp?

    package init(
        id: PortalLinkID, tenant: TenantID, name: String?, createdAt: Timestamp, createdBy: String,
        isKeyRevoked: Bool, keyExpiresAt: Timestamp?, expiresAt: Timestamp, revokedAt: Timestamp?, lastUsedAt: Timestamp?
    ) {
        self.id = id
        self.tenant = tenant
        self.name = name
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.isKeyRevoked = isKeyRevoked
        self.keyExpiresAt = keyExpiresAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.lastUsedAt = lastUsedAt
    }

    /// All that somebody may do who comes by one.
    public static let permissions: Set<Permission> = [.integrate]

    public enum Status: String, Sendable, Hashable, CaseIterable {
        case active
        case expired
        case revoked
    }

    /// One whose key has ended is over as if it was revoked itself.
    public func status(at now: Timestamp) -> Status {
        if revokedAt != nil || isKeyRevoked { return .revoked }
        if let keyExpiresAt, keyExpiresAt <= now { return .revoked }
        return expiresAt <= now ? .expired : .active
    }
}

/// A link to the portal that is asked for.
public struct NewPortalLink: Sendable, Hashable {
    public let tenant: TenantID
    public let name: String?
    /// The key that asks for it, by its prefix; nil where no key does.
    public let key: String?
    public let lifetime: Duration
    /// Nil for a request that makes a new link each time.
    public let repetition: LinkRequest.Repetition?

    public init(
        tenant: TenantID, name: String? = nil, key: String? = nil, lasting lifetime: Duration,
        repetition: LinkRequest.Repetition? = nil
    ) {
        self.tenant = tenant
        self.name = name
        self.key = key
        self.lifetime = lifetime
        self.repetition = repetition
    }
}
