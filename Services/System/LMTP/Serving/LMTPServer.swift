public import EventLoop
import Synchronization
public import Telemetry

/// Listens for LMTP on a loop. For mail servers of one's own network: there is no encryption and no sign-in.
public final class LMTPServer: Sendable {
    public struct Configuration: Sendable {
        public var address: SocketAddress
        /// The name by which it introduces itself.
        public var host: String
        public var limits: LMTPSession.Limits
        /// Each holds one message at most; others wait to be let in.
        public var connections: Int
        /// How long a client may send nothing.
        public var silence: Duration

        public init(
            address: SocketAddress, host: String, limits: LMTPSession.Limits = LMTPSession.Limits(), connections: Int = 4,
            silence: Duration = .seconds(300)
        ) {
            (self.address, self.host, self.limits) = (address, host, limits)
            (self.connections, self.silence) = (connections, silence)
        }
    }

    private struct State {
        var listener: ListeningSocket?
        var accepting: Task<Void, Never>?
        var connections: [ObjectIdentifier: (connection: LMTPConnection, task: Task<Void, Never>)] = [:]
    }

    private let configuration: Configuration
    private let handler: any LMTPHandler
    private let group: EventLoopGroup
    private let logger: Logger
    private let permits: AsyncSemaphore
    private let state = Mutex(State())

    public init(_ configuration: Configuration, handler: any LMTPHandler, group: EventLoopGroup, logger: Logger) {
        (self.configuration, self.handler, self.group, self.logger) = (configuration, handler, group, logger)
        permits = AsyncSemaphore(permits: configuration.connections)
    }

    /// Listens, and begins to accept. Callable from any thread, once.
    ///
    /// - Returns: the address, with the port that the system chose where it was asked to.
    @discardableResult
    public func start() throws(SocketError) -> SocketAddress {
        let loop = group.next()
        // Who may enter the folder of a Unix socket may deliver: a mail server runs under a name of its own.
        let listener = try ListeningSocket.bind(configuration.address, backlog: 64, permissions: 0o666, on: loop)
        state.withLock { state in
            state.listener = listener
            state.accepting = loop.spawn { await self.accept(from: listener) }
        }
        logger.info("listening for mail", ["address": .string(listener.localAddress.description)])
        return listener.localAddress
    }

    /// Stops accepting, sends those away who are at nothing, and lets messages that are there be answered within the grace period.
    public func shutdown(gracePeriod: Duration) async {
        let (listener, accepting) = state.withLock { ($0.listener, $0.accepting) }
        if let listener { try? await listener.loop.run { listener.close() } }
        accepting?.cancel()
        await accepting?.value
        let connections = state.withLock { Array($0.connections.values) }
        for (connection, _) in connections { try? await connection.loop.run { connection.stop() } }
        _ = try? await withDeadline(gracePeriod, on: group.next()) {
            for (_, task) in connections {
                try await withTaskCancellationHandler {
                    await task.value
                    try Task.checkCancellation()
                } onCancel: {
                    task.cancel()
                }
            }
        }
        for (_, task) in connections { task.cancel() }
        for (_, task) in connections { await task.value }
    }

    private func accept(from listener: ListeningSocket) async {
        while !Task.isCancelled {
            do { try await permits.acquire() } catch { return }
            do throws(SocketError) {
                serve(try await listener.accept(on: group.next()))
            } catch {
                permits.release()
                guard error.isRetriable else { return }
                logger.warning("accepting a mail server failed", ["error": .string(error.detail)])
                do { try await listener.loop.sleep(for: .milliseconds(50)) } catch { return }
            }
        }
    }

    private func serve(_ socket: StreamSocket) {
        let connection = LMTPConnection(
            socket, LMTPSession(host: configuration.host, limits: configuration.limits), handler: handler,
            silence: configuration.silence)
        let id = ObjectIdentifier(connection)
        state.withLock { state in
            // Under the lock, so that the task cannot remove itself before it is in the table.
            let task = socket.loop.spawn {
                await connection.serve()
                self.state.withLock { _ = $0.connections.removeValue(forKey: id) }
                self.permits.release()
            }
            state.connections[id] = (connection, task)
        }
    }
}
