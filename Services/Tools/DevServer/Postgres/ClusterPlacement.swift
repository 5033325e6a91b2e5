import CommandSupport
import Crypto
import Glibc
import Shared

/// The places of the cluster's files and of its socket.
///
/// They belong into the home. There are two exceptions: a server that runs under another user must be able to enter the
/// folder (`/root` is closed to others), and the path of a Unix socket has at most 107 bytes.
struct ClusterPlacement: Sendable, Equatable {
    let dataFolder: String
    let socketFolder: String
    /// The folder of the data if the server's user cannot reach the home.
    let folderOutsideOfHome: String?

    static let port = 5432
    private static let longestSocketPath = 107

    /// For a home of this machine, and the user that Postgres will run as.
    static func decide(home: HomeDirectory) -> ClusterPlacement {
        let isReachable = geteuid() != 0 || isReachableByOthers(home.path)
        return decide(home: home, tag: String(Hex.encode(SHA256.hash(home.path)).prefix(10)), isReachable: isReachable)
    }
    /// `tag`: a short text from the digest of the home's path, different for each home. `isReachable`: whether the
    /// server's user can enter a folder.
    static func decide(home: HomeDirectory, tag: String, isReachable: Bool) -> ClusterPlacement {
        let fallback = "/var/tmp/docket-\(tag)"
        let base = isReachable ? home.path : fallback
        let socket = "\(base)/socket"
        let fits = "\(socket)/.s.PGSQL.\(port)".utf8.count <= longestSocketPath
        return ClusterPlacement(
            dataFolder: "\(base)/postgres", socketFolder: fits ? socket : "/tmp/docket-\(tag)",
            folderOutsideOfHome: isReachable ? nil : fallback)
    }

    /// Whether every user may enter each folder of the path.
    static func isReachableByOthers(_ path: String) -> Bool {
        var walked = ""
        for part in path.split(separator: "/") {
            walked += "/\(part)"
            var status = stat()
            guard stat(walked, &status) == 0 else { return false }
            if status.st_mode & S_IXOTH == 0 { return false }
        }
        return true
    }

    /// For psql, the services, and readers of the environment file.
    var databaseURL: String { databaseURL(named: Self.database) }

    func databaseURL(named database: String) -> String {
        "postgresql://\(Self.user)@/\(database)?host=\(SignatureV4.escaped(socketFolder, keepsSlashes: true))&port=\(Self.port)"
    }

    static let user = "docket"
    static let database = "docket"
}
