import CommandSupport
import EventLoop
import Glibc

/// A private Postgres cluster. The first start creates its files. It listens on a Unix socket in a folder that only its
/// user and root may enter, and on no network.
struct EmbeddedPostgres: Sendable {
    let installation: PostgresInstallation
    let placement: ClusterPlacement
    let account: ServerAccount?
    let home: HomeDirectory

    /// Finds the programs; creates nothing.
    static func plan(home: HomeDirectory, placement: ClusterPlacement) throws(CommandFailure) -> EmbeddedPostgres {
        let installation = try PostgresInstallation.choose(
            from: PostgresInstallation.installed(), existing: FileText.read("\(placement.dataFolder)/PG_VERSION"),
            dataFolder: placement.dataFolder)
        return EmbeddedPostgres(
            installation: installation, placement: placement, account: try ServerAccount.forThisProcess(), home: home)
    }

    // MARK: - Before it starts

    /// Creates the cluster if there is none, and prepares its folders. Takes about a second the first time.
    func prepare(on loop: EventLoop) async throws {
        if let folder = placement.folderOutsideOfHome { try makeOwnFolder(folder, mode: 0o711, owner: nil) }
        try makeOwnFolder(placement.socketFolder, mode: 0o700, owner: account)
        if access("\(placement.dataFolder)/PG_VERSION", F_OK) != 0 { try await makeCluster(on: loop) }
        removeStaleLock()
        unlink(home.postgresLog)
        symlink(jsonLog, home.postgresLog)
    }

    /// Creates the cluster in a folder beside it and renames that when complete: an interrupted first start leaves no
    /// incomplete cluster.
    private func makeCluster(on loop: EventLoop) async throws {
        let draft = "\(placement.dataFolder).new"
        try await Tool.run("/bin/rm", ["-rf", draft], on: loop)
        try makeOwnFolder(draft, mode: 0o700, owner: account)
        let log = try LogFile.open("\(home.logs)/initdb.log")
        defer { close(log) }
        var options = ChildProcess.Options(
            executable: installation.initdb,
            arguments: [
                "--pgdata=\(draft)", "--username=\(ClusterPlacement.user)", "--auth=trust", "--encoding=UTF8",
                "--locale=C.UTF-8", "--no-instructions",
            ], environment: Self.environment, workingDirectory: "/")
        options.standardOutput = .descriptor(log)
        options.standardError = .descriptor(log)
        options.identity = identity
        let status = try await ChildProcess.spawn(options, on: loop).wait()
        guard status.isSuccess else {
            let last = FileText.lastLine("\(home.logs)/initdb.log") ?? "it said nothing"
            throw CommandFailure(
                .startFailed, "initdb \(status): \(last)", advice: "All of what it said is in \(home.logs)/initdb.log.")
        }
        guard rename(draft, placement.dataFolder) == 0 else { throw CommandFailure.cannotCreate(placement.dataFolder) }
    }

    /// Creates a folder that belongs to the given user (or to this one). An existing folder of another user is refused:
    /// every user may write to the parent folders outside of the home.
    private func makeOwnFolder(_ path: String, mode: mode_t, owner: ServerAccount?) throws(CommandFailure) {
        if mkdir(path, mode) != 0, errno != EEXIST { throw .cannotCreate(path) }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid() || status.st_uid == owner?.userID
        else {
            throw CommandFailure(.cannotCreate, "\(path) exists and is not docket's", advice: "Remove it, or use another --home.")
        }
        guard chmod(path, mode) == 0 else { throw .cannotCreate(path) }
        if let owner, chown(path, owner.userID, owner.groupID) != 0 { throw .cannotCreate(path) }
    }

    /// Removes a `postmaster.pid` of a crashed server, with which Postgres would not start. It names a process that has
    /// ended or, in a container, where pids start over, an unrelated one.
    private func removeStaleLock() {
        let path = "\(placement.dataFolder)/postmaster.pid"
        guard let text = FileText.read(path) else { return }
        if let file = PostmasterFile(parsing: text), ProcessTable.isPostgres(file.pid, dataFolder: placement.dataFolder) {
            return
        }
        unlink(path)
        let socket = "\(placement.socketFolder)/.s.PGSQL.\(ClusterPlacement.port)"
        unlink(socket)
        unlink("\(socket).lock")
    }

    // MARK: - Running

    func start(log: CInt, on loop: EventLoop) throws -> ChildProcess {
        removeStaleLock()
        var options = ChildProcess.Options(
            executable: installation.server, arguments: arguments, environment: Self.environment,
            workingDirectory: placement.dataFolder)
        options.standardOutput = .descriptor(log)
        options.standardError = .descriptor(log)
        options.ownProcessGroup = true
        options.identity = identity
        return try ChildProcess.spawn(options, on: loop)
    }

    /// Whether the server reports that it is ready.
    var isReady: Bool {
        FileText.read("\(placement.dataFolder)/postmaster.pid").flatMap(PostmasterFile.init(parsing:))?.isReady ?? false
    }

    /// The server's log in JSON lines.
    var jsonLog: String { "\(placement.dataFolder)/log/postgres.json" }

    private var identity: ChildProcess.Options.Identity? {
        account.map { .init(userID: $0.userID, groupID: $0.groupID) }
    }

    /// Settings that differ from the defaults are passed here, so that a newer docket changes them in existing clusters.
    private var arguments: [String] {
        let settings = [
            "listen_addresses=", "port=\(ClusterPlacement.port)", "unix_socket_directories=\"\(placement.socketFolder)\"",
            "max_connections=200", "jit=off", "logging_collector=on", "log_destination=jsonlog", "log_directory=log",
            "log_filename=postgres", "log_rotation_age=0", "log_rotation_size=0",
        ]
        return ["-D", placement.dataFolder] + settings.flatMap { ["-c", $0] }
    }

    private static let environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC"]
}
