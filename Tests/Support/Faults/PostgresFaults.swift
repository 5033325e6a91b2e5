import EventLoop
public import Postgres
import Synchronization
import Telemetry

extension TestDatabase {
    /// Runs `body` with a pool whose connections lead through a proxy. The reply to a COMMIT (or another command) can be lost on
    /// the way: the server has carried it out, and the client's connection ends before it hears so.
    public func withLossyPool<T: Sendable>(
        losing command: String = "COMMIT", _ body: (_ pool: PostgresPool, _ replies: ReplyLoss) async throws -> T
    ) async throws -> T {
        let replies = ReplyLoss()
        let server = try SocketAddress(ip: "127.0.0.1", port: cluster.port)
        return try await FaultProxy.run(to: server, on: group.next(), begin: { _ in PostgresConversation(command, replies) }) {
            proxy in
            var configuration = configuration
            // Of a word that is there twice the last one counts.
            configuration.connectionString += " host=127.0.0.1 port=\(proxy.port) sslmode=disable gssencmode=disable"
            let pool = PostgresPool(configuration: configuration, group: group, logger: .silent)
            let result: Result<T, any Error>
            do { result = .success(try await body(pool, replies)) } catch { result = .failure(error) }
            await pool.close()
            return try result.get()
        }
    }
}

/// Finds the replies to a command in what the server sends: messages of a type byte, a length that counts itself, and a content.
private final class PostgresConversation: ProxiedConversation {
    private let command: [UInt8]
    private let replies: ReplyLoss
    private let unread = Mutex<[UInt8]>([])

    init(_ command: String, _ replies: ReplyLoss) {
        self.command = Array(command.utf8)
        self.replies = replies
    }

    func clientSends(_ bytes: [UInt8]) {}

    func serverSends(_ bytes: [UInt8]) -> [UInt8]? {
        unread.withLock { unread in
            unread += bytes
            while unread.count >= 5 {
                let length = unread[1..<5].reduce(0) { $0 << 8 | Int($1) }
                guard unread.count > length else { break }
                let content = unread[5..<1 + length]
                // A tag is the command alone, or the command and how many rows it was about.
                let tag = content.prefix { ![0, UInt8(ascii: " ")].contains($0) }
                let isLosable = unread[0] == UInt8(ascii: "C") && tag.elementsEqual(command)
                unread.removeFirst(1 + length)
                if isLosable, replies.takes() { return nil }
            }
            return bytes
        }
    }
}
