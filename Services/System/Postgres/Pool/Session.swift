internal import EventLoop
internal import Glibc
internal import Synchronization

/// A connection that any task may use. Batches run on its loop, one at a time. Cancelling the task cancels the query on
/// the server.
final class Session: Sendable {
    let loop: EventLoop
    let openedAt = ContinuousClock.now
    /// What each transaction begins with behind a pooler: its limits. Nothing where the session has them.
    let prologue: [SQL]
    private let wire: WireConnection
    private let blocking: BlockingPool
    private let state: Mutex<State>

    private struct State {
        var operations: UInt64 = 0
        var running: UInt64?
        var runningSince: ContinuousClock.Instant?
        /// The cancel request in progress. The connection is not used before it has returned: it could cancel the next
        /// query.
        var cancellation: Task<Void, Never>?
        var isOpen = true
        var foundStaleAt: ContinuousClock.Instant?
        var isInTransaction = false
    }

    init(_ wire: WireConnection, prologue: [SQL], blocking: BlockingPool) {
        loop = wire.loop
        self.prologue = prologue
        self.wire = wire
        self.blocking = blocking
        state = Mutex(State())
    }

    /// Whether another batch outside of a transaction may be sent.
    var isReusable: Bool { state.withLock { $0.isOpen && $0.foundStaleAt == nil && !$0.isInTransaction && $0.running == nil } }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The start of the batch in which the connection was found to be stale; nil if it is not stale.
    var foundStaleAt: ContinuousClock.Instant? { state.withLock { $0.foundStaleAt } }

    /// For idle connections: whether no unexpected message has arrived, such as the server's termination notice.
    var isQuiet: Bool {
        var entry = pollfd(fd: wire.descriptor, events: Int16(POLLIN), revents: 0)
        return isOpen && poll(&entry, 1, 0) == 0
    }

    func isRunning(since instant: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.runningSince.map { $0 < instant } ?? false }
    }

    /// The process of the server that was named at log-in.
    var namedProcess: Int32 { wire.namedProcess }

    /// A batch that is a transaction by itself.
    func performAlone(_ batch: [SQL]) async -> Result<[PostgresRows], PostgresError> {
        await perform(prologue + batch).map { Array($0.dropFirst(prologue.count)) }
    }

    func perform(_ batch: [SQL], isCancellable: Bool = true) async -> Result<[PostgresRows], PostgresError> {
        await operate(isCancellable: isCancellable) { wire in await wire.perform(batch) }
    }

    func performScript(_ text: String) async -> Result<Void, PostgresError> {
        await operate(isCancellable: true) { wire in await wire.performScript(text) }
    }

    private func operate<Answer: Sendable>(
        isCancellable: Bool, _ body: @escaping @Sendable (WireConnection) async -> Result<Answer, PostgresError>
    ) async -> Result<Answer, PostgresError> {
        if isCancellable, Task.isCancelled { return .failure(.cancelled) }
        guard let operation = begin() else {
            return .failure(.misuse("Two batches were sent over one connection at the same time."))
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                _ = loop.spawn {
                    let answer = await body(self.wire)
                    continuation.resume(returning: await self.end(answer))
                }
            }
        } onCancel: {
            if isCancellable { cancel(operation) }
        }
    }

    private func begin() -> UInt64? {
        state.withLock { state in
            guard state.running == nil else { return nil }
            state.operations += 1
            state.running = state.operations
            state.runningSince = .now
            return state.operations
        }
    }

    private func cancel(_ operation: UInt64) {
        state.withLock { state in
            guard state.running == operation, state.cancellation == nil else { return }
            state.cancellation = loop.spawn { [handle = wire.cancelHandle, blocking] in
                // A full pool means that the query goes on to its end, as if the request had been lost.
                try? await blocking.run { handle.request() }
            }
        }
    }

    private func end<Answer>(_ answer: Result<Answer, PostgresError>) async -> Result<Answer, PostgresError> {
        let cancellation = state.withLock { state in
            defer { state.cancellation = nil }
            if wire.isStale, state.foundStaleAt == nil { state.foundStaleAt = state.runningSince }
            state.runningSince = nil
            state.isOpen = wire.isOpen
            state.isInTransaction = wire.isOpen && wire.isInTransaction
            return state.cancellation
        }
        await cancellation?.value
        state.withLock { $0.running = nil }
        if cancellation != nil, case .failure(let error) = answer, error.code == .timedOut { return .failure(.cancelled) }
        return answer
    }

    /// Closes the connection, whatever it is doing.
    @discardableResult
    func close() -> Task<Void, Never> {
        state.withLock { $0.isOpen = false }
        return loop.spawn { [wire] in wire.close() }
    }
}
