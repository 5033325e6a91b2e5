import Domain
import EventLoop
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// Claims due deliveries of one channel, attempts them, and records the results.
///
/// A row is claimed before its attempt and ended after it. A process that dies between them leaves it to the next one: a
/// receiver gets each event at least once, always with the same id. The store returns at most one row at a time for each
/// submission and endpoint, lowest sequence first.
final class DeliveryLoop: ServiceComponent {
    /// The pauses between claims.
    private enum Pause {
        static let shortest = Duration.milliseconds(100)
        /// Also if nothing is due: another process may have planned deliveries and died.
        static let longest = Duration.seconds(5)
        /// If something is due but blocked: it waits for an earlier event of its submission.
        static let longestWhenBlocked = Duration.seconds(1)
    }

    let name: String
    private let channel: any DeliveryChannel
    private let store: any DeliveryStore
    private let lease: @Sendable () async throws -> Lease
    private let executor: (any TaskExecutor)?
    private let time: any TimeSource
    private let logger: Logger
    private let metrics: DeliveryMetrics
    private let wake = AsyncPulse()
    private let stopping = AsyncSignal<Void>()
    private let ended = AsyncSignal<Void>()
    private let shares: Mutex<DeliveryShares>
    /// Whether something is due that the end of an attempt may let begin, as far as is known.
    private let isMoreDue = Atomic(true)

    /// Claims are under this process's `lease` and end with it. At most as many attempts as `limits` allow run at once,
    /// on `executor` if there is one.
    init(
        _ channel: any DeliveryChannel, store: any DeliveryStore, lease: @escaping @Sendable () async throws -> Lease,
        limits: DeliveryLimits,
        on executor: (any TaskExecutor)? = nil, time: any TimeSource = SystemTime(), logger: Logger, metrics: MetricsRegistry
    ) {
        name = "\(channel.name)-delivery"
        self.channel = channel
        self.store = store
        self.lease = lease
        shares = Mutex(DeliveryShares(limits))
        self.executor = executor
        self.time = time
        self.logger = logger.with(["channel": .string(channel.name)])
        self.metrics = DeliveryMetrics(metrics, channel: channel.name)
    }

    /// Something may be due.
    func notify() { wake.notify() }

    func run() async throws {
        defer { ended.send() }
        // Returns when the tries under way have ended; cancelling it cancels them.
        await withDiscardingTaskGroup { tries in
            var trouble = BackOff(from: Pause.shortest, to: Pause.longest)
            var blocked = BackOff(from: Pause.shortest, to: Pause.longestWhenBlocked)
            var wasNothingDue = false
            while stopping.value == nil, !Task.isCancelled {
                // Until the answer is there, whatever ends may let something begin that the question found waiting.
                isMoreDue.store(true, ordering: .relaxed)
                do {
                    // Where nothing happened since nothing was due, one question is enough.
                    let stillUntil = wasNothingDue ? try await untilStopped(or: .zero) { [self] in try await untilNext() } : .zero
                    if stillUntil > .zero {
                        wasNothingDue = await pause(min(max(stillUntil, Pause.shortest), Pause.longest))
                        continue
                    }
                    let claim = try await claim()
                    if claim.deliveries.isEmpty, stopping.value != nil { break }
                    if !claim.deliveries.isEmpty { blocked.end() }
                    for delivery in claim.deliveries {
                        shares.withLock { $0.began(delivery) }
                        metrics.began()
                        // Without a preference of its own a try runs where the loop does; to prefer nil would be to leave it.
                        if let executor {
                            tries.addTask(executorPreference: executor) { await self.carryOut(delivery) }
                        } else {
                            tries.addTask { await self.carryOut(delivery) }
                        }
                    }
                    let due = claim.next ?? Pause.longest
                    if due > .zero { isMoreDue.store(false, ordering: .relaxed) }
                    if trouble.end() { logger.info("deliveries can be claimed again") }
                    let rest = due > .zero ? max(due, Pause.shortest) : claim.deliveries.isEmpty ? blocked.next() : Pause.shortest
                    wasNothingDue = await pause(min(rest, Pause.longest)) && due > .zero
                } catch {
                    if trouble.isNew {
                        logger.warning("deliveries cannot be claimed for now", ["error": .string(Self.detail(of: error))])
                    }
                    await pause(trouble.next())
                }
            }
        }
    }

    /// Stops claiming, and waits for the current attempts.
    func stop() async {
        stopping.send()
        wake.notify()
        try? await ended.wait()
    }

    // MARK: - Claiming

