import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The gateway's own program, and what a test asks of it over the wire.
struct GatewayProcess: Sendable {
    private let program: GatewayProgram

    static func run(_ body: (GatewayProcess) async throws -> Void) async throws {
        try await GatewayProgram.run(token: GatewayUnderTest.token) { port, database in
            try await client(at: port, database).with(token: nil).send("GET", "/health/live").status == 200
        } _: { program in
            try await body(GatewayProcess(program: program))
        }
    }

    var port: Int { program.port }
    var folder: String { program.folder }
    var database: TestDatabase { program.database }
    var output: String { get async { await program.output } }
    var client: WireClient { get throws { try Self.client(at: port, database) } }

    func start(through wrapper: [String] = [], with more: [String: String] = [:]) async throws {
        try await program.start(through: wrapper, with: more)
    }

    func kill(by signal: CInt = SIGKILL) async { await program.kill(by: signal) }

    private static func client(at port: Int, _ database: TestDatabase) throws -> WireClient {
        WireClient(
            address: try SocketAddress(ip: "127.0.0.1", port: port), loop: database.group.next(),
            token: GatewayUnderTest.token)
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
