public import EventLoop
internal import Synchronization
public import Telemetry

/// Connections to one database, shared by the whole process and distributed over its loops.
///
/// Connections are made on demand, replaced when they are dead, and checked before they are leased. While the server is
/// not available, callers wait until the deadline, and the pool attempts to connect, with back-off.
public final class PostgresPool: PostgresExecutor {
    let configuration: PostgresConfiguration
    public let group: EventLoopGroup
    let connector: Connector
    let reconnect: ReconnectPolicy
    let logger: Logger
    let metrics: PoolMetrics?
    let state: Mutex<State>

    struct State {
        var machine: PoolStateMachine<Session>
        var continuations: [UInt64: CheckedContinuation<Result<Session, PostgresError>, Never>] = [:]
        var sessions: [ObjectIdentifier: Session] = [:]
        var lastWaiter: UInt64 = 0
        var lastTask: UInt64 = 0
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var isExpiring = false
        /// Connections that were opened before are not used again.
        private(set) var trustedSince: ContinuousClock.Instant?

        mutating func distrust(openedBefore instant: ContinuousClock.Instant) {
            trustedSince = max(trustedSince ?? instant, instant)
        }

        func oldestUsable(at now: ContinuousClock.Instant, lifetime: Duration) -> ContinuousClock.Instant {
            max(now - lifetime, trustedSince ?? now - lifetime)
        }
    }

    /// Makes no connection itself; `minimumConnections` are made in the background.
    public init(
        configuration: PostgresConfiguration, group: EventLoopGroup, logger: Logger, metrics: MetricsRegistry? = nil
    ) {
        self.configuration = configuration
        self.group = group
        self.logger = logger
        connector = Connector(configuration: configuration, blocking: group.blocking)
        reconnect = ReconnectPolicy(first: configuration.reconnectDelay, maximum: configuration.maximumReconnectDelay)
        self.metrics = metrics.map(PoolMetrics.init)
        state = Mutex(
            State(
                machine: PoolStateMachine(
                    minimum: configuration.minimumConnections, maximum: configuration.maximumConnections,
                    maximumWaiters: configuration.maximumWaiters)))
        start { [weak self] loop in
            while !Task.isCancelled {
                self?.sweep()
                try? await loop.sleep(for: .seconds(1))
            }
        }
    }

    // MARK: - Using it

