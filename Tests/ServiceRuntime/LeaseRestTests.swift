import Domain
import EventLoop
import FoundationEssentials
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

/// A process to which nothing comes renews its lease rarely and for long. Whatever it begins, it begins under a brief one.
@Suite(.timeLimit(.minutes(1)))
struct LeaseRestTests {
    private let world = MemoryWorld()
    private let beats: WatchedLeases
    /// It never ends by itself within a test.
    private static let rest = LeasePace.Rest(
        after: .zero, pauses: .seconds(3_600)...(.seconds(3_600)), lease: .seconds(9_000), retry: .seconds(3_600))
    private static let quick = Duration.milliseconds(600)

    init() { beats = WatchedLeases(store: world.store) }

    /// A keeper whose service has enough processes that are older.
    private func keeper() async throws -> LeaseKeeper {
        for elder in [Self.eldest, Self.elder] {
            _ = try await world.store.acquireLease(
                instance: InstanceID(elder), service: "test", lasting: .seconds(100_000_000))
        }
        return LeaseKeeper(
            beats, instance: InstanceID(Self.own), service: "test", lasting: Self.quick, resting: Self.rest, logger: .silent)
    }

    private static let eldest = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    private static let elder = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))
    private static let own = UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private func running(_ keeper: LeaseKeeper, _ body: () async throws -> Void) async throws {
        let keeping = Task { await keeper.run() }
        defer { keeping.cancel() }
        try await body()
    }

    @Test func `whoever begins something waits until the lease was renewed for it`() async throws {
        let keeper = try await keeper()
        try await running(keeper) {
            try await beats.waitForRest()
            #expect(keeper.isResting && keeper.heard != nil)
            let answer = beats.holdNext()
            let beginning = Task { [beats] in
                let lease = try await keeper.lease()
                return (lease, beats.durations.last)
            }
            try await answer.isAsked.wait()
            #expect(beats.durations.last == Self.rest.lease)
            answer.mayCome.send()
            let (lease, duration) = try await beginning.value
            #expect(lease.instance == keeper.instance && duration == Self.quick)
        }
    }

    @Test func `while work is under way the process does not rest`() async throws {
        let keeper = try await keeper()
        let isBusy = Mutex(true)
        let heard = AsyncStream.makeStream(of: Heartbeat.self)
        keeper.listen(as: "test", isBusy: { isBusy.withLock { $0 } }) { heard.continuation.yield($0) }
        try await running(keeper) {
            var renewals = heard.stream.makeAsyncIterator()
            for _ in 0..<3 { _ = await renewals.next() }
            #expect(!keeper.isResting && beats.durations.allSatisfy { $0 == Self.quick })
            isBusy.withLock { $0 = false }
            try await beats.waitForRest()
        }
    }

    @Test func `a lease that was taken in the rest is another one before anything begins`() async throws {
        let keeper = try await keeper()
        try await running(keeper) {
            let first = try await keeper.lease()
            try await beats.waitForRest()
            // It stood still for longer than its lease, and something it had left was adopted.
            _ = try world.store.submittedSample(owner: keeper.instance)
            world.time.advance(bySeconds: 10_000)
            let other = try await world.store.acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(100_000_000))
            #expect(try await world.store.adoptOrphans(other, limit: 10) > 0)
            #expect(try await keeper.lease().epoch > first.epoch)
        }
    }

    @Test func `an elder process that ends is replaced by one that rested`() async throws {
        let keeper = try await keeper()
        try await running(keeper) {
            try await beats.waitForRest()
            let elder = try #require(try await world.store.liveInstances().first { $0.instance.rawValue == Self.elder })
            try await world.store.releaseLease(elder)
            keeper.endRest()
            try await world.waitUntil { [beats] in beats.durations.suffix(3) == [Self.quick, Self.quick, Self.quick] }
        }
    }

    // MARK: - In a stage

    @Test func `a worker at rest that gets a record renews its lease before it begins it`() async throws {
        let keeper = try await keeper()
        let begun = Mutex<[Duration?]>([])
        let handler = TestHandler { [world, beats] event in
            begun.withLock { $0.append(beats.durations.last) }
            return await TestHandler.accept(event, world.store)
        }
        let items = WatchedBeginnings(
            store: world.store, begins: { [beats] in begun.withLock { $0.append(beats.durations.last) } })
        try await withLoop(handler, items, keeper) { [world] in
            let submission = try await world.submissions(1)[0]
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
        #expect(begun.withLock { $0 } == [Self.quick, Self.quick])
    }

    @Test func `a pause that was said in the rest is known before anything begins`() async throws {
        let keeper = try await keeper()
        let handler = TestHandler.accepting(world.store)
        try await withLoop(handler, WatchedBeginnings(store: world.store), keeper) { [world] in
            _ = try await world.store.pause(.validation, actor: "erna", reason: nil)
            let submission = try await world.submissions(1)[0]
            try await world.waitUntil { [beats] in beats.durations.last == Self.quick }
            try await world.waitUntil { [beats] in beats.durations.suffix(2) == [Self.quick, Self.quick] }
            #expect(world.store.submission(submission.id)?.state == .submitted)
            _ = try await world.store.resume(.validation)
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
    }

    @Test func `partitions that are dealt out anew end a rest`() async throws {
        let keeper = try await keeper()
        let handler = TestHandler.accepting(world.store)
        let consumer = MemoryConsumer(world.broker, group: handler.consumerGroup)
        try await withLoop(handler, WatchedBeginnings(store: world.store), keeper, consumer) { [beats] in
            let before = beats.durations.count
            consumer.assign([MemoryWorld.submitted])
            try await world.waitUntil { beats.durations.dropFirst(before).first == Self.quick }
        }
    }

    /// A loop whose process rests when `body` begins.
    private func withLoop(
        _ handler: TestHandler, _ items: any WorkItemStore, _ keeper: LeaseKeeper, _ given: MemoryConsumer? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let consumer = given ?? MemoryConsumer(world.broker, group: handler.consumerGroup)
        if given == nil { consumer.assign([MemoryWorld.submitted]) }
        let loop = ConsumeLoop(
            handler, configuration: MemoryWorld.quick, consumer: consumer,
            store: StageStores(workItems: items, stages: world.store, events: world.store), leases: keeper,
            relay: AsyncPulse(), logger: .silent, metrics: MetricsRegistry(), onHang: {})
        try await withThrowingTaskGroup(of: Void.self) { [beats] group in
            group.addTask { await keeper.run() }
            group.addTask { try? await loop.run() }
            defer { group.cancelAll() }
            try await beats.waitForRest()
            try await body()
        }
    }
}

/// Notes for how long the lease was renewed.
private final class WatchedLeases: LeaseStore {
    struct Answer: Sendable {
        let isAsked = AsyncSignal<Void>()
        let mayCome = AsyncSignal<Void>()
    }

    private let store: MemoryStore
    private let noted = Mutex<[Duration]>([])
    private let held = Mutex<Answer?>(nil)
    private let rests = AsyncPulse()

    init(store: MemoryStore) { self.store = store }

    /// Of the renewals that were answered.
    var durations: [Duration] { noted.withLock { $0 } }

    func waitForRest() async throws {
        while durations.last.map({ $0 < .seconds(1) }) ?? true { try await rests.wait() }
    }

    /// The next renewal is answered when the test says so.
    func holdNext() -> Answer {
        let answer = Answer()
        held.withLock { $0 = answer }
        return answer
    }

    func beat(_ lease: Lease, lasting duration: Duration, asking stages: [Stage]) async throws(StoreError) -> Heartbeat? {
        if let answer = held.withLock({ $0.take() }) {
            answer.isAsked.send()
            try? await answer.mayCome.wait()
        }
        let beat = try await store.beat(lease, lasting: duration, asking: stages)
        noted.withLock { $0.append(duration) }
        rests.notify()
        return beat
    }

    func acquireLease(instance: InstanceID, service: String, lasting duration: Duration) async throws(StoreError) -> Lease {
        try await store.acquireLease(instance: instance, service: service, lasting: duration)
    }
    func releaseLease(_ lease: Lease) async throws(StoreError) { try await store.releaseLease(lease) }
    func liveInstances() async throws(StoreError) -> [Lease] { try await store.liveInstances() }
}

/// Says when something is begun.
private struct WatchedBeginnings: WorkItemStore {
    let store: MemoryStore
    var begins: @Sendable () -> Void = {}

    func beginNew(
        _ items: [WorkItemKey], after types: [EventType], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        begins()
        return try await store.beginNew(items, after: types, lease)
    }
    func begin(_ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease) async throws(StoreError) -> [WorkItemAdmission] {
        begins()
        return try await store.begin(items, mode: mode, lease)
    }
    func end(_ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease) async throws(StoreError) -> Set<WorkItemKey> {
        try await store.end(ends, lease)
    }
    func claimDueRetries(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem] {
        try await store.claimDueRetries(stage: stage, limit: limit, lease)
    }
    func claimAbandoned(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem] {
        try await store.claimAbandoned(stage: stage, limit: limit, lease)
    }
    func begun(stage: Stage, _ lease: Lease) async throws(StoreError) -> [WorkItemKey] {
        try await store.begun(stage: stage, lease)
    }
    func waiting(stage: Stage) async throws(StoreError) -> WaitingWork { try await store.waiting(stage: stage) }
    func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await store.purgeDone(olderThan: age, limit: limit)
    }
}
