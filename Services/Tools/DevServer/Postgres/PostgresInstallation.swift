import CommandSupport
import Glibc

/// The server programs of one major version of PostgreSQL; Debian installs several versions side by side.
struct PostgresInstallation: Sendable, Equatable {
    let version: Int
    let binaries: String

    var server: String { "\(binaries)/postgres" }
    var initdb: String { "\(binaries)/initdb" }

    private static let root = "/usr/lib/postgresql"

    /// The installed versions, the newest first.
    static func installed(root: String = PostgresInstallation.root) -> [PostgresInstallation] {
        FolderNames.all(in: root).compactMap { name in
            guard let version = Int(name) else { return nil }
            let installation = PostgresInstallation(version: version, binaries: "\(root)/\(name)/bin")
            return access(installation.server, X_OK) == 0 && access(installation.initdb, X_OK) == 0 ? installation : nil
        }.sorted { $0.version > $1.version }
    }

    /// The version that can open the data, or the newest one without data. `existing`: the content of the cluster's
    /// `PG_VERSION`.
    static func choose(from installed: [PostgresInstallation], existing: String?, dataFolder: String) throws(CommandFailure)
        -> PostgresInstallation
    {
        guard let newest = installed.first else {
            throw CommandFailure(
                .startFailed, "PostgreSQL is not installed: there is no server under \(root)",
                advice: "Install it with `apt-get install postgresql`, or set DATABASE_URL to a server that exists.")
        }
        guard let existing, let version = Int(existing.filter { $0.isNumber }) else { return newest }
        if let match = installed.first(where: { $0.version == version }) { return match }
        throw CommandFailure(
            .startFailed, "\(dataFolder) was made by PostgreSQL \(version), which is not installed (but \(newest.version) is)",
            advice: "Install `postgresql-\(version)`, use another --home, or remove the folder if its data is not needed.")
    }
}
