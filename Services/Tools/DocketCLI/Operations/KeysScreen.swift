import CommandSupport
import Domain
import FoundationEssentials
import Operations
import Shared

/// The output of `docket keys`.
enum KeysScreen {

    /// A new key, which is shown only this once.
    static func made(_ key: KeyDescription, style: Style) -> [String] {
        [
            style.bold(key.key ?? ""), "",
            "  It is shown this once: keep it where secrets are kept. \(key.role) of \(key.tenant), "
                + (key.expiresAt.map { "until \($0)" } ?? "until it is revoked") + ".",
        ]
    }

    static func list(_ keys: [KeyDescription], style: Style) -> [String] {
        guard !keys.isEmpty else { return ["No keys."] }
        var table = Table()
        for line in keys {
            table.row(
                line.prefix, line.tenant, line.role, line.state, line.lastUsedAt.map { "used \($0)" } ?? "never used",
                line.expiresAt.map { "until \($0)" } ?? "no end", line.name ?? "")
        }
        return table.lines { style.accent($0) }
    }
}
