public import Shared

/// Somebody who has signed in at the desk, in one browser, without the session's secret.
public struct DeskSession: Sendable, Hashable {
    /// How they have shown who they are.
    public enum Means: String, Sendable, Hashable, CaseIterable {
        /// A key of the installation.
        case key
        /// OpenID Connect.
        case openid
    }

    /// Names it: in the audit trail, and at the beginning of the secret itself.
    public let prefix: String
    /// Nil for who belongs to no tenant.
    public let tenant: TenantID?
    /// As the audit trail names them.
    public let actor: String
    /// What people call them.
    public let name: String
    /// As the issuer or the key names them; some may not be known here.
    public let roles: [String]
    public let means: Means
    /// The key that it was opened with, by its prefix.
    public let key: String?
    public let createdAt: Timestamp
    /// When it was last used, to the minute about.
    public let usedAt: Timestamp
    /// When it ends, however much it is used.
    public let endsAt: Timestamp
    /// Until when the issuer has vouched for them; nil where that is not limited, or cannot be asked for anew.
    public let vouchedUntil: Timestamp?

    package init(
        prefix: String, tenant: TenantID?, actor: String, name: String, roles: [String], means: Means, key: String?,
        createdAt: Timestamp, usedAt: Timestamp, endsAt: Timestamp, vouchedUntil: Timestamp?
    ) {
        self.prefix = prefix
        self.tenant = tenant
        self.actor = actor
        self.name = name
        self.roles = roles
        self.means = means
        self.key = key
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.endsAt = endsAt
        self.vouchedUntil = vouchedUntil
    }

    /// Whether it still counts for who may leave it unused for so long.
    public func isAlive(at now: Timestamp, idle: Duration) -> Bool { now < endsAt && now < idleEnd(idle) }

    /// When it ends if nobody uses it.
    public func idleEnd(_ idle: Duration) -> Timestamp { min(usedAt.adding(idle), endsAt) }
}

/// A session that is to be opened.
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

/// What the issuer has given beside the word on who it is: sealed, for whoever reads the database shall not be able to use it.
public struct DeskTokens: Sendable, Hashable {
    public var sealed: [UInt8]
    public var vouchedUntil: Timestamp?

    public init(sealed: [UInt8], vouchedUntil: Timestamp?) {
        self.sealed = sealed
        self.vouchedUntil = vouchedUntil
    }
}
