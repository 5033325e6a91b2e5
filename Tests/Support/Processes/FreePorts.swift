import EventLoop
import Synchronization

/// Ports of 127.0.0.1 for the programs that tests start, outside of the range that the system gives to outgoing connections.
public enum FreePorts {
    /// What this run has given out. Whoever was given a port listens at it only a while later, so nobody else is given the same.
    private static let given = Mutex<Set<Int>>([])

    /// A port that nobody listens at, and that nobody was given before.
    public static func one() async throws -> Int { try await withTaken { $0 } }

    /// Such a port whose fellow, so far above it, is free as well: for a program that listens at both.
    public static func one(withFellow distance: Int) async throws -> Int { try await withTaken([0, distance]) { $0 } }

    /// Runs `body` while this process listens at a port, whose number it is given.
    public static func withTaken<T: Sendable>(
        _ offsets: [Int] = [0], _ body: @escaping @Sendable (Int) async throws -> T
    ) async throws -> T {
        let loop = try await Program.group.value.next()
        // The sockets belong to the loop, so their life passes there.
        return try await loop.run {
            for _ in 0..<100 {
                let port = Int.random(in: 12_000..<20_000)
                let ports = offsets.map { port + $0 }
                guard
                    given.withLock({ given in
                        guard given.isDisjoint(with: ports) else { return false }
                        given.formUnion(ports)
                        return true
                    })
                else { continue }
                let sockets = ports.compactMap {
                    try? ListeningSocket.bind(SocketAddress(ip: "127.0.0.1", port: $0), on: loop)
                }
                defer { for socket in sockets { socket.close() } }
                guard sockets.count == ports.count else { continue }
                return try await body(port)
            }
            throw Program.Failed(description: "No free port on 127.0.0.1.")
        }
    }
}
