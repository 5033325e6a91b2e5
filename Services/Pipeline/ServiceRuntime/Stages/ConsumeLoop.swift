public import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Synchronization
import Telemetry

/// The parts of the database that a stage needs.
public struct StageStores: Sendable {
    let workItems: any WorkItemStore
    let stages: any StageStore
    let events: any EventLog
    /// Receives reports of outages; nil for none.
    let outages: (any StageOutageStore)?

    public init(
        workItems: any WorkItemStore, stages: any StageStore, events: any EventLog,
        outages: (any StageOutageStore)? = nil
    ) {
        self.workItems = workItems
        self.stages = stages
        self.events = events
        self.outages = outages
    }
}

/// Runs a stage: reads its topic, attempts each event, commits the result, and then moves the group's position.
///
/// - Events of one submission are attempted one after the other, events of different submissions concurrently.
/// - Starts are recorded before the work, in one transaction for all that start together. Ends are committed with their
///   changes, in one transaction for all that have ended. A failure of one item does not affect others.
/// - The store keeps an item from its first start: a retry waits there, and items of a dead process are found there.
/// - Positions are stored after the commit.
/// - Work continues when its partition moves to another process, which passes over its record.
/// - An item that may have ended its process runs alone in the process: all loops share their `turns`.
/// - During a pause nothing starts and nothing is fetched, and the partitions stay with this process. The same holds
///   during an outage of a dependency: attempts that meet it do not count.
///
/// The loop runs on the caller's executor: an event loop, or a simulation's. It awaits only its ports.
public final class ConsumeLoop: Sendable {
    let handler: any StageHandler
    let policy: StagePolicy
    let settings: StageConfiguration
    let consumer: any RecordConsumer
    let store: StageStores
    let leases: LeaseKeeper
    let relay: AsyncPulse
    let time: any TimeSource
    let random: @Sendable () -> Double
    let logger: Logger
    let metrics: StageMetrics
    /// Called when the stage stops or resumes beginning work, and when the reason changes.
    let onRest: @Sendable (StageRest) -> Void
    /// The stage's dependencies; nil if they are not checked.
    let needs: StageNeeds?
    /// Called with the number of this process's partitions after each assignment.
    let onAssignment: @Sendable (Int) -> Void
    /// Notifies of publications; nil if the broker itself holds empty fetches.
    let arrivals: Arrivals?
    /// Called when a handler does not return: the process has become useless.
    let onHang: @Sendable () -> Void

    let plan: Mutex<StagePlan>
    let breaker: Mutex<StageBreaker>
    let breakerChanged = AsyncPulse()
    let rest = Mutex(StageRest())
    /// The outages in the database.
    let toldOutages = Mutex<[StageTrouble]>([])
    /// The positions of the group and the ends of partitions at the last query.
    let places = Mutex<[TopicPartition: PartitionPlace]>([:])
    /// There may be partitions that are not being fetched.
    let somethingUnread = AsyncPulse()
    /// Ends that wait for their commit.
    let concluded = Mutex<[(item: StageItem, conclusion: StageConclusion)]>([])
    let somethingToStart: AsyncPulse
    /// The store may be queried: there is room for retries, or a report.
    let roomForRetries = AsyncPulse()
    /// The report of a lease renewal that was not yet handled.
    let news = Mutex<WaitingWork?>(nil)
    /// The time of the next query of the store, unless something happens before.
    let nextLook = Mutex(Date.distantFuture)
    /// The loop's turn among the process's loops to run handlers.
    let turn: LoopTurn
    let somethingToCommit = AsyncPulse()
    /// An item has finished. Waiters for settled partitions check again.
    let somethingFinished = AsyncPulse()
    let fetchRest: Mutex<FetchRest>
    let fetchRestEnded = AsyncPulse()
    private let flow = Mutex(())
    private let stopRequested = AsyncSignal<Void>()

    init(
        _ handler: any StageHandler, configuration: StageConfiguration = StageConfiguration(), consumer: any RecordConsumer,
        store: StageStores, leases: LeaseKeeper, turns: HandlerTurns = HandlerTurns(),
        relay: AsyncPulse, time: any TimeSource = SystemTime(), random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        logger: Logger, metrics: MetricsRegistry, needs: StageNeeds? = nil, arrivals: Arrivals? = nil,
        onRest: @escaping @Sendable (StageRest) -> Void = { _ in },
        onAssignment: @escaping @Sendable (Int) -> Void = { _ in }, onHang: @escaping @Sendable () -> Void
    ) {
        self.handler = handler
        settings = configuration
        policy = StagePolicy(handler: handler, settings: configuration)
        self.consumer = consumer
        self.store = store
        self.leases = leases
        self.relay = relay
        self.time = time
        self.random = random
        self.logger = logger.with(["stage": .string(handler.stage.rawValue)])
        self.metrics = StageMetrics(metrics, stage: handler.stage)
        self.needs = needs
        self.arrivals = arrivals
        fetchRest = Mutex(FetchRest(after: configuration.fetchPatience, at: time.now))
        self.onRest = onRest
        self.onAssignment = onAssignment
        self.onHang = onHang
        let somethingToStart = AsyncPulse()
        self.somethingToStart = somethingToStart
        turn = turns.join(somethingToStart)
        plan = Mutex(StagePlan(parallel: configuration.parallel, buffered: configuration.buffered, turns: configuration.turns))
        breaker = Mutex(StageBreaker(pace: configuration.breakerPace))
        metrics.observe(
            "docket_consumer_lag_records",
            "Records of a partition that a stage of this process has not finished, as far as it heard",
            labels: ["stage", "topic", "partition"], source: handler.stage.rawValue
        ) { [weak self] in self?.lags ?? [] }
        metrics.observe(
            "docket_paused", "1 while a stage of this process begins nothing, by why: operator, or what it needs and is away",
            labels: ["stage", "cause"], source: handler.stage.rawValue
        ) { [weak self] in self?.pausings ?? [] }
    }

