import Domain
import EventLoop
import FoundationEssentials
import Shared
import Support
import Telemetry
import Testing

@testable import ServiceRuntime

/// A process that rests asks for nothing but the renewal of its lease. What came without waking it is found all the same.
@Suite(.timeLimit(.minutes(1)))
struct RestTests {
    private let world = MemoryWorld()
    /// Renewed often; nothing else is looked for within the time of a test.
    private let lease = Duration.milliseconds(600)
    private let resting = StageConfiguration(
        closingLimit: .milliseconds(50), drainLimit: .milliseconds(200), pollInterval: .seconds(3_600))

    private func withRelay(_ body: @escaping @Sendable (InstanceID) async throws -> Void) async throws {
        let leases = world.keeper(lasting: lease)
        let relay = OutboxRelay(
            world.store, leases: leases, wake: AsyncPulse(), producer: MemoryProducer(world.broker),
            settings: RelaySettings(interval: .seconds(3_600), orphanInterval: .seconds(3_600), drainLimit: .milliseconds(200)),
            logger: .silent, metrics: MetricsRegistry())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await leases.run() }
            group.addTask { await relay.run() }
            defer { group.cancelAll() }
            try await body(leases.instance)
        }
    }

    @Test func `a row whose commit woke nobody is published`() async throws {
        try await withRelay { [world] owner in
            _ = try world.store.submittedSample(owner: owner)
            _ = try await world.broker.waitForRecords(1, of: "docket.submitted")
        }
    }

    @Test func `rows of a process that died are taken over when its lease has ended`() async throws {
        let dead = InstanceID(UUID())
        let lease = try await world.store.acquireLease(instance: dead, service: "test", lasting: .seconds(1_000))
        try await withRelay { [world] owner in
            // After the relay's first look, which finds nothing.
            _ = try world.store.submittedSample(owner: owner)
            _ = try await world.broker.waitForRecords(1, of: "docket.submitted")
            _ = try world.store.submittedSample(owner: dead)
            try await world.store.releaseLease(lease)
            _ = try await world.broker.waitForRecords(2, of: "docket.submitted")
        }
    }

    @Test func `a retry that another process has put off is found`() async throws {
        let submission = try await world.submissions(1)[0]
        let other = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(1_000))
        let key = WorkItemKey(stage: .validation, eventID: try await world.event(of: submission).id)
        _ = try await world.store.begin([key], mode: .together, other)
        try await world.withLoop(.accepting(world.store), resting, leaseLasting: lease) { [world] _ in
            // Its record is passed over.
            try await world.waitUntil { world.broker.committed(group: "docket.validation")[MemoryWorld.submitted] == 1 }
            _ = try await world.store.end([(key, .retry(after: .zero, error: "no"))], other)
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
    }

    @Test func `a retry of its own is found when it is due, though no renewal tells of it`() async throws {
        let submission = try await world.submissions(1)[0]
        let failure = ProcessingFailure(code: "away", isRetriable: true, description: "Something is away.")
        let handler = TestHandler { [world] event in
            event.attempt == 1 ? .retry(after: .milliseconds(20), because: failure) : await TestHandler.accept(event, world.store)
        }
        let consumer = MemoryConsumer(world.broker, group: handler.consumerGroup)
        consumer.assign([MemoryWorld.submitted])
        let leases = LeaseKeeper(
            SilentLeases(store: world.store), instance: InstanceID(UUID()), service: "test", lasting: .seconds(1_000),
            logger: .silent)
        let loop = ConsumeLoop(
            handler, configuration: resting, consumer: consumer,
            store: StageStores(workItems: world.store, stages: world.store, events: world.store), leases: leases,
            relay: AsyncPulse(), logger: .silent, metrics: MetricsRegistry(), onHang: {})
        try await withThrowingTaskGroup(of: Void.self) { [world] group in
            group.addTask { await leases.run() }
            group.addTask { try? await loop.run() }
            defer { group.cancelAll() }
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
        #expect(handler.events.map(\.attempt) == [1, 2])
    }

    // MARK: - Fetching

    /// A stage that rests at once, until it is told, or has looked at the ends of its partitions.
    private func withRestingStage(
        looking interval: Duration, _ body: @escaping @Sendable (Arrivals, MemoryConsumer) async throws -> Void
    ) async throws {
        let (handler, arrivals) = (TestHandler.accepting(world.store), Arrivals())
        arrivals.began()
        let consumer = MemoryConsumer(world.broker, group: handler.consumerGroup)
        consumer.assign([MemoryWorld.submitted])
        var configuration = resting
        (configuration.endsInterval, configuration.fetchPatience) = (interval, .milliseconds(1))
        let leases = world.keeper()
        let loop = ConsumeLoop(
            handler, configuration: configuration, consumer: consumer,
            store: StageStores(workItems: world.store, stages: world.store, events: world.store), leases: leases,
            relay: AsyncPulse(), logger: .silent, metrics: MetricsRegistry(), arrivals: arrivals, onHang: {})
        try await withThrowingTaskGroup(of: Void.self) { [world] group in
            group.addTask { await leases.run() }
            group.addTask { try? await loop.run() }
            defer { group.cancelAll() }
            try await world.waitUntil { consumer.pausedPartitions == [MemoryWorld.submitted] }
            try await body(arrivals, consumer)
        }
    }

    @Test func `a stage to which nothing comes fetches nothing, until it is told of something`() async throws {
        try await withRestingStage(looking: .seconds(3_600)) { [world] arrivals, consumer in
            let submission = try await world.submissions(1)[0]
            // Of another topic it need not know.
            arrivals.told("docket.validated")
            arrivals.told("docket.submitted")
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
            try await world.waitUntil { consumer.pausedPartitions == [MemoryWorld.submitted] }
        }
    }

    @Test func `what nobody tells of a look at the ends of its partitions finds`() async throws {
        try await withRestingStage(looking: .milliseconds(5)) { [world] _, _ in
            let submission = try await world.submissions(1)[0]
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
    }

    @Test func `a rest begins when nothing came for long enough, and ends with anything`() {
        var rest = FetchRest(after: .seconds(10), at: Date(timeIntervalSince1970: 100))
        func left(_ second: Double) -> Duration? { rest.left(at: Date(timeIntervalSince1970: second)) }
        func heard(_ second: Double) -> Bool { rest.heard(at: Date(timeIntervalSince1970: second)) }
        #expect(left(104) == .seconds(6) && !rest.isOn)
        #expect(!heard(105))
        #expect(left(114) == .seconds(1))
        #expect(left(115) == nil && rest.isOn)
        #expect(left(1_000) == nil)
        #expect(heard(1_000))
        #expect(left(1_000) == .seconds(10) && !rest.isOn)
        // The clock is put back.
        #expect(left(500) == .seconds(10))
        #expect(left(510) == nil)
    }

    @Test func `others are told of a topic once in a while, and again where that failed`() {
        var pace = BellPace()
        func due(_ topics: Set<Topic>, _ second: Double) -> [Topic] {
            pace.due(topics, at: Date(timeIntervalSince1970: second))
        }
        #expect(due([.submitted, .outcomes], 100) == [.outcomes, .submitted])
        #expect(due([.submitted, .validated], 101) == [.validated])
        #expect(due([.submitted], 102) == [.submitted])
        pace.failed([.submitted])
        #expect(due([.submitted], 102) == [.submitted])
        #expect(BellPace.quiet < StageConfiguration().fetchPatience)
    }
}

/// Renews, and tells nothing.
private struct SilentLeases: LeaseStore {
    let store: MemoryStore

    func acquireLease(instance: InstanceID, service: String, lasting duration: Duration) async throws(StoreError) -> Lease {
        try await store.acquireLease(instance: instance, service: service, lasting: duration)
    }
    func beat(_ lease: Lease, lasting duration: Duration, asking stages: [Stage]) async throws(StoreError) -> Heartbeat? {
        Heartbeat(isAnyUnpublished: false, areOrphansLeft: false, clock: 0)
    }
    func releaseLease(_ lease: Lease) async throws(StoreError) { try await store.releaseLease(lease) }
    func liveInstances() async throws(StoreError) -> [Lease] { try await store.liveInstances() }
}
