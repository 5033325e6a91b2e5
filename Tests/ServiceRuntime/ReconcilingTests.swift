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

@Suite(.timeLimit(.minutes(1)))
struct ReconcilingTests {
    private let world = MemoryWorld()
    private let owner = InstanceID(UUID())

    private func reconciler(_ broker: MemoryBroker? = nil, page: Int = 2) -> Reconciler {
        Reconciler(store: world.store, cluster: broker ?? world.broker, page: page)
    }

    private func auditor(_ broker: MemoryBroker? = nil) -> Auditor {
        Auditor(store: world.store, cluster: broker ?? world.broker, page: 2)
    }

    /// Publishes what `owner` has to publish, as its relay does.
    private func relay(to broker: MemoryBroker? = nil) async throws -> [OutboxRow] {
        let broker = broker ?? world.broker
        let lease = try await world.store.acquireLease(instance: owner, service: "test", lasting: .seconds(600))
        var published: [OutboxRow] = []
        while true {
            let rows = try await world.store.claimRows(lease, limit: 100, excluding: []).rows
            guard !rows.isEmpty else { return published }
            let marks = rows.map { row in
                let report = broker.append(
                    KafkaMessage(topic: row.topic.name, key: Array(row.submission.description.utf8), value: row.payload))
                return PublishedRow(
                    position: row.position,
                    location: RecordLocation(
                        cluster: broker.id, topic: report.topic, partition: report.partition, offset: report.offset))
            }
            _ = try await world.store.markPublished(marks, lease)
            published += rows
        }
    }

    private func submit(_ count: Int) throws -> [Submission] {
        try (0..<count).map { _ in try world.store.submittedSample(owner: owner) }
    }

    private func emptyBroker() -> MemoryBroker {
        MemoryBroker(
            id: "another", topics: ["docket.submitted": 1, "docket.validated": 1, "docket.uploads": 1, "docket.outcomes": 1])
    }

    @Test func `a backlog is left alone, however old it is`() async throws {
        _ = try submit(5)
        _ = try await relay()
        world.time.advance(bySeconds: 3_600)
        let summary = try await reconciler().run(emittingFor: owner)
        #expect(summary.moving == ["record": 10])
        #expect(summary.stuck.isEmpty && summary.emitted.isEmpty)
        #expect(try await relay().isEmpty)
    }

    @Test func `after the cluster was replaced everything in flight is emitted again, in order and once`() async throws {
        let submissions = try submit(5)
        _ = try await relay()
        let another = emptyBroker()
        let dry = try await reconciler(another).run(emittingFor: nil)
        #expect(dry.stuck == ["cluster_replaced": 10])
        #expect(dry.missing == 10)
        #expect(try await relay(to: another).isEmpty)
        #expect(try await reconciler(another).run(emittingFor: owner).emitted == ["cluster_replaced": 10])
        let rows = try await relay(to: another)
        for submission in submissions { #expect(rows.filter { $0.submission == submission.id }.map(\.sequence) == [3, 4]) }
        let after = try await reconciler(another).run(emittingFor: owner)
        #expect(after.moving == ["record": 10])
        #expect(after.emitted.isEmpty)
    }

    @Test func `a cluster that is replaced while it is asked says nothing`() async throws {
        _ = try submit(2)
        _ = try await relay()
        let cluster = ReplacedCluster(first: world.broker, then: emptyBroker())
        await #expect(throws: ClusterChanged.self) {
            try await Reconciler(store: world.store, cluster: cluster, page: 2).run(emittingFor: owner)
        }
        #expect(try await relay().isEmpty)
    }

    @Test func `a record that its group has gone past without beginning it is emitted again, at once three times`() async throws {
        let submission = try submit(1)[0]
        _ = try await relay()
        let skipping = TestHandler(eventTypes: []) { _ in .nothing }
        for turn in 1...4 {
            try await world.withLoop(skipping) { [world] _ in
                try await world.broker.waitForCommit(group: "docket.validation", MemoryWorld.submitted, offset: Int64(turn))
            }
            let summary = try await reconciler().run(emittingFor: owner)
            if turn < 4 {
                #expect(summary.emitted == ["passed_over": 1])
                #expect(try await relay().map(\.sequence) == [4])
            } else {
                #expect(summary.stuck == ["passed_over_repeatedly": 1])
                #expect(summary.missing == 1)
            }
        }
        let report = try await auditor().run(emittingFor: nil)
        #expect(report.missingSubmissions.map(\.0) == [submission.id])
        #expect(!report.isSound)
    }

