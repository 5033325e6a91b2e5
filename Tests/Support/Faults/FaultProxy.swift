public import EventLoop
import Synchronization

/// What a proxy does with one connection's bytes. Called by one task for each direction.
public protocol ProxiedConversation: Sendable {
    /// What the client sends: a look at it, before it is passed on as it is.
    func clientSends(_ bytes: [UInt8])
    /// What the server answers: what is passed on of it, or nil to cut the connection on both sides.
    func serverSends(_ bytes: [UInt8]) -> [UInt8]?
    /// Whether the connection is to be cut on both sides, now that these bytes were passed on.
    var isCut: Bool { get }
}

extension ProxiedConversation {
    public var isCut: Bool { false }
}

/// A TCP proxy in front of a server, which cuts connections where a conversation says so.
public final class FaultProxy: Sendable {
    private let listener: ListeningSocket
    private let server: SocketAddress
    private let loop: EventLoop
    private let begin: @Sendable () -> any ProxiedConversation

    public let port: Int

    /// Runs `body` with a proxy on a free port of 127.0.0.1. What is connected when it ends is cut.
    public static func run<T: Sendable>(
        to server: SocketAddress, on loop: EventLoop, begin: @escaping @Sendable (_ port: Int) -> any ProxiedConversation,
        _ body: (FaultProxy) async throws -> T
    ) async throws -> T {
        let proxy = try await loop.run {
            let listener = try ListeningSocket.bind(
                SocketAddress(ip: "127.0.0.1", port: 0), backlog: 64, reusePort: false, on: loop)
            return FaultProxy(listener, to: server, on: loop, begin)
        }
        let serving = loop.spawn { await proxy.serve() }
        let result: Result<T, any Error>
        do { result = .success(try await body(proxy)) } catch { result = .failure(error) }
        serving.cancel()
        await serving.value
        return try result.get()
    }

    private init(
        _ listener: ListeningSocket, to server: SocketAddress, on loop: EventLoop,
        _ begin: @escaping @Sendable (_ port: Int) -> any ProxiedConversation
    ) {
        let port = listener.localAddress.port ?? 0
        self.listener = listener
        self.server = server
        self.loop = loop
        self.port = port
        self.begin = { begin(port) }
    }

    private func serve() async {
        await withTaskGroup(of: Void.self) { group in
            while !Task.isCancelled, let client = try? await listener.accept() {
                group.addTask { [self] in await converse(client) }
            }
            group.cancelAll()
        }
        listener.close()
    }

    private func converse(_ client: StreamSocket) async {
        defer { client.close() }
        guard let upstream = try? await StreamSocket.connect(to: server, on: loop) else { return }
        defer { upstream.close() }
        let conversation = begin()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while let bytes = try? await client.read(maximum: 64 * 1024), !bytes.isEmpty {
                    conversation.clientSends(bytes)
                    guard (try? await upstream.write(bytes)) != nil, !conversation.isCut else { return }
                }
            }
            group.addTask {
                while let bytes = try? await upstream.read(maximum: 64 * 1024), !bytes.isEmpty {
                    guard let passed = conversation.serverSends(bytes) else { return }
                    guard !passed.isEmpty else { continue }
                    guard (try? await client.write(passed)) != nil, !conversation.isCut else { return }
                }
            }
            // Whichever side ends first ends both.
            await group.next()
            group.cancelAll()
        }
    }
}

/// How many of the next replies pass before one is lost, and how many were lost.
public final class ReplyLoss: Sendable {
    private let state = Mutex<(remaining: Int?, lost: Int)>((nil, 0))

    public init() {}

    /// Loses one reply, after `passing` more that pass.
    public func loseNext(passing: Int = 0) { state.withLock { $0.remaining = passing } }

    public var lost: Int { state.withLock { $0.lost } }

    /// Whether this reply is to be lost.
    func takes() -> Bool {
        state.withLock { state in
            guard let remaining = state.remaining else { return false }
            state.remaining = remaining == 0 ? nil : remaining - 1
            if remaining == 0 { state.lost += 1 }
            return remaining == 0
        }
    }
}
