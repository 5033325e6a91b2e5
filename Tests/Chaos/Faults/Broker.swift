import EventLoop
import Glibc
import Support

/// The Kafka that the suite runs on, and what can be done to it.
struct Broker: Sendable {
    enum Kind: Sendable {
        /// The one that `docket up` carries, in the memory of a process.
        case embedded(port: Int)
        /// Apache Kafka that runs already, and that nothing is done to.
        case given(servers: String)
        /// Apache Kafka with a program that starts, kills and erases it; `folder` is nil where it was started by somebody else.
        case controlled(program: String, port: Int, folder: String?)
    }

    let kind: Kind

    var canBeStopped: Bool { if case .given = kind { false } else { true } }

    /// What `docket up` needs to know.
    var environment: [String: String] {
        switch kind {
        case .embedded: [:]
        case .given(let servers): ["KAFKA_BOOTSTRAP_SERVERS": servers]
        case .controlled(_, let port, _): ["KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:\(port)"]
        }
    }

    var title: String {
        switch kind {
        case .embedded: "the embedded broker"
        case .given(let servers): "Kafka at \(servers)"
        case .controlled(_, let port, _): "Apache Kafka at 127.0.0.1:\(port)"
        }
    }

    /// As the environment says: KAFKA_BOOTSTRAP_SERVERS names one that runs, DOCKET_TEST_KAFKA a program that can start and
    /// stop one.
    static func choose(_ environment: [String: String], folder: String) async throws -> Broker {
        func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let servers = given("KAFKA_BOOTSTRAP_SERVERS")
        guard let program = given("DOCKET_TEST_KAFKA") else {
            if let servers { return Broker(kind: .given(servers: servers)) }
            return Broker(kind: .embedded(port: try await FreePorts.one()))
        }
        guard let servers else {
            return Broker(kind: .controlled(program: program, port: try await FreePorts.one(), folder: "\(folder)/kafka"))
        }
        guard let port = servers.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Program.Failed(description: "KAFKA_BOOTSTRAP_SERVERS must be host:port, not \(servers)")
        }
        return Broker(kind: .controlled(program: program, port: port, folder: nil))
    }

    /// Where it is ours to start.
    func start() async throws {
        guard case .controlled(_, let port, _) = kind else { return }
        try await control("start", ["--port", String(port)])
    }

    func takeDown() async throws { try await control("kill") }

    func erase() async throws { try await control("erase") }

    /// Nothing of one that was started here is left.
    func remove() async {
        guard case .controlled(_, _, .some) = kind else { return }
        try? await erase()
    }

    private func control(_ verb: String, _ arguments: [String] = []) async throws {
        guard case .controlled(let program, let port, let folder) = kind else { return }
        let place = folder.map { ["--dir", $0] } ?? (arguments.isEmpty ? ["--port", String(port)] : [])
        _ = try await Program.check(program, [verb] + arguments + place, limit: .seconds(120))
    }
}
