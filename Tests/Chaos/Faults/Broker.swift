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
        case controlled(program: String, port: Int, folder: String?, nodes: Int)
    }

    let kind: Kind

    var canBeStopped: Bool { if case .given = kind { false } else { true } }

    /// Of how many nodes it consists, as far as each can be killed by itself.
    var nodes: Int { if case .controlled(_, _, .some, let nodes) = kind { nodes } else { 1 } }

    /// What `docket up` needs to know.
    var environment: [String: String] {
        switch kind {
        case .embedded: [:]
        case .given(let servers): ["KAFKA_BOOTSTRAP_SERVERS": servers]
        case .controlled(_, let port, _, let nodes): ["KAFKA_BOOTSTRAP_SERVERS": Self.addresses(port, nodes)]
        }
    }

    var title: String {
        switch kind {
        case .embedded: "the embedded broker"
        case .given(let servers): "Kafka at \(servers)"
        case .controlled(_, let port, _, let nodes): "Apache Kafka at \(Self.addresses(port, nodes))"
        }
    }

    private static func addresses(_ port: Int, _ nodes: Int) -> String {
        (0..<nodes).map { "127.0.0.1:\(port + $0)" }.joined(separator: ",")
    }

    /// As the environment says: KAFKA_BOOTSTRAP_SERVERS names one that runs, DOCKET_TEST_KAFKA a program that can start and
    /// stop one, of so many nodes.
    static func choose(_ environment: [String: String], nodes: Int, folder: String) async throws -> Broker {
        func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let servers = given("KAFKA_BOOTSTRAP_SERVERS")
        guard nodes == 1 || given("DOCKET_TEST_KAFKA") != nil && servers == nil else {
            throw Program.Failed(
                description: "--nodes \(nodes) needs DOCKET_TEST_KAFKA, a program that starts so many, and no "
                    + "KAFKA_BOOTSTRAP_SERVERS")
        }
        guard let program = given("DOCKET_TEST_KAFKA") else {
            if let servers { return Broker(kind: .given(servers: servers)) }
            return Broker(kind: .embedded(port: try await FreePorts.one()))
        }
        guard let servers else {
            return Broker(
                kind: .controlled(program: program, port: try await FreePorts.one(), folder: "\(folder)/kafka", nodes: nodes))
        }
        guard let port = servers.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Program.Failed(description: "KAFKA_BOOTSTRAP_SERVERS must be host:port, not \(servers)")
        }
        return Broker(kind: .controlled(program: program, port: port, folder: nil, nodes: 1))
    }

    /// Where it is ours to start.
    func start() async throws {
        guard case .controlled(_, let port, _, let nodes) = kind else { return }
        try await control("start", ["--port", String(port)] + (nodes > 1 ? ["--nodes", String(nodes)] : []))
    }

    func takeDown() async throws { try await control("kill") }

    func erase() async throws { try await control("erase") }

    /// One node of several, numbered from 1.
    func takeDown(node: Int) async throws { try await control("kill", [String(node)]) }
    func bringUp(node: Int) async throws { try await control("node", [String(node)]) }

    /// Nothing of one that was started here is left.
    func remove() async {
        guard case .controlled(_, _, .some, _) = kind else { return }
        try? await erase()
    }

    private func control(_ verb: String, _ arguments: [String] = []) async throws {
        guard case .controlled(let program, let port, let folder, _) = kind else { return }
        let place = folder.map { ["--dir", $0] } ?? (arguments.isEmpty ? ["--port", String(port)] : [])
        _ = try await Program.check(program, [verb] + arguments + place, limit: .seconds(120))
    }
}
