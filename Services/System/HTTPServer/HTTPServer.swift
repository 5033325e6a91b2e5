public import EventLoop
import Synchronization
public import Telemetry

/// An HTTP/1.1 server on a group of event loops.
///
/// One socket listens on one loop and distributes the connections to all loops in turn. A connection stays on its loop,
/// and its handlers run there. (A listening socket for each loop would need SO_REUSEPORT: a second process could then
/// take the same port unnoticed, and closing a socket would drop its queued connections.)
public final class HTTPServer: Sendable {
    private struct State {
        var listener: ListeningSocket?
        var accepting: Task<Void, Never>?
        var connections: [ObjectIdentifier: (connection: ServerConnection, task: Task<Void, Never>)] = [:]
        /// The number of connections of each address. No entries without connections.
        var perAddress: [IPAddress: Int] = [:]
    }

    private let context: ServerContext
    private let group: EventLoopGroup
    private let permits: AsyncSemaphore
    private let state = Mutex(State())

    public init(
        configuration: HTTPServerConfiguration, router: Router, group: EventLoopGroup, logger: Logger, metrics: MetricsRegistry
    ) {
        context = ServerContext(
            configuration: configuration, router: router, logger: logger, metrics: ServerMetrics(metrics),
            pool: group.blocking)
        self.group = group
        permits = AsyncSemaphore(permits: configuration.maximumConnections)
    }

    /// Listens and begins to accept. Call it once, from any thread.
    ///
    /// - Returns: The address, with the port that the system chose if 0 was given.
    /// - Throws: `SocketError`, such as `addressInUse`.
    @discardableResult
    public func start() throws(SocketError) -> SocketAddress {
        let configuration = context.configuration
        let loop = group.next()
        let listener = try ListeningSocket.bind(configuration.address, backlog: configuration.backlog, on: loop)
        state.withLock { state in
            state.listener = listener
            state.accepting = loop.spawn { await self.accept(from: listener) }
        }
        context.logger.info("listening", ["address": .string(listener.localAddress.description)])
        return listener.localAddress
    }

    /// Stops accepting, closes idle connections, and finishes the requests in progress; their answers say `Connection:
    /// close`. After the grace period it cancels the rest. Callable from any task except a handler's.
    public func shutdown(gracePeriod: Duration) async {
        context.stop.set()
        let (listener, accepting) = state.withLock { ($0.listener, $0.accepting) }
        if let listener { try? await listener.loop.run { listener.close() } }
        await accepting?.value
        let connections = state.withLock { Array($0.connections.values) }
        for (connection, _) in connections { try? await connection.loop.run { connection.closeIfIdle() } }
        let loop = group.next()
        _ = try? await withDeadline(gracePeriod, on: loop) {
            for (_, task) in connections { try await Self.wait(for: task) }
        }
        for (_, task) in connections { task.cancel() }
        for (_, task) in connections { await task.value }
    }

    /// Waits for a task until the waiting task is cancelled.
    private static func wait(for task: Task<Void, Never>) async throws {
        let ended = AsyncSignal<Void>()
        let waiting = Task {
            await task.value
            ended.send()
        }
        defer { waiting.cancel() }
        try await ended.wait()
    }

    /// The number of open connections.
    public var connectionCount: Int { state.withLock { $0.connections.count } }

    // MARK: - Accepting

    private func accept(from listener: ListeningSocket) async {
        while !Task.isCancelled {
            do {
                try await permits.acquire()
            } catch {
                return
            }
            do throws(SocketError) {
                serve(try await listener.accept(on: group.next()))
            } catch {
                permits.release()
                guard error.isRetriable else { return }
                context.logger.warning("accepting a connection failed", ["error": .string(error.detail)])
                // Out of descriptors: others must end first.
                do { try await listener.loop.sleep(for: .milliseconds(50)) } catch { return }
            }
        }
    }

    private func serve(_ socket: StreamSocket) {
        let peer = socket.peerAddress.flatMap(IPAddress.init)
        // A trusted proxy speaks for many; it counts their connections itself.
        let address = peer.flatMap { context.configuration.proxies.contains($0) ? nil : $0.customer }
        let connection = ServerConnection(socket: socket, peer: peer, context: context) { [weak self] in self?.cancel($0) }
        let id = ObjectIdentifier(connection)
        let isAdmitted = state.withLock { state in
            if let address {
                let count = state.perAddress[address, default: 0]
                guard count < context.configuration.maximumConnectionsPerAddress else { return false }
                state.perAddress[address] = count + 1
            }
            // Under the lock, so that the task cannot remove itself before it is in the table.
            let task = socket.loop.spawn {
                await connection.serve()
                self.ended(id, address)
            }
            state.connections[id] = (connection, task)
            return true
        }
        if isAdmitted {
            context.metrics.connectionOpened()
        } else {
            // The socket closes with its last reference, which is here.
            context.metrics.connectionRefused()
            permits.release()
        }
    }

    private func ended(_ id: ObjectIdentifier, _ address: IPAddress?) {
        state.withLock { state in
            state.connections.removeValue(forKey: id)
            guard let address, let count = state.perAddress[address] else { return }
            state.perAddress[address] = count > 1 ? count - 1 : nil
        }
        context.metrics.connectionClosed()
        permits.release()
    }

    /// Cancels the work for a client that has left.
    private func cancel(_ connection: ServerConnection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)]?.task }?.cancel()
    }
}

/// The shared parts of all connections of a server.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let router: Router
    let logger: Logger
    let metrics: ServerMetrics
    /// Runs blocking calls.
    let pool: BlockingPool
    let answerHeaders: AnswerHeaders
    let readBudget: ReadBudget
    /// Bounds how many lasting answers open at the same time.
    let openings = AsyncSemaphore(permits: 32)
    let stop = StopFlag()

    init(
        configuration: HTTPServerConfiguration, router: Router, logger: Logger, metrics: ServerMetrics, pool: BlockingPool
    ) {
        self.configuration = configuration
        self.router = router
        self.logger = logger
        self.metrics = metrics
        self.pool = pool
        answerHeaders = AnswerHeaders(configuration.answerHeaders)
        readBudget = ReadBudget(total: configuration.maximumBufferedBytes)
    }
}

/// Whether the server is stopping: each later answer is its connection's last.
final class StopFlag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
