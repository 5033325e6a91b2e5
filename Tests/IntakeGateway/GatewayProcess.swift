import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The gateway's own program over a database and a folder, which may be killed and started again.
final class GatewayProcess: Sendable {
    let port: Int
    let folder: String
    let database: TestDatabase
    private let running = Slot()

    /// Holds the program that runs.
    private actor Slot {
        var program: StartedProgram?
        func set(_ new: StartedProgram?) { program = new }
    }

    static func run(_ body: (GatewayProcess) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            let folder = try TemporaryFolder("gateway")
            let gateway = GatewayProcess(port: try await FreePorts.one(), folder: folder.path, database: database)
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

    private init(port: Int, folder: String, database: TestDatabase) {
        self.port = port
        self.folder = folder
        self.database = database
    }

    var client: WireClient {
        get throws {
            WireClient(
                address: try SocketAddress(ip: "127.0.0.1", port: port), loop: database.group.next(),
                token: GatewayUnderTest.token)
        }
    }

    var output: String { get async { await running.program?.output ?? "" } }

    /// `wrapper` is what the program is started through.
    func start(through wrapper: [String] = []) async throws {
        let environment = [
            "DATABASE_URL": database.configuration.connectionString, "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1",
            "DOCKET_ADMIN_ADDRESS": "127.0.0.1:0", "DOCKET_BLOBS": folder, "DOCKET_HTTP_ADDRESS": "127.0.0.1:\(port)",
            "DOCKET_TOKENS": "acme=\(GatewayUnderTest.token)",
        ]
        let path = try BuiltPrograms.path("IntakeGateway")
        let command = wrapper + [path]
        let program = try await Program.start(command[0], Array(command.dropFirst()), environment: environment)
        await running.set(program)
        try await eventually("the gateway answers", within: .seconds(60)) {
            if let status = program.process.status { throw Hopeless(description: "the gateway \(status)") }
            return try await client.with(token: nil).send("GET", "/health/live").status == 200
        }
    }

    /// SIGKILL: nothing is ended in good order.
    func kill() async {
        guard let program = await running.program else { return }
        program.process.signalGroup(SIGKILL)
        _ = await program.process.wait()
        await running.set(nil)
    }

    /// A document of a new draft; returns its path.
    func document() async throws -> String {
        let draft = try await client.send("POST", "/v1/submissions", json: #"{"journey": "proof-of-address"}"#)
        let id = try draft.json()["id"]?.string ?? ""
        let date = CalendarDate.today.adding(days: -10)
        let added = try await client.send(
            "POST", "/v1/submissions/\(id)/documents", json: #"{"type": "utility-bill", "issueDate": "\#(date)"}"#)
        guard added.status == 201, let location = added.headers["location"] else { throw UnexpectedAnswer(added) }
        return location
    }
}
