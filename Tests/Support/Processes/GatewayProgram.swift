import EventLoop
import FoundationEssentials
import Glibc
import Postgres

/// The gateway's own program over a database and a folder, which may be killed and started again.
///
/// The target that uses it depends on `IntakeGateway`, so that the program lies beside its tests.
public final class GatewayProgram: Sendable {
    public let port: Int
    public let folder: String
    public let database: TestDatabase
    private let token: String
    private let isAlive: @Sendable (Int) async throws -> Bool
    private let running = Slot()

    /// Holds the program that runs.
    private actor Slot {
        var program: StartedProgram?
        func set(_ new: StartedProgram?) { program = new }
    }

    /// `token` is of the tenant `acme`; `isAlive` asks the gateway at a port whether it answers.
    public static func run(
        token: String, isAlive: @escaping @Sendable (_ port: Int, TestDatabase) async throws -> Bool,
        _ body: (GatewayProgram) async throws -> Void
    ) async throws {
        try await TestDatabase.runMigrated { database in
            let folder = try TemporaryFolder("gateway")
            let gateway = GatewayProgram(
                port: try await FreePorts.one(), folder: folder.path, database: database, token: token
            ) { port in try await isAlive(port, database) }
            do {
                try await gateway.start()
                try await body(gateway)
            } catch {
                let said = await gateway.output
                await gateway.kill()
                throw Program.Failed(description: "\(error)\n\(said.suffix(2_000))")
            }
            await gateway.kill()
        }
    }

    private init(
        port: Int, folder: String, database: TestDatabase, token: String,
        isAlive: @escaping @Sendable (Int) async throws -> Bool
    ) {
        self.port = port
        self.folder = folder
        self.database = database
        self.token = token
        self.isAlive = isAlive
    }

    public var output: String { get async { await running.program?.output ?? "" } }

    /// `wrapper` is what the program is started through; `more` comes over its variables.
    public func start(through wrapper: [String] = [], with more: [String: String] = [:]) async throws {
        var environment = [
            "DATABASE_URL": database.configuration.connectionString, "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1",
            "DOCKET_ADMIN_API": "off", "DOCKET_ADMIN_ADDRESS": "127.0.0.1:0",
            "DOCKET_BLOBS": folder, "DOCKET_HTTP_ADDRESS": "127.0.0.1:\(port)",
            "DOCKET_TOKENS": "acme=\(token)", "DOCKET_SEALING_KEYS": try SealingKeyFile.path(),
        ]
        environment.merge(more) { $1 }
        let path = try BuiltPrograms.path("IntakeGateway")
        let command = wrapper + [path]
        let program = try await Program.start(command[0], Array(command.dropFirst()), environment: environment)
        await running.set(program)
        try await eventually("the gateway answers", within: .seconds(60)) {
            if let status = program.process.status { throw Hopeless(description: "the gateway \(status)") }
            return try await isAlive(port)
        }
    }

    /// SIGKILL, unless another one is said: nothing is ended in good order.
    public func kill(by signal: CInt = 9 /* SIGKILL */) async {
        guard let program = await running.program else { return }
        program.process.signalGroup(signal)
        _ = await program.process.wait()
        await running.set(nil)
    }
}
