import EventLoop
import FoundationEssentials
import Glibc
import Postgres
import Synchronization
import Telemetry

/// A private Postgres cluster in a folder of its own, reached over a Unix socket.
///
/// A small shell watches a pipe whose other end this process holds: when the process ends, however it ends, the shell stops
/// the server and removes the folder. Works for root, too, by starting the server as `postgres`.
public final class TemporaryPostgres: Sendable {
    public struct StartFailure: Error, CustomStringConvertible {
        public let description: String

        /// Whether another server has the port.
        var isOfPort: Bool { description.contains("Address already in use") }
    }

    /// The cluster that all tests of this process share; each takes a database of its own.
    public static func shared() async throws -> TemporaryPostgres { try await sharedCluster.value }

    private static let sharedCluster = Task.detached { try await TemporaryPostgres.start() }

    /// The folder that holds the socket.
    public let directory: String
    public let port: Int
    private let group: EventLoopGroup
    private let supervisor: ChildProcess
    private let databases = Atomic(0)

    private init(directory: String, port: Int, group: EventLoopGroup, supervisor: ChildProcess) {
        self.directory = directory
        self.port = port
        self.group = group
        self.supervisor = supervisor
    }

    /// Starts a cluster of one's own, for tests that stop it.
    public static func start() async throws -> TemporaryPostgres { try await start(arguments: []) }

    /// Starts a standby of this cluster, which follows it by streaming replication.
    public func startStandby() async throws -> TemporaryPostgres { try await Self.start(arguments: [connectionString()]) }

    private static func start(arguments: [String]) async throws -> TemporaryPostgres {
        for _ in 1...20 {
            do { return try await startOnce(arguments: arguments) } catch let failure as StartFailure where failure.isOfPort {}
        }
        return try await startOnce(arguments: arguments)
    }

