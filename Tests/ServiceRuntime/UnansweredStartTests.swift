import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

/// What a process has begun without hearing so is begun in the name of a living one: nobody else comes to it. The simulator found
/// these; its seeds change with every line of the product, so they are told here.
@Suite(.timeLimit(.minutes(1)))
struct UnansweredStartTests {
    private let world = MemoryWorld()

    /// Runs a loop over a store that loses the answer to the first start of an item.
    private func withLoop(
        _ handler: TestHandler, _ items: UnansweringItems, _ body: @escaping @Sendable (MemoryConsumer) async throws -> Void
    ) async throws {
        let consumer = MemoryConsumer(world.broker, group: handler.consumerGroup)
        consumer.assign([TopicPartition(topic: handler.stage.topic.name, partition: 0)])
        let leases = world.keeper()
        let loop = ConsumeLoop(
            handler, configuration: MemoryWorld.quick, consumer: consumer,
            store: StageStores(workItems: items, stages: world.store, events: world.store), leases: leases, relay: world.wake,
            logger: .silent, metrics: MetricsRegistry(), onHang: {})
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        let running = Task { try await loop.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(consumer)) } catch { result = .failure(error) }
        loop.stop()
        try await running.value
        try result.get()
    }

    @Test func `what waits to run alone when its partition goes is given back, and done by whoever comes`() async throws {
        let submissions = try await world.submissions(2)
        let (begun, mayGoOn) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        // The first keeps the second, whose start went unanswered, from running alone.
        let handler = TestHandler { [world] event in
            begun.send()
            try? await mayGoOn.wait()
            return await TestHandler.accept(event, world.store)
        }
        let second = WorkItemKey(stage: .validation, eventID: try await world.event(of: submissions[1]).id)
        let items = UnansweringItems(world.store, loses: second)
        try await withLoop(handler, items) { [world] consumer in
            try await begun.wait()
            try await items.lost.wait()
            try await world.waitUntil { items.askedAgain }
            async let revoked: Void = consumer.revoke([MemoryWorld.submitted])
            mayGoOn.send()
            try await revoked
            // Its record is read no more: only the store can bring it.
            try await world.waitUntil { submissions.allSatisfy { world.store.submission($0.id)?.state == .processing } }
        }
        for submission in submissions { #expect(world.store.submission(submission.id)?.version == submission.version + 1) }
        #expect(world.store.deadLetters.isEmpty)
    }

    @Test func `what has to wait for its predecessors is ended, not left begun`() async throws {
        let owner = InstanceID(UUID())
        let submission = try world.store.submittedSample(owner: owner)
        let uploads = try await world.store.events(of: submission.id, afterSequence: 0, limit: 10)
        let (earlier, later) = (uploads[uploads.count - 2], uploads[uploads.count - 1])
        // Another process has the earlier one in hand.
        let other = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(1_000))
        let key = WorkItemKey(stage: .preview, eventID: earlier.id)
        #expect(try await world.store.begin([key], mode: .together, other) == [.begun(attempt: 1)])
        world.broker.append(
            KafkaMessage(topic: "docket.uploads", key: Array(submission.id.description.utf8), value: later.payload))
        let handler = TestHandler(stage: .preview, eventTypes: [earlier.type, later.type]) { _ in .nothing }
        let items = UnansweringItems(world.store, loses: WorkItemKey(stage: .preview, eventID: later.id))
        try await withLoop(handler, items) { [world] _ in
            try await items.lost.wait()
            let partition = TopicPartition(topic: "docket.uploads", partition: 0)
            try await world.broker.waitForCommit(group: "docket.preview", partition, offset: 1)
            #expect(handler.events.isEmpty)
            _ = try await world.store.end([(key, .done)], other)
            try await world.waitUntil { handler.events.map(\.header.id) == [later.id] }
        }
        #expect(try await world.store.summaries(stage: .preview, parkedOnly: false, limit: 10).isEmpty)
    }
}

/// Work items whose store does what it is asked, and once does not say so.
private final class UnansweringItems: WorkItemStore {
    private let store: MemoryStore
    private let victim: WorkItemKey
    private let starts = Atomic(0)
    let lost = AsyncSignal<Void>()

    init(_ store: MemoryStore, loses victim: WorkItemKey) {
        self.store = store
        self.victim = victim
    }

    /// Whether the start that went unanswered was asked for once more.
    var askedAgain: Bool { starts.load(ordering: .relaxed) > 1 }

    func beginNew(
        _ items: [WorkItemKey], after types: [EventType], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        let begun = try await store.beginNew(items, after: types, lease)
        if begun.contains(victim) { try loseFirstAnswer() }
        return begun
    }

    func begin(_ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease) async throws(StoreError) -> [WorkItemAdmission] {
        let admissions = try await store.begin(items, mode: mode, lease)
        if items.contains(victim) { try loseFirstAnswer() }
        return admissions
    }

    private func loseFirstAnswer() throws(StoreError) {
        if starts.add(1, ordering: .relaxed).newValue > 1 { return }
        lost.send()
        throw StoreError(code: .outcomeUnknown, isRetriable: true, description: "The answer was lost.")
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
