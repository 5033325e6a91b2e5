import CommandSupport
import Glibc

/// The user of Postgres if `docket` runs as root, because Postgres refuses to run as root.
struct ServerAccount: Sendable, Equatable {
    let name: String
    let userID: uid_t
    let groupID: gid_t

    /// Nil if this process is not root: then Postgres runs as the same user.
    static func forThisProcess() throws(CommandFailure) -> ServerAccount? {
        guard geteuid() == 0 else { return nil }
        for name in ["postgres", "nobody"] {
            if let account = lookUp(name) { return account }
        }
        throw CommandFailure(
            .startFailed, "Postgres does not run as root, and this machine has neither a user `postgres` nor `nobody`",
            advice: "Run docket as another user, or set DATABASE_URL to a server that exists.")
    }

    private static func lookUp(_ name: String) -> ServerAccount? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return ServerAccount(name: name, userID: entry.pw_uid, groupID: entry.pw_gid)
    }
}
