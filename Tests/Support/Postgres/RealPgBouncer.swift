import EventLoop
import FoundationEssentials
import Glibc
public import Postgres
import Synchronization

/// Debian's PgBouncer in transaction mode, before the Postgres of a test: each transaction may get another session.
public final class RealPgBouncer: Sendable {
    public let port: Int
    private let folder: TemporaryFolder
    private let program = Mutex<StartedProgram?>(nil)

    /// Runs `body` with one that holds so many connections to each database. It is stopped when `body` is over, also when that
    /// fails.
    public static func run<T: Sendable>(
        before cluster: TemporaryPostgres, connections: Int = 4, _ body: (RealPgBouncer) async throws -> T
    ) async throws -> T {
        let port = try await FreePorts.one()
        let configuration = """
            [databases]
            * = host=\(cluster.directory) port=\(cluster.port) user=docket
            [pgbouncer]
            pool_mode = transaction
            default_pool_size = \(connections)
            max_client_conn = 400
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = any

            """
        return try await run(configuration: configuration, port: port, body)
    }

    /// Likewise, configured in full: to listen at `port` of 127.0.0.1.
    public static func run<T: Sendable>(
        configuration: String, port: Int, _ body: (RealPgBouncer) async throws -> T
    ) async throws -> T {
        let pooler = RealPgBouncer(port: port, folder: try TemporaryFolder("pgbouncer"))
        // It runs as a user of its own when the tests run as root.
        chmod(pooler.folder.path, 0o755)
        try Data(configuration.utf8).write(to: URL(filePath: pooler.settings))
        let result: Result<T, any Error>
        do {
            try await pooler.start()
            result = .success(try await body(pooler))
        } catch {
            result = .failure(error)
        }
        await pooler.kill()
        return try result.get()
    }

    private init(port: Int, folder: TemporaryFolder) { (self.port, self.folder) = (port, folder) }

    private var settings: String { "\(folder.path)/pgbouncer.ini" }

    public func start() async throws {
        let asPostgres = ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=KILL", "pgbouncer"]
        let started =
            geteuid() == 0
            ? try await Program.start("setpriv", asPostgres + [settings]) : try await Program.start("pgbouncer", [settings])
        program.withLock { $0 = started }
        try await eventually("PgBouncer listens") {
            if let status = started.process.status { throw Hopeless(description: "pgbouncer \(status): \(started.output)") }
            return started.output.contains("process up")
        }
    }

    /// At once: clients lose their connections, whatever they are doing.
    public func kill() async {
        let running = program.withLock { program in
            defer { program = nil }
            return program
        }
        await running?.stop(SIGKILL)
    }

    public func connectionString(database: String) -> String { "postgresql://docket@127.0.0.1:\(port)/\(database)" }

    /// The same database, by way of the pooler. Of a word that is there twice the last one counts.
    public func lead(_ configuration: inout PostgresConfiguration) {
        configuration.connectionString += " host=127.0.0.1 port=\(port) sslmode=disable gssencmode=disable"
        configuration.pooling = .transaction
    }
}
