public import Domain
public import EventLoop
import FoundationEssentials
public import Kafka
import Shared
import Synchronization
public import Telemetry

/// What a stage needs of the database.
public struct StageStores: Sendable {
    let workItems: any WorkItemStore
    let stages: any StageStore
    let events: any EventLog
    /// Where it is told that a stage begins nothing for want of something; nil where nobody asks.
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

/// Runs a stage: reads its topic, tries each event, commits what becomes of it, and moves the group's position after that.
///
/// - Events of a submission are tried one after the other, of different submissions beside each other.
/// - Starts are recorded before the work, in one transaction for all that start together; ends are committed together with the
///   changes, in one transaction for all that ended meanwhile. One item's failure is its own.
/// - From its first start on an item is in the store's care: a retry waits there, and what a dead process left is found there.
/// - Positions are stored after the commit.
/// - Work goes on when its partition goes to another process, which passes its record over.
/// - An item that may have ended its process runs with nothing else running in the process: all its loops share their `turns`.
/// - While the stage is paused nothing starts and nothing is fetched; the partitions stay with this process. So it is while
///   something is away that the stage needs: attempts that meet this do not count.
///
/// The loop runs where `run()` is called: on an event loop, or on the executor of a simulation. All it awaits are its ports.
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
    /// Called when the stage begins nothing any more, or for another reason, and when it goes on.
    let onRest: @Sendable (StageRest) -> Void
    /// What the stage needs; nil where nobody looks at it.
    let needs: StageNeeds?
    /// Called with how many partitions this process has, whenever they were shared out anew.
    let onAssignment: @Sendable (Int) -> Void
    /// Who tells what was published; nil where the broker itself does.
    let arrivals: Arrivals?
    /// Called when a handler does not come back: the process is of no use any more.
    let onHang: @Sendable () -> Void

    let plan: Mutex<StagePlan>
    let breaker: Mutex<StageBreaker>
    let breakerChanged = AsyncPulse()
    let rest = Mutex(StageRest())
    /// What the database has been told of it.
    let toldOutages = Mutex<[StageTrouble]>([])
    /// Where the group and the ends of partitions were when the brokers were asked last.
    let places = Mutex<[TopicPartition: PartitionPlace]>([:])
    /// There may be partitions now of which nothing is fetched.
    let somethingUnread = AsyncPulse()
    /// Ends that wait for their commit.
    let concluded = Mutex<[(item: StageItem, conclusion: StageConclusion)]>([])
    let somethingToStart: AsyncPulse
    /// What the store has may be looked for: there is room for retries that were left where they are, or news of it.
    let roomForRetries = AsyncPulse()
    /// What a renewal of the lease told of it, and nobody has looked at.
    let news = Mutex<WaitingWork?>(nil)
    /// When the store is looked at next, if nothing happens before.
    let nextLook = Mutex(Date.distantFuture)
    /// Whether handlers may run beside those of the process's other loops.
    let turn: LoopTurn
    let somethingToCommit = AsyncPulse()
    /// Something has finished: who waits for partitions to be settled looks again.
    let somethingFinished = AsyncPulse()
    let fetchRest: Mutex<FetchRest>
    let fetchRestEnded = AsyncPulse()
    private let flow = Mutex(())
    private let stopRequested = AsyncSignal<Void>()

    public convenience init(
        _ handler: any StageHandler, configuration: StageConfiguration = StageConfiguration(), consumer: any RecordConsumer,
        store: StageStores, leases: LeaseKeeper, turns: HandlerTurns = HandlerTurns(),
        relay: AsyncPulse, time: any TimeSource = SystemTime(), random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        logger: Logger, metrics: MetricsRegistry, needs: StageNeeds? = nil,
        onRest: @escaping @Sendable (StageRest) -> Void = { _ in },
        onAssignment: @escaping @Sendable (Int) -> Void = { _ in }, onHang: @escaping @Sendable () -> Void
    ) {
        self.init(
            handler, configuration: configuration, consumer: consumer, store: store, leases: leases, turns: turns, relay: relay,
            time: time, random: random, logger: logger, metrics: metrics, needs: needs, arrivals: nil, onRest: onRest,
            onAssignment: onAssignment, onHang: onHang)
    }

    init(
        _ handler: any StageHandler, configuration: StageConfiguration = StageConfiguration(), consumer: any RecordConsumer,
        store: StageStores, leases: LeaseKeeper, turns: HandlerTurns = HandlerTurns(),
        relay: AsyncPulse, time: any TimeSource = SystemTime(), random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        logger: Logger, metrics: MetricsRegistry, needs: StageNeeds? = nil, arrivals: Arrivals?,
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
        plan = Mutex(StagePlan(parallel: configuration.parallel, buffered: configuration.buffered))
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

    /// Asks the loop to stop: it reads no more, finishes what is in progress, commits it, and leaves the group.
    public func stop() { stopRequested.send() }

    /// Runs until `stop()`, or until the consumer can go on no more. Cancelling it drops everything on the spot, like a crash.
    public func run() async throws {
        let reading = AsyncSignal<Result<Void, KafkaError>>()
        defer { turn.leave() }
        // Of a loop before this one something else may have been told.
        onRest(StageRest())
        leases.listen(as: "\(handler.stage.rawValue)-stage", for: handler.stage) { [weak self] in self?.heard($0) }
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

    /// Waits for what is in progress; what takes longer than it may is abandoned.
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

    /// Reads until asked to stop or until the consumer fails.
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

    /// Hands an end over to be committed.
    func conclude(_ item: StageItem, _ conclusion: StageConclusion) {
        concluded.withLock { $0.append((item, conclusion)) }
        somethingToCommit.notify()
    }

    /// The item is over, with nothing to be committed.
    func finish(_ items: [StageItem]) {
        guard !items.isEmpty else { return }
        plan.withLock { plan in for item in items { plan.finished(item.id) } }
        storePositions()
        applyFlow()
        somethingToStart.notify()
        somethingFinished.notify()
    }

    /// Stores the positions that have moved on.
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

    /// Stops reading partitions of which enough waits here, and goes on with the others. One at a time: the consumer is told of changes
    /// in the order in which the plan made them, from whatever threads they come.
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

    /// Whether an error of the store says nothing of the item at hand, so that doing the same again is right; tells of it. What
    /// brings no values of an item is never refused because of one: only the store itself can say that an item makes no sense.
    var storeTrouble: @Sendable (any Error) -> Bool {
        { [isTrouble] error in isTrouble(error) { $0.code != .corrupt && $0.code != .cancelled } }
    }

    /// The same where values of items are brought: the store may refuse them for good.
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
