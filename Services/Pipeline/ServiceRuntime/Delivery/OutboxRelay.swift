import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Synchronization
import Telemetry

/// Publishes the events that this process committed, and those of dead processes.
///
/// The events of a submission reach their topics in order, each at least once. The store shows a row only after every
/// earlier one of its submission was published, and a row counts as published only once its delivery report is recorded.
public final class OutboxRelay: Sendable {
    private let store: any OutboxStore
    private let leases: LeaseKeeper
    private let wake: AsyncPulse
    private let producer: any RecordProducer
    private let settings: RelaySettings
    private let time: any TimeSource
    private let logger: Logger
    private let metrics: RelayMetrics
    private let plan: Mutex<RelayPlan>
    private let toMark = AsyncPulse()
    private let idle = AsyncPulse()
    /// A dead process left rows.
    private let orphans = AsyncPulse()
    private let onDelivery: @Sendable (Set<Topic>) -> Void
    /// The lines that the store was told of.
    private let told = Mutex<Set<OutboxLine>>([])
    private let stopRequested = AsyncSignal<Void>()

    /// Notify `wake` after each COMMIT with events. A producer that fails permanently replaces itself. `onDelivery` gets
    /// the topics with new records.
    init(
        _ store: any OutboxStore, leases: LeaseKeeper, wake: AsyncPulse, producer: any RecordProducer,
        settings: RelaySettings = RelaySettings(), time: any TimeSource = SystemTime(), logger: Logger, metrics: MetricsRegistry,
        onDelivery: @escaping @Sendable (Set<Topic>) -> Void = { _ in }
    ) {
        self.store = store
        self.leases = leases
        self.wake = wake
        self.producer = producer
        self.settings = settings
        self.time = time
        self.logger = logger
        self.metrics = RelayMetrics(metrics)
        self.onDelivery = onDelivery
        plan = Mutex(RelayPlan(room: settings.room, turns: RelayTurns(settings.turns)))
    }

    /// Asks the relay to publish what it can within a short time, and to end.
    public func stop() { stopRequested.send() }

