public import Shared

/// A session of a person at the desk, in one browser, without its secret.
public struct DeskSession: Sendable, Hashable {
    /// The means of signing in.
    public enum Means: String, Sendable, Hashable, CaseIterable {
        /// A key of the installation.
        case key
        /// OpenID Connect.
        case openid
    }

    /// Names the session: in the audit trail, and at the beginning of the secret itself.
    public let prefix: String
    /// Nil for a person without a tenant.
    public let tenant: TenantID?
    /// The name in the audit trail.
    public let actor: String
    /// The name for people.
    public let name: String
    /// The roles from the issuer or the key. Some may be unknown here.
    public let roles: [String]
    public let means: Means
    /// The prefix of the key that opened it.
    public let key: String?
    /// When it was last used, to the minute.
    public let usedAt: Timestamp
    /// When it ends, even if it is used.
    public let endsAt: Timestamp
    /// Until when the issuer has confirmed the person; nil if that is unlimited, or cannot be renewed.
    public let vouchedUntil: Timestamp?

    package init(
        prefix: String, tenant: TenantID?, actor: String, name: String, roles: [String], means: Means, key: String?,
        usedAt: Timestamp, endsAt: Timestamp, vouchedUntil: Timestamp?
    ) {
        self.prefix = prefix
        self.tenant = tenant
        self.actor = actor
        self.name = name
        self.roles = roles
        self.means = means
        self.key = key
        self.usedAt = usedAt
        self.endsAt = endsAt
        self.vouchedUntil = vouchedUntil
    }

    /// Whether it is valid: it has not ended, and was not unused for `idle`.
    public func isAlive(at now: Timestamp, idle: Duration) -> Bool { now < endsAt && now < idleEnd(idle) }

    /// When it ends if it is no longer used.
    public func idleEnd(_ idle: Duration) -> Timestamp { min(usedAt.adding(idle), endsAt) }
}

/// A new session.
public struct NewDeskSession: Sendable {
    public var tenant: TenantID?
    public var actor: String
    public var name: String
    public var roles: [String]
    public var means: DeskSession.Means
    public var key: String?
    public var endsAt: Timestamp
    public var tokens: DeskTokens?

    public init(
        tenant: TenantID?, actor: String, name: String, roles: [String], means: DeskSession.Means, key: String? = nil,
        endsAt: Timestamp, tokens: DeskTokens? = nil
    ) {
        self.tenant = tenant
        self.actor = actor
        self.name = name
        self.roles = roles
        self.means = means
        self.key = key
        self.endsAt = endsAt
        self.tokens = tokens
    }
}

/// The issuer's tokens beside the identity. They are sealed, so that a reader of the database cannot use them.
public struct DeskTokens: Sendable, Hashable {
    public var sealed: [UInt8]
    public var vouchedUntil: Timestamp?

    public init(sealed: [UInt8], vouchedUntil: Timestamp?) {
        self.sealed = sealed
        self.vouchedUntil = vouchedUntil
    }
}
