import EventLoop
import Synchronization

/// Ports of 127.0.0.1 for the programs that tests start, outside of the range that the system gives to outgoing connections.
public enum FreePorts {
    /// What this run has given out. Whoever was given a port listens at it only a while later, so nobody else is given the same.
    private static let given = Mutex<Set<Int>>([])

    /// A port that nobody listens at, and that nobody was given before.
    public static func one() async throws -> Int { try await withTaken { $0 } }

    /// Runs `body` while this process listens at a port, whose number it is given.
    public static func withTaken<T: Sendable>(_ body: @escaping @Sendable (Int) async throws -> T) async throws -> T {
        let loop = try await Program.group.value.next()
        // The socket belongs to the loop, so its life passes there.
        return try await loop.run {
            for _ in 0..<100 {
                let port = Int.random(in: 12_000..<20_000)
                guard given.withLock({ $0.insert(port).inserted }) else { continue }
                guard let socket = try? ListeningSocket.bind(SocketAddress(ip: "127.0.0.1", port: port), on: loop) else {
                    continue
                }
                defer { socket.close() }
                return try await body(port)
            }
            throw Program.Failed(description: "No free port on 127.0.0.1.")
        }
    }
}
