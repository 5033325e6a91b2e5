package import Domain
import FoundationEssentials
import Shared

/// A key in JSON, for the API and the command line.
package struct KeyDescription: Codable, Sendable {
    package let prefix: String
    package let tenant: String
    package let role: String
    package let name: String?
    package let state: String
    package let createdAt: String
    package let createdBy: String
    package let expiresAt: String?
    package let revokedAt: String?
    package let lastUsedAt: String?
    /// Only in the answer to its creation.
    package private(set) var key: String?

    package init(_ key: APIKey, token: OpaqueToken? = nil) {
        prefix = key.prefix
        tenant = key.tenant.rawValue
        role = key.role.rawValue
        name = key.name
        state = key.status(at: Timestamp(Date())).rawValue
        createdAt = key.createdAt.description
        createdBy = key.createdBy
        expiresAt = key.expiresAt?.description
        revokedAt = key.revokedAt?.description
        lastUsedAt = key.lastUsedAt?.description
        self.key = token?.text
    }

    package var withoutSecret: KeyDescription {
        var key = self
        key.key = nil
        return key
    }
}
