public import EventLoop
public import Kafka
import Synchronization

/// Runs `body` with the address of a proxy in front of an embedded cluster of one broker. The answer to a produce request can
/// be lost on the way: the broker has appended, and the producer's connection ends before it hears so.
public func withLossyBroker<T: Sendable>(
    _ cluster: EmbeddedCluster, on loop: EventLoop,
    _ body: (_ configuration: KafkaConfiguration, _ acknowledgements: ReplyLoss) async throws -> T
) async throws -> T {
    let port = Int(cluster.bootstrapServers.split(separator: ":").last ?? "") ?? 0
    let acknowledgements = ReplyLoss()
    return try await FaultProxy.run(
        to: try SocketAddress(ip: "127.0.0.1", port: port), on: loop,
        begin: { KafkaConversation(acknowledgements, brokerPort: port, proxyPort: $0) }
    ) { proxy in
        var configuration = try EmbeddedBroker.configuration(cluster)
        configuration.bootstrapServers = "127.0.0.1:\(proxy.port)"
        return try await body(configuration, acknowledgements)
    }
}

/// Knows as much of the protocol as is needed: which answer belongs to which kind of request, and where in a metadata answer
/// the brokers' ports are, so that clients stay with the proxy.
private final class KafkaConversation: ProxiedConversation {
    private struct State {
        var fromClient: [UInt8] = []
        var fromServer: [UInt8] = []
        /// Kind and version of the requests that have not been answered, by their correlation id.
        var pending: [Int: (api: Int, version: Int)] = [:]
    }

    private static let (produce, metadata) = (0, 3)

    private let acknowledgements: ReplyLoss
    private let brokerPort: Int
    private let proxyPort: Int
    private let state = Mutex(State())

    init(_ acknowledgements: ReplyLoss, brokerPort: Int, proxyPort: Int) {
        self.acknowledgements = acknowledgements
        self.brokerPort = brokerPort
        self.proxyPort = proxyPort
    }

    func clientSends(_ bytes: [UInt8]) {
        state.withLock { state in
            state.fromClient += bytes
            while let frame = Self.takeFrame(&state.fromClient) {
                state.pending[frame.integer(at: 8, bytes: 4)] = (frame.integer(at: 4, bytes: 2), frame.integer(at: 6, bytes: 2))
            }
        }
    }

    func serverSends(_ bytes: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            state.fromServer += bytes
            var passed: [UInt8] = []
            while var frame = Self.takeFrame(&state.fromServer) {
                let request = state.pending.removeValue(forKey: frame.integer(at: 4, bytes: 4))
                if request?.api == Self.produce, acknowledgements.takes() { return nil }
                if let request, request.api == Self.metadata { redirect(&frame, version: request.version) }
                passed += frame
            }
            return passed
        }
    }

    /// The first whole frame, with its length of four bytes.
    private static func takeFrame(_ bytes: inout [UInt8]) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let end = 4 + bytes.integer(at: 0, bytes: 4)
        guard bytes.count >= end else { return nil }
        defer { bytes.removeFirst(end) }
        return Array(bytes[..<end])
    }

    /// Writes the proxy's port over the broker's. In versions before 9: the time of throttling (from 3 on), then a count of
    /// brokers, each an id, a host, a port and (from 1 on) a rack.
    private func redirect(_ frame: inout [UInt8], version: Int) {
        var position = 8 + (version >= 3 ? 4 : 0)
        let count = frame.integer(at: position, bytes: 4)
        position += 4
        for _ in 0..<count {
            position += 4
            position += 2 + frame.integer(at: position, bytes: 2)
            if frame.integer(at: position, bytes: 4) == brokerPort {
                for index in 0..<4 { frame[position + index] = UInt8(truncatingIfNeeded: proxyPort >> (24 - 8 * index)) }
            }
            position += 4
            guard version >= 1 else { continue }
            let rack = frame.integer(at: position, bytes: 2)
            position += 2 + (rack == 0xFFFF ? 0 : rack)
        }
    }
}

extension [UInt8] {
    /// Big-endian.
    fileprivate func integer(at offset: Int, bytes count: Int) -> Int {
        self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