    /// Asks the loop to stop: it stops reading, finishes and commits its work, and leaves the group.
    public func stop() { stopRequested.send() }

    /// Runs until `stop()`, or until the consumer has failed. Cancelling it drops everything at once, like a crash.
    public func run() async throws {
        let reading = AsyncSignal<Result<Void, KafkaError>>()
        defer { turn.leave() }
        // Of a loop before this one something else may have been told.
        onRest(StageRest())
        leases.listen(
            as: "\(handler.stage.rawValue)-stage", for: handler.stage, isBusy: { [weak self] in self?.isBusy ?? false }
        ) { [weak self] in self?.heard($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { reading.send(await self.readUntilStopped()) }
            group.addTask { await self.commitAll() }
            group.addTask { await self.lookAfterStore() }
            group.addTask { await self.lookAfterNeeds() }
            group.addTask { await self.watchEnds() }
            group.addTask { await self.restFetching() }
            let work = AsyncSignal<Void>()
            group.addTask {
                await self.startAll()
                work.send()
            }
            defer { group.cancelAll() }
            let end = try await reading.wait()
            for item in plan.withLock({ $0.stopped() }) { conclude(item, .abandoned) }
            somethingToStart.notify()
            try await drain(until: work)
            await consumer.close(within: settings.closingLimit)
            try end.get()
        }
    }

    /// Waits for the work in progress, and abandons it after the limit.
    private func drain(until work: AsyncSignal<Void>) async throws {
        if try await withTimeLimit(settings.drainLimit, by: time, { try await work.wait() }) == nil {
            let left = plan.withLock { Array($0.active.values) }
            logger.warning("not all work was finished before the stop", ["items": LogValue(left.count)])
            for item in left { item.abandoned.send() }
            _ = try await withTimeLimit(settings.closingLimit, by: time) { try await work.wait() }
        }
        // Ends of items that were never started here are committed, too.
        _ = try await withTimeLimit(settings.closingLimit, by: time) { [self] in
            while !concluded.withLock({ $0.isEmpty }) { try await somethingFinished.wait() }
        }
        storePositions()
    }

    /// Reads until asked to stop, or until the consumer fails.
    private func readUntilStopped() async -> Result<Void, KafkaError> {
        await withTaskGroup(of: Result<Void, KafkaError>.self) { group in
            group.addTask { await self.read() }
            group.addTask {
                try? await self.stopRequested.wait()
                return .success(())
            }
            defer { group.cancelAll() }
            return await group.next() ?? .success(())
        }
    }

    // MARK: - Shared by the parts

    /// Whether anything is in progress or waits here, so that the store may have begun it for this process.
    private var isBusy: Bool { plan.withLock { !$0.isIdle } || concluded.withLock { !$0.isEmpty } }

    /// Hands over an end to commit.
    func conclude(_ item: StageItem, _ conclusion: StageConclusion) {
        concluded.withLock { $0.append((item, conclusion)) }
        somethingToCommit.notify()
    }

    /// Ends the items without a commit.
    func finish(_ items: [StageItem]) {
        guard !items.isEmpty else { return }
        plan.withLock { plan in for item in items { plan.finished(item.id) } }
        storePositions()
        applyFlow()
        somethingToStart.notify()
        somethingFinished.notify()
    }

    /// Stores the positions that have changed.
    func storePositions() {
        for (partition, next) in plan.withLock({ $0.takeStorable() }) {
            do {
                if try !consumer.storeOffset(partition, next: next) {
                    logger.debug("a position came too late: the partition is another consumer's")
                }
            } catch {
                logger.error("a position cannot be stored", ["error": .string(error.detail)])
            }
        }
    }

    /// Pauses partitions with enough waiting items, and resumes others. Changes reach the consumer in the order of the
    /// plan, from whatever threads they come.
    func applyFlow() {
        flow.withLock { _ in
            let changes = plan.withLock { $0.takeFlowChanges() }
            do throws(KafkaError) {
                try consumer.pause(changes.pause)
                try consumer.resume(changes.resume)
                if !changes.pause.isEmpty { somethingUnread.notify() }
            } catch {
                logger.error("the flow of records cannot be changed", ["error": .string(error.detail)])
            }
        }
    }

    /// Whether an error of the store does not concern the item, so that a retry is right. Logs it. A call without values
    /// of an item is never refused because of an item: only the store itself can refuse one.
    var storeTrouble: @Sendable (any Error) -> Bool {
        { [isTrouble] error in isTrouble(error) { ![.corrupt, .unopenable, .cancelled].contains($0.code) } }
    }

    /// The same for calls with values of items, which the store may refuse finally.
    var commitTrouble: @Sendable (any Error) -> Bool {
        { [isTrouble] error in isTrouble(error) { $0.isRetriable } }
    }

    private var isTrouble: @Sendable (any Error, (StoreError) -> Bool) -> Bool {
        { [logger, metrics] error, passes in
            guard let error = error as? StoreError, passes(error) else { return false }
            metrics.storeErrors.increment()
            logger.warning("the database does not answer; trying again", ["error": .string(error.detail)])
            return true
        }
    }

    var persistence: Persistence { Persistence(time: time) }
}