    /// On a port of the dice: somebody else may have it.
    private static func startOnce(arguments: [String]) async throws -> TemporaryPostgres {
        let directory = try makeDirectory()
        let group = try EventLoopGroup(threads: 1, blockingThreads: 2, name: "postgres-test")
        let port = Int.random(in: 20_000..<30_000)
        var options = ChildProcess.Options(
            executable: "/bin/sh",
            arguments: ["-c", supervisorScript, "temporary-postgres", directory, String(port)] + arguments,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"], workingDirectory: "/")
        options.lifeline = 3
        options.ownProcessGroup = true
        let pipe = try OwnedPipe()
        options.standardOutput = .descriptor(pipe.writer)
        options.standardError = .discard
        let supervisor = try ChildProcess.spawn(options, on: group.next())
        pipe.closeWriter()
        let cluster = TemporaryPostgres(directory: directory, port: port, group: group, supervisor: supervisor)
        guard try await answer(from: pipe, on: group.blocking).hasPrefix("ready") else {
            let logs = ["/log", "/server-log"].map { (try? String(contentsOfFile: directory + $0, encoding: .utf8)) ?? "" }
            await cluster.stop()
            throw StartFailure(description: "Postgres did not start: \(logs.joined(separator: "\n").suffix(2000))")
        }
        return cluster
    }

    /// Stops the server at once and removes its folder.
    public func stop() async {
        supervisor.signal(SIGTERM)
        _ = await supervisor.wait()
        await group.shutdown()
    }

    // MARK: - Databases

    public func connectionString(database: String = "postgres") -> String {
        "host=\(directory) port=\(port) user=docket dbname=\(database)"
    }

    /// Over TCP, by the name `localhost`.
    public func networkConnectionString(database: String = "postgres") -> String {
        "postgresql://docket@localhost:\(port)/\(database)"
    }

    /// A new database, as a copy of `template` if one is named. It goes with the cluster.
    public func makeDatabase(template: String? = nil) async throws -> String {
        let name = "test_\(databases.add(1, ordering: .relaxed).newValue)"
        try await administer("create database \(name)\(template.map { " template \($0)" } ?? "")")
        return name
    }

    /// Carries out one statement as the owner of the cluster.
    public func administer(_ statement: String) async throws { _ = try await answers(statement) }

    /// Whether the answer has rows. A standby answers, too.
    public func answers(_ statement: String, database: String = "postgres") async throws -> Bool {
        let connection = connectionString(database: database) + " target_session_attrs=any"
        let pool = PostgresPool(
            configuration: PostgresConfiguration(connectionString: connection, minimumConnections: 0), group: group,
            logger: .silent)
        do {
            let rows = try await pool.query(SQL(stringLiteral: statement))
            await pool.close()
            return !rows.isEmpty
        } catch {
            await pool.close()
            throw error
        }
    }

    // MARK: - Faults

    public enum ShutdownMode: String, Sendable { case smart, fast, immediate }

    /// Stops the server and starts it again.
    public func restart(_ mode: ShutdownMode) async throws {
        try await control(["restart", "-m", mode.rawValue])
    }

    /// From now on whoever comes over TCP needs a password.
    public func requirePasswords() async throws {
        try await run(
            #"""
            rules=$(cat "$dir/data/pg_hba.conf")
            { echo 'host all all all scram-sha-256'; echo "$rules"; } >"$dir/data/pg_hba.conf"
            exec $as "$bin/pg_ctl" reload -D "$dir/data"
            """#, ["\(port)"])
        try await eventually("the server has read its rules") {
            try await self.answers("select 1 from pg_hba_file_rules where auth_method = 'scram-sha-256'")
        }
    }

    public func stopServer(_ mode: ShutdownMode) async throws { try await control(["stop", "-m", mode.rawValue]) }

    public func startServer() async throws { try await control(["start"]) }

    /// Makes a standby the primary of a time-line of its own.
    public func promote() async throws { try await control(["promote"]) }

    /// Takes no changes any more, over old connections as over new ones: what happens to a primary in whose place another one
    /// stepped.
    public func makeReadOnly() async throws {
        try await administer("alter system set default_transaction_read_only = on")
        try await control(["reload"])
        try await eventually("the server takes no changes") {
            try await self.answers("select 1 where current_setting('transaction_read_only') = 'on'")
        }
    }

    /// Forgets all that it held, and follows another cluster at the same address.
    public func become(standbyOf primary: TemporaryPostgres) async throws {
        try await run(
            """
            primary="$2"
            $as "$bin/pg_ctl" stop -m immediate -D "$dir/data"
            rm -rf "$dir/data"
            \(Self.functions)
            fill && settings >>"$dir/data/postgresql.conf" && exec $as "$bin/pg_ctl" start -w -t 180 -D "$dir/data" -l "$dir/server-log"
            """, ["\(port)", primary.connectionString()])
    }

    /// Says of no change that it is made before the standby has it, too.
    public func waitForStandby() async throws {
        try await eventually("a standby follows") {
            try await self.answers("select from pg_stat_replication where state = 'streaming'")
        }
        try await administer("alter system set synchronous_standby_names = '*'")
        try await control(["reload"])
        // Commits wait once the checkpointer has read it, which it does before its next checkpoint.
        try await eventually("the setting is read") {
            try await self.answers("select 1 where current_setting('synchronous_standby_names') = '*'")
        }
        try await administer("checkpoint")
    }

    /// Waits for no standby any more.
    public func goOnAlone() async throws {
        try await administer("alter system reset synchronous_standby_names")
        try await control(["reload"])
    }

    private func control(_ command: [String]) async throws {
        try await run(#"shift; exec $as "$bin/pg_ctl" "$@" -w -D "$dir/data" -l "$dir/server-log""#, ["\(port)"] + command)
    }

    /// Of the script, the folder is `dir` and the port `port`.
    private func run(_ script: String, _ arguments: [String]) async throws {
        let script = """
            \(Self.prelude)
            dir="$1"; shift; port="$1"
            \(script)
            """
        var options = ChildProcess.Options(
            executable: "/bin/sh", arguments: ["-c", script, "postgres", directory] + arguments,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], workingDirectory: "/")
        options.standardOutput = .discard
        options.standardError = .discard
        let status = await (try ChildProcess.spawn(options, on: group.next())).wait()
        guard status.isSuccess else { throw StartFailure(description: "\(arguments.joined(separator: " ")): \(status)") }
    }

    // MARK: - Starting

    private static let prelude = """
        set -u
        bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
        as=''
        if [ "$(id -u)" = 0 ]; then as='setpriv --reuid=postgres --regid=postgres --clear-groups'; fi
        """

    private static let functions = """
        settings() {
            echo "unix_socket_directories = '$dir'"
            echo "listen_addresses = '127.0.0.1'"
            echo "port = $port"
            echo "fsync = off"
            echo "full_page_writes = off"
            echo "max_connections = 400"
        }
        fill() {
            if [ -n "$primary" ]; then
                $as "$bin/pg_basebackup" --pgdata "$dir/data" --write-recovery-conf --checkpoint fast --no-sync --dbname "$primary"
            else
                $as "$bin/initdb" -D "$dir/data" -U docket -A trust -N -E UTF8 --locale=C.UTF-8
            fi
        }
        """

    private static let supervisorScript = """
        \(prelude)
        dir="$1"; port="$2"; primary="${3:-}"
        reader=''
        finish() {
            [ -n "$reader" ] && kill "$reader"
            $as "$bin/pg_ctl" stop -m immediate -D "$dir/data" >/dev/null 2>&1
            rm -rf "$dir"
            exit 0
        }
        trap finish TERM
        trap '' INT HUP PIPE
        if [ -n "$as" ]; then chown postgres "$dir"; fi
        \(functions)
        # The server must not hold the reading end of the pipe.
        if fill >"$dir/log" 2>&1 3<&- &&
            settings >>"$dir/data/postgresql.conf" &&
            $as "$bin/pg_ctl" start -w -t 180 -D "$dir/data" -l "$dir/server-log" >/dev/null 2>&1 3<&-
        then echo ready; else echo failed; fi
        exec >/dev/null
        while read -r _ <&3; do :; done &
        reader=$!
        wait $reader
        finish
        """

    private static func makeDirectory() throws -> String {
        var template = Array("/tmp/docket-postgres-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw StartFailure(description: "mkdtemp failed") }
        _ = chmod(path, 0o755)
        return String(cString: path)
    }

    /// The shell says one word when it is done; nothing if it was killed.
    private static func answer(from descriptor: OwnedPipe, on pool: BlockingPool) async throws -> String {
        try await pool.run {
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = read(descriptor.reader, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
    }

    private final class OwnedPipe: Sendable {
        let reader: CInt
        let writer: CInt

        init() throws {
            var ends: [CInt] = [-1, -1]
            guard pipe(&ends) == 0 else { throw StartFailure(description: "pipe failed") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reader, writer) = (ends[0], ends[1])
        }

        func closeWriter() { _ = close(writer) }

        deinit { _ = close(reader) }
    }
}
