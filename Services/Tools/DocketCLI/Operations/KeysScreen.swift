import Domain
import FoundationEssentials
import Shared

/// What `docket keys` prints.
enum KeysScreen {
    /// One key, as JSON.
    struct Line: Encodable, Sendable {
        let prefix: String
        let tenant: String
        let role: String
        let name: String?
        let state: String
        let createdAt: String
        let createdBy: String
        let expiresAt: String?
        let revokedAt: String?
        let lastUsedAt: String?
        /// When it is made, and never again.
        let key: String?

        init(_ key: APIKey, token: OpaqueToken? = nil) {
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
    }

    static func made(_ key: APIKey, _ token: OpaqueToken, style: Style) -> [String] {
        [
            style.bold(token.text), "",
            "  It is shown this once: keep it where secrets are kept. \(key.role.rawValue) of \(key.tenant), "
                + (key.expiresAt.map { "until \($0)" } ?? "until it is revoked") + ".",
        ]
    }

    static func list(_ keys: [APIKey], style: Style) -> [String] {
        guard !keys.isEmpty else { return ["No keys."] }
        var table = Table()
        for key in keys {
            let line = Line(key)
            table.row(
                line.prefix, line.tenant, line.role, line.state, line.lastUsedAt.map { "used \($0)" } ?? "never used",
                line.expiresAt.map { "until \($0)" } ?? "no end", line.name ?? "")
        }
        return table.lines { style.accent($0) }
    }
}
