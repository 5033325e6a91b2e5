import FoundationEssentials
import IntakeClient
import Shared
import Synchronization

/// How long the Swift client waits before it follows a live stream again, over connections that bring what a case says and are then cut.
enum StreamPauses {
    static func of(_ step: JSONValue) async throws -> JSONValue {
        guard case .array(let connections)? = step["connections"] else { return .null }
        let wire = Wire(
            connections.map { connection in
                guard case .array(let pieces) = connection else { return [] }
                return pieces.compactMap(\.text)
            })
        let client = try IntakeClient(baseURL: "http://gateway.test", token: nil, transport: wire, time: wire)
        // Ends with what a client does not try again.
        try? await client.follow(.random()) { _ in true }
        return .object(["pauses": .array(wire.pauses.map { .number($0 / .seconds(1)) })])
    }

    private final class Wire: GatewayTransport, ClientTime {
        private let state: Mutex<(left: [[String]], pauses: [Duration])>

        init(_ connections: [[String]]) { state = Mutex((connections, [])) }

        var pauses: [Duration] { state.withLock { $0.pauses } }
        var now: Date { Date(timeIntervalSince1970: 0) }

        func sleep(for duration: Duration) async throws { state.withLock { $0.pauses.append(duration) } }

        func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
            throw IntakeClientError(code: .invalidRequest, isRetriable: false, description: "Nobody asks for that.")
        }

        func download(
            _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
        ) async throws(IntakeClientError) -> GatewayResponse {
            let connection = state.withLock { $0.left.isEmpty ? nil : $0.left.removeFirst() }
            for piece in connection ?? [] { try? await sink(Array(piece.utf8)) }
            throw IntakeClientError(code: .unreachable, isRetriable: connection != nil, description: "It was cut.")
        }
    }
}