    @discardableResult
    public func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
        guard !statements.isEmpty else { return [] }
        do {
            return try await pipelineOnce(statements)
        } catch  where error.isOfConnection {
            return try await pipelineOnce(statements)
        }
    }

    private func pipelineOnce(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
        let session = try await acquire()
        let answers = await session.performAlone(statements)
        release(session)
        return try answers.get()
    }

    /// Checks whether the database answers and takes changes. If it takes none, connections are made anew, for the next
    /// one may lead to the current primary.
    ///
    /// - Throws: `readOnly`, or the error of the query.
    public func checkTakesChanges() async throws(PostgresError) {
        let start = ContinuousClock.now
        let answer = try await query("select current_setting('transaction_read_only') = 'on' as is_read_only")
        guard try answer.first?.decode("is_read_only", as: Bool.self) ?? false else { return }
        distrust(openedBefore: start)
        throw .readOnly
    }

    /// Whether a pooler stands between: who let the connection in names another process than the one that carries out
    /// statements.
    public func leadsToPooler() async throws(PostgresError) -> Bool {
        let session = try await acquire()
        let answers = await session.performAlone(["select pg_backend_pid() as process"])
        release(session)
        return try answers.get().first?.first?.decode("process", as: Int32.self) != session.namedProcess
    }

    /// Leases a connection while `body` runs. Refused behind a pooler, where a connection is no session: a second pool
    /// has to lead to the server itself.
    public func withConnection<T: Sendable>(_ body: (PostgresConnection) async throws -> T) async throws -> T {
        guard configuration.pooling == .off else {
            throw PostgresError.misuse("This needs a session of the database, which a pooler gives to nobody.")
        }
        let session = try await acquire()
        defer { release(session) }
        let connection = PostgresConnection(session)
        defer { connection.markReturned() }
        return try await body(connection)
    }

    /// Runs `body` in a transaction. It commits when `body` returns, and rolls back when it throws. A transaction that
    /// was ended as not serializable or for a deadlock is run again, at most `attempts` times in all. One that was
    /// refused because of its connection is run again once. So `body` must not have effects elsewhere. Throws the error
    /// of `body`, or `PostgresError`.
    public func withTransaction<T: Sendable>(
        _ isolation: IsolationLevel = .readCommitted, attempts: Int = 6, _ body: (PostgresTransaction) async throws -> T
    ) async throws -> T {
        let retry = ReconnectPolicy(first: .milliseconds(2), maximum: .milliseconds(100))
        var attempt = 1
        var isOnNewConnection = false
        while true {
            do {
                let session = try await acquire()
                defer { release(session) }
                return try await PostgresTransaction.run(isolation, on: session, body)
            } catch let error as PostgresError where error.code == .serializationFailure && attempt < attempts {
                try await pause(retry.delay(afterFailures: attempt, random: .random(in: 0..<1)))
                attempt += 1
            } catch let error as PostgresError where error.isOfConnection && !isOnNewConnection {
                isOnNewConnection = true
            }
        }
    }

    private func pause(_ duration: Duration) async throws {
        let loop = EventLoop.current ?? group.next()
        try await loop.run { try await loop.sleep(for: duration) }
    }

    /// Closes idle connections now and the others on their return; waiters fail. Returns when the pool's tasks have
    /// ended.
    public func close() async {
        let (sessions, continuations, tasks) = state.withLock { state in
            let (idle, waiters) = state.machine.close()
            for session in idle { state.sessions[ObjectIdentifier(session)] = nil }
            return (idle, waiters.compactMap { state.continuations.removeValue(forKey: $0.id) }, Array(state.tasks.values))
        }
        for continuation in continuations { continuation.resume(returning: .failure(.poolClosed)) }
        for session in sessions { await session.close().value }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    // MARK: - Leasing

    private func acquire() async throws(PostgresError) -> Session {
        while true {
            let session = try await lease().get()
            // A connection that the server closed while it was idle is not handed out.
            if session.isQuiet { return session }
            session.close()
            release(session)
        }
    }

    private func lease() async -> Result<Session, PostgresError> {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in enqueue(id, continuation) }
        } onCancel: {
            abandon(id)
        }
    }

    private func enqueue(_ id: UInt64, _ continuation: CheckedContinuation<Result<Session, PostgresError>, Never>) {
        let waiter = PoolStateMachine<Session>.Waiter(id: id, deadline: .now + configuration.acquireTimeout)
        let here = EventLoop.current
        let (action, startsExpiring) = state.withLock { state in
            let action = state.machine.acquire(waiter) { session in here.map { session.loop === $0 } ?? false }
            guard case .wait = action else { return (action, false) }
            state.continuations[id] = continuation
            defer { state.isExpiring = true }
            return (action, !state.isExpiring)
        }
        switch action {
        case .lease(let session): continuation.resume(returning: .success(session))
        case .refuse(let error): continuation.resume(returning: .failure(error))
        case .wait(let connect):
            if connect { startConnecting() }
            if startsExpiring { start { [weak self] loop in await self?.expireWaiters(on: loop) } }
            // The cancellation may have come before the waiter was in the queue.
            if Task.isCancelled { abandon(id) }
        }
        observe()
    }

    private func abandon(_ id: UInt64) {
        let continuation = state.withLock { state in
            state.machine.remove(waiter: id) ? state.continuations.removeValue(forKey: id) : nil
        }
        continuation?.resume(returning: .failure(.cancelled))
    }

    private func expireWaiters(on loop: EventLoop) async {
        while true {
            let (continuations, error, next) = state.withLock { state in
                let (expired, error, next) = state.machine.expireWaiters(at: .now)
                if next == nil { state.isExpiring = false }
                return (expired.compactMap { state.continuations.removeValue(forKey: $0.id) }, error, next)
            }
            for continuation in continuations { continuation.resume(returning: .failure(error)) }
            guard let next else { return }
            do {
                try await loop.sleep(for: next - .now)
            } catch {
                return
            }
        }
    }

    private func release(_ session: Session) {
        let now = ContinuousClock.now
        // What one connection has learnt is true of all that were there.
        if let instant = session.foundStaleAt { distrust(openedBefore: instant) }
        act(
            on: state.withLock { state in
                let oldest = state.oldestUsable(at: now, lifetime: configuration.maximumLifetime)
                return state.machine.released(session, isUsable: session.isReusable && session.openedAt > oldest, at: now)
            })
    }

    private func distrust(openedBefore instant: ContinuousClock.Instant) {
        state.withLock { $0.distrust(openedBefore: instant) }
        sweep()
    }

    func act(on placement: PoolStateMachine<Session>.Placement) {
        switch placement {
        case .keep: break
        case .handOver(let session, let waiter):
            state.withLock { $0.continuations.removeValue(forKey: waiter.id) }?.resume(returning: .success(session))
        case .close(let session, let connect):
            state.withLock { _ = $0.sessions.removeValue(forKey: ObjectIdentifier(session)) }
            session.close()
            if connect { startConnecting() }
        }
        observe()
    }
}