    /// Deliveries claimed during a stop are due again when the lease ends. Deliveries of a claim with a lost answer are
    /// claimed again: this process has them, and does not know them.
    ///
    /// Without room nothing can begin: the end of an attempt makes it.
    private func claim() async throws -> DeliveryClaim {
        let (known, room) = shares.withLock { ($0.known, $0.room) }
        guard room.limit > 0 else { return DeliveryClaim([], next: .zero) }
        return try await untilStopped(or: DeliveryClaim([], next: nil)) { [self] in
            try await store.claimDue(channel: channel.name, room: room, excluding: known, try await lease())
        }
    }

    /// Aborted by a stop: the database may be unavailable.
    private func untilStopped<Answer: Sendable>(
        or none: Answer, _ question: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await question() }
            group.addTask { [stopping] in
                try await stopping.wait()
                return none
            }
            defer { group.cancelAll() }
            return try await group.next() ?? none
        }
    }

    /// The time until something is due; without room nothing can begin. Due deliveries without a share are checked again
    /// at the end of an attempt, and periodically.
    private func untilNext() async throws -> Duration {
        let (known, isFull) = shares.withLock { ($0.known, $0.isFull) }
        guard !isFull else { return Pause.longest }
        return try await store.nextDue(channel: channel.name, excluding: known, try await lease()) ?? Pause.longest
    }

    /// Pauses. The end of an attempt or a new plan ends the pause early. Returns whether nothing happened.
    @discardableResult
    private func pause(_ duration: Duration) async -> Bool {
        (try? await withTimeLimit(duration, by: time) { [wake] in try await wake.wait() }) == nil
    }

    // MARK: - Trying

    private func carryOut(_ delivery: ClaimedDelivery) async {
        let logger = logger.with([
            "event": .string(delivery.key.eventID.description), "submission": .string(delivery.event.submission.description),
            "endpoint": .string(delivery.key.endpoint), "attempt": .init(delivery.attempt),
        ])
        let told = await channel.deliver(delivery)
        if let told {
            tell(told, of: delivery.event, logger)
            await record(told, of: delivery, logger)
        } else {
            logger.info("a delivery was broken off; it will be tried again")
        }
        shares.withLock { $0.ended(delivery.key, told?.end, wasTried: told?.tried != nil) }
        metrics.left()
        if told?.end.isFinal != true || isMoreDue.load(ordering: .relaxed) { wake.notify() }
    }

    /// Records the end, however long the database is unavailable: until then this process owns the row, and no other
    /// attempts it.
    private func record(_ told: ToldDelivery, of delivery: ClaimedDelivery, _ logger: Logger) async {
        var trouble = BackOff(from: Pause.shortest, to: Pause.longest)
        while !Task.isCancelled {
            do {
                if try await store.end(delivery.key, told.end, tried: told.tried, try await lease()) {
                    metrics.ended(delivery.event, told.end, now: time.now)
                } else {
                    logger.notice("a delivery had been taken over by another process when it ended")
                }
                return
            } catch {
                if trouble.isNew {
                    logger.warning("the end of a delivery cannot be recorded for now", ["error": .string(Self.detail(of: error))])
                }
                try? await time.sleep(for: trouble.next())
            }
        }
    }

    private func tell(_ told: ToldDelivery, of event: RecordedEvent, _ logger: Logger) {
        // Read for lines that are written alone: of most deliveries there is none.
        func trace() -> [String: LogValue] {
            let cause = (try? EventReader.header(of: event.payload).traceparent).flatMap { TraceContext(traceparent: $0) }
            return cause.map { ["trace_id": .init(describing: $0.traceID)] } ?? [:]
        }
        func fields(_ status: Int?, _ error: String) -> [String: LogValue] {
            var fields = trace()
            fields["error"] = .string(error)
            if let status { fields["status"] = .init(status) }
            if let cause = told.cause { fields["cause"] = .string(cause) }
            return fields
        }
        switch told.end {
        case .delivered(let status):
            logger.debug("delivered", trace().merging(["status": .init(status)]) { $1 })
        case .retry(let delay, let status, let error):
            logger.warning(
                "a delivery failed; it will be tried again",
                fields(status, error).merging(["after_ms": .init(milliseconds: delay)]) { $1 })
        case .postponed(let delay, let error):
            let words = "a delivery is put off; that does not count as a try"
            let put = fields(nil, error).merging(["after_ms": .init(milliseconds: delay)]) { $1 }
            if told.isUsual { logger.debug(words, put) } else { logger.notice(words, put) }
        case .givenUp(let status, let error):
            logger.error("a delivery was given up; an operator can look at it", fields(status, error))
        }
    }

    private static func detail(of error: any Error) -> String { (error as? StoreError)?.detail ?? String(describing: error) }
}
