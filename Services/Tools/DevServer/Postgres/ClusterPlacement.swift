import CommandSupport
import Crypto
import Glibc

/// Where the cluster's files and its socket lie.
///
/// They belong into the home. But a server that runs under another user must be able to walk there (`/root` lets nobody
/// through), and the path of a Unix socket has room for 107 bytes only.
struct ClusterPlacement: Sendable, Equatable {
    let dataFolder: String
    let socketFolder: String
    /// Holds the data when the home cannot be reached by the server's user.
    let folderOutsideOfHome: String?

    static let port = 5432
    private static let longestSocketPath = 107

    /// For a home of this machine, and the user that Postgres will run as.
    static func decide(home: HomeDirectory) -> ClusterPlacement {
        let isReachable = geteuid() != 0 || isReachableByOthers(home.path)
        return decide(home: home, tag: String(Hex.encode(SHA256.hash(home.path)).prefix(10)), isReachable: isReachable)
    }
    /// `tag`: a short text that tells homes apart, from the digest of the home's path.
    /// `isReachable`: whether the server's user can walk to a folder.
    static func decide(home: HomeDirectory, tag: String, isReachable: Bool) -> ClusterPlacement {
        let fallback = "/var/tmp/docket-\(tag)"
        let base = isReachable ? home.path : fallback
        let socket = "\(base)/socket"
        let fits = "\(socket)/.s.PGSQL.\(port)".utf8.count <= longestSocketPath
        return ClusterPlacement(
            dataFolder: "\(base)/postgres", socketFolder: fits ? socket : "/tmp/docket-\(tag)",
            folderOutsideOfHome: isReachable ? nil : fallback)
    }

    /// Whether everybody may walk through each folder of the path.
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

    /// For psql, the services, and whoever reads the environment file.
    var databaseURL: String { databaseURL(named: Self.database) }

    func databaseURL(named database: String) -> String {
        "postgresql://\(Self.user)@/\(database)?host=\(SignatureV4.escaped(socketFolder, keepsSlashes: true))&port=\(Self.port)"
    }

    static let user = "docket"
    static let database = "docket"
}
