package import Glibc

/// The folder of one `docket up`: `.docket`, or the one of `--home`.
package struct HomeDirectory: Sendable, Equatable {
    /// Absolute, because the started processes have working directories of their own.
    package let path: String

    package init(_ path: String, workingDirectory: String) {
        let absolute = path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
        // Resolved by hand, because the folder need not exist yet.
        var parts: [Substring] = []
        for part in absolute.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        self.path = "/" + parts.joined(separator: "/")
    }

    package static func current(_ path: String) -> HomeDirectory {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let known = getcwd(&buffer, buffer.count) != nil
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return HomeDirectory(path, workingDirectory: known ? String(decoding: bytes, as: UTF8.self) : "/")
    }

    package var environmentFile: String { "\(path)/environment" }
    var lockFile: String { "\(path)/lock" }
    package var recordsFile: String { "\(path)/processes" }
    package var logs: String { "\(path)/logs" }
    package var blobs: String { "\(path)/blobs" }
    package var demo: String { "\(path)/demo" }
    /// The folder of files that each process keeps for its next start.
    package var runs: String { "\(path)/run" }
    /// Written at the first start, so that a second run offers the same address.
    package var brokerPortFile: String { "\(path)/broker-port" }
    package var tokenFile: String { "\(path)/token" }
    /// The secret that the secrets of call-outs are derived from.
    package var callOutSecretFile: String { "\(path)/callout-secret" }
    package var signingKeyFile: String { "\(path)/signing-key.pem" }
    package var sealingKeysFile: String { "\(path)/sealing-keys" }

    /// A link to the server's own log, in JSON lines. Output before logging begins is in its `logFile`.
    package var postgresLog: String { "\(logs)/postgres.json" }

    /// Creates the folder and those in it that are needed from the start.
    package func create() throws(CommandFailure) {
        for folder in [path, logs, blobs, runs] { try Self.makeFolder(folder) }
    }

    package static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(CommandFailure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            guard mkdir(made, mode) != 0, errno != EEXIST else { continue }
            throw .cannotCreate(made)
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure(.cannotCreate, "\(path) is not a folder", advice: "Choose another folder with --home.")
        }
    }
}

/// Locks a home for one `docket up`. The kernel releases the lock when the process ends for any reason.
package final class HomeLock: Sendable {
    private let descriptor: CInt

    package init(_ home: HomeDirectory) throws(CommandFailure) {
        let opened = open(home.lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .cannotCreate(home.lockFile) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let holder = (FileText.read(home.lockFile) ?? "").prefix { $0.isNumber }
            close(opened)
            throw CommandFailure(
                .homeInUse, "another `docket up`\(holder.isEmpty ? "" : " (pid \(holder))") runs in \(home.path)",
                advice: "Stop it first, or run this one beside it with another --home and another --port.")
        }
        descriptor = opened
        let pid = Array("\(getpid())\n".utf8)
        ftruncate(opened, 0)
        _ = pid.withUnsafeBytes { pwrite(opened, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(descriptor) }
}
