internal import EventLoop
internal import Synchronization
internal import Telemetry

/// The background work of the pool: it makes connections and maintains them.
extension PostgresPool {
    // MARK: - Connecting

    func startConnecting() {
        start { [weak self] loop in await self?.connect(on: loop) }
    }

    private var prologue: [SQL] { configuration.pooling == .transaction ? [configuration.limits(isLocal: true)] : [] }

    private func connect(on loop: EventLoop) async {
        while true {
            do {
                let wire = try await connector.connect(on: loop, attempt: state.withLock { $0.machine.failures })
                let session = Session(wire, prologue: prologue, blocking: group.blocking)
                let (placement, more) = state.withLock { state in
                    state.sessions[ObjectIdentifier(session)] = session
                    return (state.machine.connected(session, at: .now), state.machine.connectMore())
                }
                act(on: placement)
                for _ in 0..<more { startConnecting() }
                return
            } catch {
                guard case .retry(let failures) = state.withLock({ $0.machine.connectingFailed(error) }) else { return }
                let delay = reconnect.delay(afterFailures: failures, random: .random(in: 0..<1))
                logger.warning(
                    "The database cannot be reached; trying again.",
                    [
                        "failures": LogValue(failures), "retry_in_ms": LogValue(milliseconds: delay),
                        "error": .string(error.debugDescription),
                    ])
                // A cancelled sleep means that the pool is closing: the next round finds that out and stops.
                try? await loop.sleep(for: delay)
            }
        }
    }

    /// Starts a task of the pool on one of the loops.
    func start(_ body: @escaping @Sendable (EventLoop) async -> Void) {
        let loop = group.next()
        state.withLock { state in
            guard !state.machine.isClosed else { return }
            state.lastTask += 1
            let id = state.lastTask
            state.tasks[id] = loop.spawn { [weak self] in
                await body(loop)
                self?.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
            }
        }
    }

    // MARK: - Upkeep

    /// Closes idle connections that are dead or too old, keeps the minimum, and gives up those whose server does not
    /// answer.
    func sweep() {
        let now = ContinuousClock.now
        let silentSince = now - configuration.statementTimeout - .seconds(10)
        let (worn, more, silent) = state.withLock { state in
            let oldest = state.oldestUsable(at: now, lifetime: configuration.maximumLifetime)
            let (worn, more) = state.machine.sweep(at: now, idleFor: configuration.idleTimeout) {
                $0.openedAt < oldest || !$0.isQuiet
            }
            for session in worn { state.sessions[ObjectIdentifier(session)] = nil }
            return (worn, more, state.sessions.values.filter { $0.isRunning(since: silentSince) })
        }
        for session in worn + silent { session.close() }
        for _ in 0..<more { startConnecting() }
        observe()
    }

    func observe() {
        guard let metrics else { return }
        let (leased, idle, waiting) = state.withLock { ($0.machine.leased, $0.machine.idleCount, $0.machine.waiterCount) }
        metrics.record(leased: leased, idle: idle, waiting: waiting)
    }
}