    /// Runs until `stop()`. Cancelling it drops everything at once, like a crash.
    public func run() async {
        leases.listen(as: "outbox-relay", isBusy: { [weak self] in self?.isBusy ?? false }) { [weak self] in self?.heard($0) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.publishAll() }
            group.addTask { await self.markAll() }
            group.addTask { await self.adoptAll() }
            group.addTask { await self.keepHouse() }
            defer { group.cancelAll() }
            do { try await stopRequested.wait() } catch { return }
            wake.notify()
            toMark.notify()
            _ = try? await withTimeLimit(settings.drainLimit, by: time) { try await self.drain() }
        }
    }

    private var isBusy: Bool { plan.withLock { !$0.isIdle } }

    /// Rows in a renewal's answer come from a commit without a wake-up, or from a process that has died.
    private func heard(_ beat: Heartbeat) {
        if beat.isAnyUnpublished { wake.notify() }
        if beat.areOrphansLeft { orphans.notify() }
    }

    /// Runs until nothing is in flight. Without a broker the rest stays in the outbox for another process.
    private func drain() async throws {
        while !plan.withLock({ $0.isIdle }) {
            let hasWaited = try await withTimeLimit(settings.drainLimit / 20, by: time) { [idle] in
                try await idle.wait()
                return true
            }
            if hasWaited == nil, producer.seesNoBroker { return }
        }
    }

    // MARK: - Publishing

    private func publishAll() async {
        let persistence = Persistence(time: time)
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let marks = plan.withLock { $0.marks }
                    let claim = try await persistence.keepTrying(whenever: trouble("the outbox cannot be read for now")) {
                        [self] in
                        try await self.claim()
                    }
                    let records = Self.records(claim)
                    let isOvertaken = plan.withLock { $0.asked(claim, since: marks) }
                    // What was reported before may have to be marked now.
                    toMark.notify()
                    if !records.isEmpty { group.addTask { await self.publish(records) } }
                    // More can be claimed at once only while there is room; else a mark wakes the relay.
                    if records.count == settings.batch, plan.withLock({ $0.free > 0 }) { continue }
                    if isOvertaken { continue }
                    try await waitForWork()
                } catch {
                    return
                }
            }
        }
    }

    private func claim() async throws -> OutboxClaim {
        try await askWhatHasEnded()
        let now = time.now
        let (free, excluded) = plan.withLock { ($0.free, $0.excluded(at: now)) }
        guard free > 0 else { return OutboxClaim(rows: [], isMoreWaiting: true) }
        let room = plan.withLock { $0.turns.room(limit: min(free, settings.batch)) }
        let claim = try await store.claimRows(leases.lease(), room: room, excluding: excluded)
        plan.withLock { $0.claimed(claim) }
        try await tell(claim.held)
        return claim
    }

    /// Frees places of lines that have none.
    private func askWhatHasEnded() async throws {
        let now = time.now
        let (asked, held) = plan.withLock { plan in (plan.turns.questions(at: now), plan.turns.held.sorted()) }
        guard !asked.isEmpty else { return }
        let progress = try await store.progress(of: asked, holding: held, leases.lease())
        plan.withLock { $0.turns.answered(progress, of: asked, at: time.now) }
    }

    /// Writes down which lines wait for their turn, when that changes. What it is for is not the relay's work.
    private func tell(_ held: Set<OutboxLine>) async throws {
        guard held != told.withLock({ $0 }) else { return }
        do {
            try await store.hold(held, leases.lease())
            told.withLock { $0 = held }
        } catch let error as StoreError {
            logger.warning("which tenants wait for their turn cannot be told for now", ["error": .string(error.detail)])
        }
    }

    private func waitForWork() async throws {
        while true {
            let now = time.now
            let pause = min(plan.withLock { $0.nextLook(after: now) } ?? settings.interval, settings.interval)
            let isWoken = try await withTimeLimit(pause, by: time) { [wake] in try await wake.wait() } != nil
            // At rest there is nothing but what a renewal tells of.
            if isWoken || !leases.isResting { return }
        }
    }

    /// `row` is nil for a dead letter.
    private typealias Record = (position: Int64, message: KafkaMessage, row: OutboxRow?)

    private static func records(_ claim: OutboxClaim) -> [Record] {
        claim.rows.map { ($0.position, message($0), $0) } + claim.deadLetters.map { ($0.position, $0.message, nil) }
    }

    private func publish(_ records: [Record]) async {
        let reports = await producer.produce(records.map(\.message))
        let cluster = producer.clusterID ?? ""
        let now = time.now
        var failure: KafkaError?
        var topics: Set<Topic> = []
        plan.withLock { plan in
            for (record, report) in zip(records, reports) {
                switch report {
                case .success(let place):
                    if let row = record.row {
                        metrics.delivered(row)
                        topics.insert(row.topic)
                    }
                    let location = RecordLocation(
                        cluster: cluster, topic: place.topic, partition: place.partition, offset: place.offset)
                    plan.delivered(PublishedRow(position: record.position, location: location))
                case .failure(let error):
                    failure = error
                    plan.failed(record.position, at: now)
                }
            }
        }
        if !topics.isEmpty { onDelivery(topics) }
        if let failure, !Task.isCancelled {
            metrics.failures.increment()
            logger.warning("events were not delivered and will be sent again", ["error": .string(failure.detail)])
        }
        toMark.notify()
        // Rows that failed may be tried again when their rest is over.
        if failure != nil { wake.notify() }
    }

    private static func message(_ row: OutboxRow) -> KafkaMessage {
        var headers = [KafkaHeader("content-type", EventHeader.contentType)]
        if let traceparent = row.traceparent { headers.append(KafkaHeader("traceparent", traceparent)) }
        return KafkaMessage(
            topic: row.topic.name, key: Array(row.key.utf8), value: row.payload, headers: headers)
    }

    // MARK: - Marking

    private var mustMark: Bool { plan.withLock { $0.mustMark(batch: settings.batch) } }

    private func markAll() async {
        let persistence = Persistence(time: time)
        while !Task.isCancelled {
            let reports: [PublishedRow]
            do {
                guard plan.withLock({ !$0.reported.isEmpty }) else {
                    idle.notify()
                    try await toMark.wait()
                    continue
                }
                _ = try await withTimeLimit(settings.markPause, by: time) { [self] in
                    while stopRequested.value == nil, !mustMark { try await toMark.wait() }
                }
                reports = plan.withLock { $0.reported }
                let marked = try await persistence.keepTrying(whenever: trouble("delivery reports cannot be recorded for now")) {
                    [self] in
                    try await store.markPublished(reports, leases.lease())
                }
                metrics.published.increment(by: Double(marked.count))
                if marked.count < reports.count {
                    logger.notice(
                        "rows were adopted by another process before they could be marked",
                        ["rows": LogValue(reports.count - marked.count)])
                }
            } catch {
                return
            }
            let successorsWait = plan.withLock { plan in
                plan.marked(reports.map(\.position))
                return plan.isMoreWaiting
            }
            if successorsWait { wake.notify() }
        }
    }

    /// Claims and marks never fail permanently because of their values. Waiting marks keep their rows in flight; dropping
    /// a mark would publish its row again.
    private func trouble(_ words: String) -> @Sendable (any Error) -> Bool {
        { [logger] error in
            guard let error = error as? StoreError, error.code != .cancelled else { return false }
            logger.warning(words, ["error": .string(error.detail)])
            return true
        }
    }

    // MARK: - Now and then

    private func adoptAll() async {
        await repeating(after: restUntilOrphans) { [self] in
            guard leases.mayTakeOver else { return }
            let adopted = try await store.adoptOrphans(leases.lease(), limit: settings.batch)
            if adopted > 0 {
                logger.notice("took over events of a process that died", ["rows": LogValue(adopted)])
                wake.notify()
                // There may be more, also of an owner that no renewal tells of, since nothing but its rows is left of it.
                orphans.notify()
            }
        }
    }

    /// Waits for rows of dead processes, and at least for the minimum interval, however often rows are reported that
    /// cannot be adopted yet.
    private func restUntilOrphans() async throws {
        try await time.sleep(for: settings.adoptionInterval)
        let rest = max(.zero, settings.orphanInterval - settings.adoptionInterval)
        _ = try await withTimeLimit(rest, by: time) { [orphans] in try await orphans.wait() }
    }

    private func keepHouse() async {
        await repeating(after: { [self] in try await time.sleep(for: settings.purgeInterval) }) { [self] in
            // The others of the service do it.
            guard !leases.isResting else { return metrics.tellNothing() }
            let backlog = try await store.backlog()
            metrics.backlog.set(Double(backlog.rows))
            metrics.oldest.set(backlog.oldestAgeSeconds)
            metrics.held.set(Double(backlog.heldLines))
            metrics.heldSeconds.set(backlog.heldSeconds)
            try await SweepPace.sweepAll(by: 1_000, time: time, isOver: { Task.isCancelled }, resting: time.sleep) { limit in
                try await store.purgePublished(olderThan: settings.keep, limit: limit)
            }
        }
    }

    private func repeating(after pause: () async throws -> Void, _ body: @Sendable () async throws -> Void) async {
        while !Task.isCancelled {
            do {
                try await body()
            } catch let error as StoreError {
                logger.warning("the outbox cannot be looked after for now", ["error": .string(error.detail)])
            } catch {
                return
            }
            do { try await pause() } catch { return }
        }
    }
}