    @Test func `everything that was accepted is accounted for`() async throws {
        let submissions = try submit(6)
        _ = try await relay()
        let parked = submissions[1].id
        let waiting = submissions[2].id
        let handler = TestHandler { [world] event in
            let failure = ProcessingFailure(code: "away", isRetriable: true, description: "Something is away.")
            if event.header.submission == parked { return .failed(failure) }
            if event.header.submission == waiting { return .retry(after: .seconds(600), because: failure) }
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { [world] _ in
            try await world.broker.waitForCommit(group: "docket.validation", MemoryWorld.submitted, offset: 6)
        }
        try world.store.change(submissions[3].id, owner: owner) { try $0.withdraw() }
        var seen: [SubmissionID: ItemStatus] = [:]
        let report = try await auditor().run(emittingFor: nil) { item, status in
            if !item.key.stage.isOfDrafts { seen[item.submission] = status }
        }
        #expect(report.accepted == 6)
        #expect(report.parked + report.inFlight == 6)
        #expect(report.missing == 0)
        #expect(report.isSound)
        guard case .moving(.retry) = seen[waiting] else { throw NotFound() }
        // Failed, and still to be told of; the others wait for normalization, whose rows nobody relays here.
        guard case .moving(.relay) = seen[parked] else { throw NotFound() }
    }

    @Test func `a submission whose log does not fit it is missing`() async throws {
        let good = try submit(1)[0]
        var bad = try submit(1)[0]
        bad.state = .accepted
        world.store.insert(bad, journey: SampleSubmissions.journey)
        let report = try await auditor().run(emittingFor: nil)
        #expect(report.accepted == 2)
        #expect(report.missingSubmissions.map(\.0) == [bad.id])
        #expect(report.inFlight == 1 && good.id != bad.id)
    }

    @Test func `the loop counts what it emits, and wakes the relay`() async throws {
        _ = try submit(2)
        _ = try await relay()
        let another = emptyBroker()
        let (metrics, wake) = (MetricsRegistry(), AsyncPulse())
        let loop = ReconcileLoop(
            world.store, cluster: { try await $0(another) }, owner: owner, relay: wake, every: .seconds(600), logger: .silent,
            metrics: metrics)
        let running = Task { await loop.run() }
        try await wake.wait()
        running.cancel()
        await running.value
        let text = metrics.renderPrometheus()
        #expect(text.contains("docket_reconcile_reemitted_total{cause=\"cluster_replaced\"} 4"))
        #expect(text.contains("docket_reconcile_missing 0"))
    }

    @Test func `a process that may not look leaves it to others`() async throws {
        _ = try submit(1)
        _ = try await relay()
        let another = emptyBroker()
        let questions = Mutex(0)
        let rounds = Mutex<[Int]>([])
        let wake = AsyncPulse()
        let loop = ReconcileLoop(
            world.store,
            cluster: { body in
                rounds.withLock { $0.append(questions.withLock { $0 }) }
                return try await body(another)
            }, owner: owner, relay: wake, every: .milliseconds(1),
            mayLook: {
                questions.withLock { questions in
                    questions += 1
                    return questions > 2
                }
            }, logger: .silent, metrics: MetricsRegistry())
        let running = Task { await loop.run() }
        try await wake.wait()
        running.cancel()
        await running.value
        #expect(rounds.withLock { $0.first } == 3)
    }

    @Test func `while a stage is paused nothing begins, and then all of it`() async throws {
        let submissions = try await world.submissions(5)
        _ = try await world.store.pause(.validation, actor: "ann", reason: nil)
        let handler = TestHandler.accepting(world.store)
        let (paused, resumed) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        // Nothing is assigned before the loop knows of the pause.
        let heed: @Sendable (StageRest) -> Void = { rest in
            if rest.pause != nil { paused.send() } else if paused.value != nil { resumed.send() }
        }
        try await world.withPausableLoop(handler, onRest: heed) { [world] consumer in
            try await paused.wait()
            consumer.assign([MemoryWorld.submitted])
            try await world.waitUntil { consumer.pausedPartitions == [MemoryWorld.submitted] || !handler.events.isEmpty }
            #expect(handler.events.isEmpty)
            _ = try await world.store.resume(.validation)
            try await resumed.wait()
            try await world.broker.waitForCommit(group: "docket.validation", MemoryWorld.submitted, offset: 5)
        }
        #expect(handler.events.count == submissions.count)
    }
}

extension MemoryWorld {
    /// As `withLoop`, with a loop that heeds pauses and is assigned nothing.
    fileprivate func withPausableLoop(
        _ handler: TestHandler, onRest: @escaping @Sendable (StageRest) -> Void,
        _ body: @escaping @Sendable (MemoryConsumer) async throws -> Void
    ) async throws {
        let consumer = MemoryConsumer(broker, group: handler.consumerGroup)
        let leases = keeper()
        let loop = ConsumeLoop(
            handler, configuration: Self.quick, consumer: consumer,
            store: StageStores(workItems: store, stages: store, events: store), leases: leases, relay: wake,
            logger: .silent, metrics: MetricsRegistry(), onRest: onRest, onHang: {})
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        let running = Task { try await loop.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(consumer)) } catch { result = .failure(error) }
        loop.stop()
        try await running.value
        try result.get()
    }
}

/// The first question is answered by one cluster, and all that follow by the one that took its place.
private final class ReplacedCluster: ClusterReader {
    private let first: MemoryBroker
    private let next: MemoryBroker
    private let wasAsked = Mutex(false)

    init(first: MemoryBroker, then next: MemoryBroker) { (self.first, self.next) = (first, next) }

    func metadata() async throws(KafkaError) -> ClusterMetadata {
        let isFirst = wasAsked.withLock { wasAsked in
            defer { wasAsked = true }
            return !wasAsked
        }
        return try await (isFirst ? first : next).metadata()
    }

    func committedOffsets(of group: String, partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await next.committedOffsets(of: group, partitions: partitions)
    }

    func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks] {
        try await next.watermarks(of: partitions)
    }
}
