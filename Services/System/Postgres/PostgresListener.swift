public import EventLoop
internal import Synchronization
public import Telemetry

/// Follows notification channels over its own connection, and reconnects when it is lost. It needs a session: behind a
/// pooler, the configuration has to lead to the server itself.
///
/// Events are pulled: libpq keeps those that arrive until the caller asks for the next one.
public final class PostgresListener: Sendable {
    public enum Event: Hashable, Sendable {
        /// Listening has begun, or begun again. Earlier notifications may have been missed, so read the tables once.
        case listening
        case notification(PostgresNotification)
    }

    private let channels: [String]
    private let loop: EventLoop
    private let connector: Connector
    private let reconnect: ReconnectPolicy
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var wire: WireConnection?
        var failures = 0
        var isAsking = false
    }

    public init(channels: [String], configuration: PostgresConfiguration, group: EventLoopGroup, logger: Logger) {
        precondition(configuration.pooling == .off, "a pooler hands on no notifications")
        self.channels = channels
        self.logger = logger
        loop = group.next()
        connector = Connector(configuration: configuration, blocking: group.blocking)
        reconnect = ReconnectPolicy(first: configuration.reconnectDelay, maximum: configuration.maximumReconnectDelay)
    }

    /// Waits for the next event without a limit, and connects first if necessary. One task asks at a time. Throws only
    /// `.cancelled` and `.misuse`.
    public func next() async throws(PostgresError) -> Event {
        let isFirst = state.withLock { state in
            defer { state.isAsking = true }
            return !state.isAsking
        }
        guard isFirst else { throw .misuse("Two tasks asked a listener for its next event.") }
        defer { state.withLock { $0.isAsking = false } }
        do {
            return try await loop.run { try await self.nextOnLoop() }
        } catch {
            throw .cancelled
        }
    }

    private func nextOnLoop() async throws -> Event {
        while true {
            try Task.checkCancellation()
            do {
                guard let wire = state.withLock({ $0.wire }) else {
                    try await listen()
                    return .listening
                }
                return .notification(try await wire.nextNotification())
            } catch is PostgresError {
                state.withLock { $0.wire = nil }
            }
        }
    }

    private func listen() async throws {
        let failures = state.withLock { $0.failures }
        if failures > 0 {
            try await loop.sleep(for: reconnect.delay(afterFailures: failures, random: .random(in: 0..<1)))
        }
        do {
            let wire = try await connector.connect(on: loop, attempt: failures)
            let statements = channels.map { channel in SQL(stringLiteral: "listen \(quoted(channel))") }
            if case .failure(let error) = await wire.perform(statements) {
                wire.close()
                throw error
            }
            state.withLock { state in
                state.wire = wire
                state.failures = 0
            }
        } catch {
            state.withLock { $0.failures += 1 }
            logger.warning("Listening for notifications failed; trying again.", ["error": .string("\(error)")])
            throw error
        }
    }

    /// LISTEN takes an identifier, not a parameter.
    private func quoted(_ identifier: String) -> String {
        let parts = identifier.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        return "\"" + parts.map { String(Substring($0)) }.joined(separator: "\"\"") + "\""
    }

    /// Closes the connection. Cancel a task that waits for the next event first.
    public func close() async {
        let wire = state.withLock { state in
            defer { state.wire = nil }
            return state.wire
        }
        guard let wire else { return }
        if !loop.hasEnded { await loop.spawn { wire.close() }.value }
    }
}

/// A notification that arrived.
public struct PostgresNotification: Hashable, Sendable {
    public let channel: String
    public let payload: String
}
