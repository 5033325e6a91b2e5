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
struct OutboxRelayTests {
    private let world = MemoryWorld()
    private let quick = RelaySettings(
        interval: .milliseconds(5), adoptionInterval: .milliseconds(5), orphanInterval: .milliseconds(5),
        purgeInterval: .milliseconds(50),
        drainLimit: .milliseconds(200))

    private func withRelay<T: Sendable>(
        over store: (any OutboxStore)? = nil, producer: (any RecordProducer)? = nil, settings: RelaySettings? = nil,
        metrics: MetricsRegistry = MetricsRegistry(), isRenewing: Bool = true,
        _ body: @escaping @Sendable (InstanceID) async throws -> T
    ) async throws -> T {
        let leases = isRenewing ? world.keeper() : world.keeper(lasting: MemoryWorld.unrenewed)
        let relay = OutboxRelay(
            store ?? world.store, leases: leases, wake: world.wake, producer: producer ?? MemoryProducer(world.broker),
            settings: settings ?? quick, logger: .silent, metrics: metrics)
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        if !isRenewing {
            _ = try await leases.lease()
            keeping.cancel()
        }
        let running = Task { await relay.run() }
        let result: Result<T, any Error>
        do { result = .success(try await body(leases.instance)) } catch { result = .failure(error) }
        relay.stop()
        await running.value
        return try result.get()
    }

    private func sequences(of submission: Submission, in records: [ConsumedRecord]) throws -> [Int] {
        try records.map { try EventReader.header(of: $0.value ?? []) }.filter { $0.submission == submission.id }.map(\.sequence)
    }

    private var published: [ConsumedRecord] {
        ["docket.uploads", "docket.submitted"].flatMap { world.broker.records(of: $0) }
    }

    @Test func `what is committed is published, each event once, and marked`() async throws {
        let submissions = try await withRelay { [world] owner in
            let made = try (0..<20).map { _ in try world.store.submittedSample(owner: owner) }
            world.wake.notify()
            _ = try await world.broker.waitForRecords(20, of: "docket.submitted")
            return made
        }
        #expect(Set(world.broker.records(of: "docket.submitted").compactMap(\.key)).count == submissions.count)
        #expect(world.broker.records(of: "docket.submitted").count == 20)
        #expect(try await world.store.backlog().rows == 0)
        let record = try #require(world.broker.records(of: "docket.submitted").first)
        #expect(record.header("content-type") == "application/cloudevents+json")
    }

    @Test func `a mark waits for others, but not where an event waits for it, and not when the relay ends`() async throws {
        var patient = quick
        patient.markPause = .seconds(3_600)
        let marks = Mutex(0)
        let outbox = WatchedOutbox(world.store, marks: { rows in marks.withLock { $0 += rows.count } })
        try await withRelay(over: outbox, settings: patient, isRenewing: false) { [world] owner in
            let lease = Lease(instance: owner, service: "test", epoch: 0)
            for number in 1...2 {
                let notice = DeadLetterNotice(
                    stage: .validation, event: nil, key: [1], value: [2], origin: nil, attempts: number, code: "event-malformed",
                    problem: "The bytes are no event.", failedAt: Date(timeIntervalSince1970: Double(number)))
                try await world.store.giveUp(notice, lease)
                world.wake.notify()
                _ = try await world.broker.waitForRecords(number, of: "docket.dlq")
            }
            #expect(marks.withLock { $0 } == 0)
            // Its upload is marked, or this would not come.
            _ = try world.store.submittedSample(owner: owner)
            world.wake.notify()
            _ = try await world.broker.waitForRecords(1, of: "docket.submitted")
        }
        #expect(try await world.store.backlog().rows == 0)
    }

    @Test func `what goes out is counted by its tenant`() async throws {
        let metrics = MetricsRegistry()
        let tenant = try await withRelay(metrics: metrics) { [world] owner in
            let made = try (0..<3).map { _ in try world.store.submittedSample(owner: owner) }
            world.wake.notify()
            _ = try await world.broker.waitForRecords(3, of: "docket.submitted")
            return try #require(made.first).tenant
        }
        let text = metrics.renderPrometheus()
        #expect(text.contains("docket_tenant_events_total{tenant=\"\(tenant)\"} \(published.count)\n"), "\(text)")
        #expect(text.contains("docket_tenant_events_total{tenant=\"other\"} 0\n"))
        #expect(text.contains("docket_tenant_submissions_refused_total{tenant=\"other\"} 0\n"))
    }

    @Test func `an event goes out only after the earlier ones of its submission have their reports`() async throws {
        world.broker.hold()
        try await withRelay { [world] owner in
            let submission = try world.store.submittedSample(owner: owner)
            let lowest = try await world.store.events(of: submission.id, afterSequence: 0, limit: 10).first { $0.topic != nil }
            world.broker.failNext([
                KafkaError(code: .unreachable, isRetriable: true, description: "the broker is away")
            ])
            world.wake.notify()
            world.broker.release()
            _ = try await world.broker.waitForRecords(1, of: "docket.submitted")
            let first = try #require(world.broker.records(of: "docket.uploads").first)
            #expect(try EventReader.header(of: first.value ?? []).id == lowest?.id)
        }
    }

    @Test func `a dead letter goes out with its cause, before what its submission still waits for`() async throws {
        world.broker.hold()
        try await withRelay { [world] owner in
            let lease = Lease(instance: owner, service: "test", epoch: 0)
            let notice = DeadLetterNotice(
                stage: .validation, event: nil, key: [1, 255], value: Array("{".utf8),
                origin: DeadLetterNotice.Origin(cluster: "c", topic: "docket.submitted", partition: 3, offset: 9), attempts: 1,
                code: "event-malformed", problem: "The bytes are no\0 event.", failedAt: Date(timeIntervalSince1970: 0))
            try await world.store.giveUp(notice, lease)
            try await world.store.giveUp(notice, lease)
            world.wake.notify()
            world.broker.release()
            let record = try #require(try await world.broker.waitForRecords(1, of: "docket.dlq").first)
            #expect(record.key == [1, 255] && record.value == Array("{".utf8))
            let expected = [
                "docket-stage": "validation", "docket-attempts": "1", "docket-error-code": "event-malformed",
                "docket-error": "The bytes are no event.", "docket-failed-at": "1970-01-01T00:00:00.000Z",
                "docket-original-topic": "docket.submitted", "docket-original-partition": "3", "docket-original-offset": "9",
            ]
            for (name, value) in expected { #expect(record.header(name) == value, "\(name)") }
            try await world.waitUntil { world.store.deadLettersWaiting == 0 }
        }
        #expect(world.broker.records(of: "docket.dlq").count == 1)
    }

    @Test func `what waits behind another process's event goes out soon after that one is marked, which nothing tells`()
        async throws
    {
        let other = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: MemoryWorld.unrenewed)
        let stuck = AsyncSignal<Void>()
        // Its start and the commit make it ask twice at most: the rest is of its own accord.
        let inVain = Atomic(0)
        let outbox = WatchedOutbox(world.store) { claim in
            guard claim.rows.isEmpty, claim.isMoreWaiting else { return }
            if inVain.add(1, ordering: .relaxed).newValue == 4 { stuck.send() }
        }
        try await withRelay(over: outbox, settings: RelaySettings(), isRenewing: false) { [world] owner in
            let draft = try world.store.draftSample(owner: other.instance)
            _ = try world.store.change(draft.id, owner: owner) { try $0.submit() }
            let claim = try await world.store.claimRows(other, room: OutboxRoom(limit: 10, perLine: 10), excluding: [])
            world.wake.notify()
            try await stuck.wait()
            #expect(world.broker.records(of: "docket.submitted").isEmpty)
            let marks = claim.rows.map {
                PublishedRow(
                    position: $0.position,
                    location: RecordLocation(cluster: "c", topic: "docket.uploads", partition: 0, offset: 0))
            }
            #expect(try await world.store.markPublished(marks, other).count == 1)
            _ = try await world.broker.waitForRecords(1, of: "docket.submitted")
        }
    }

    @Test func `a report that the store refuses is kept, and its event is not published again`() async throws {
        try await withRelay(over: WatchedOutbox(world.store, refusals: 3)) { [world] owner in
            _ = try world.store.submittedSample(owner: owner)
            world.wake.notify()
            while try await world.store.backlog().rows > 0 { await Task.yield() }
        }
        #expect(world.broker.records(of: "docket.submitted").count == 1)
        #expect(world.broker.records(of: "docket.uploads").count == 1)
    }

    @Test func `case 4, producer fatal: it is replaced, and nothing is lost`() async throws {
        let made = Atomic(0)
        let slot = try ProducerSlot(
            { [world] () throws(KafkaError) in
                made.add(1, ordering: .relaxed)
                return MemoryProducer(world.broker)
            }, logger: .silent)
        world.broker.failNext([
            nil, KafkaError(code: .fatal, isFatal: true, isRetriable: false, description: "the producer has failed"),
        ])
        try await withRelay(producer: slot) { [world] owner in
            for _ in 0..<5 { _ = try world.store.submittedSample(owner: owner) }
            world.wake.notify()
            _ = try await world.broker.waitForRecords(5, of: "docket.submitted")
        }
        #expect(made.load(ordering: .relaxed) == 2)
        #expect(world.broker.records(of: "docket.submitted").count == 5)
    }

    @Test func `case 1: killed before its events had reports, another relay takes them over once its lease has ended`()
        async throws
    {
        let dead = InstanceID(UUID())
        let lease = try await world.store.acquireLease(instance: dead, service: "test", lasting: .seconds(1_000))
        let submission = try world.store.submittedSample(owner: dead)
        try await withRelay { [world] _ in
            world.wake.notify()
            try await world.store.releaseLease(lease)
            _ = try await world.broker.waitForRecords(1, of: "docket.submitted")
        }
        #expect(try sequences(of: submission, in: world.broker.records(of: "docket.submitted")) == [submission.version])
    }

    /// No renewal tells of an owner that has no lease any more, so a taking over goes on by itself.
    @Test func `all rows of an owner of which nothing else is left are taken over, a batch after the other`() async throws {
        var settings = quick
        settings.batch = 10
        settings.orphanInterval = .seconds(100_000)
        let nobody = InstanceID(UUID())
        for _ in 0..<25 { _ = try world.store.submittedSample(owner: nobody) }
        try await withRelay(settings: settings) { [world] _ in
            _ = try await world.broker.waitForRecords(25, of: "docket.submitted")
        }
        #expect(try await world.store.backlog().rows == 0)
    }

    @Test func `case 1: killed between report and mark, the event comes again`() async throws {
        let owner = world.keeper().instance
        let submission = try world.store.submittedSample(owner: owner)
        let lease = try await world.store.acquireLease(instance: owner, service: "test", lasting: .seconds(1_000))
        // Published, and dead before it was marked.
        let claim = try await world.store.claimRows(lease, limit: 10, excluding: [])
        for row in claim.rows {
            world.broker.append(
                KafkaMessage(topic: row.topic.name, key: Array(row.submission.description.utf8), value: row.payload))
        }
        let before = published.count
        try await world.store.releaseLease(lease)
        try await withRelay { [world] _ in _ = try await world.broker.waitForRecords(1, of: "docket.submitted") }
        #expect(published.count > before)
        #expect(Set(try published.map { try EventReader.header(of: $0.value ?? []).sequence }).contains(submission.version))
    }
}

/// Says of the first marks that it will never take them, and shows what is claimed.
private final class WatchedOutbox: OutboxStore {
    private let inner: MemoryStore
    private let refusals: Mutex<Int>
    private let claimed: @Sendable (OutboxClaim) -> Void
    private let marks: @Sendable ([PublishedRow]) -> Void

    init(
        _ inner: MemoryStore, refusals: Int = 0, claimed: @escaping @Sendable (OutboxClaim) -> Void = { _ in },
        marks: @escaping @Sendable ([PublishedRow]) -> Void = { _ in }
    ) {
        self.inner = inner
        self.refusals = Mutex(refusals)
        self.claimed = claimed
        self.marks = marks
    }

    func markPublished(_ rows: [PublishedRow], _ lease: Lease) async throws(StoreError) -> Set<Int64> {
        let isRefused = refusals.withLock { left in
            left -= 1
            return left >= 0
        }
        if isRefused { throw StoreError(code: .internal, isRetriable: false, description: "The marks cannot be stored.") }
        marks(rows)
        return try await inner.markPublished(rows, lease)
    }

    func claimRows(_ lease: Lease, room: OutboxRoom, excluding: [Int64]) async throws(StoreError) -> OutboxClaim {
        let claim = try await inner.claimRows(lease, room: room, excluding: excluding)
        claimed(claim)
        return claim
    }

    func progress(
        of events: [UnfinishedEvent], holding lines: [OutboxLine], _ lease: Lease
    ) async throws(StoreError) -> OutboxProgress {
        try await inner.progress(of: events, holding: lines, lease)
    }

    func hold(_ lines: Set<OutboxLine>, _ lease: Lease) async throws(StoreError) { try await inner.hold(lines, lease) }

    func adoptOrphans(_ lease: Lease, limit: Int) async throws(StoreError) -> Int {
        try await inner.adoptOrphans(lease, limit: limit)
    }

    func backlog() async throws(StoreError) -> OutboxBacklog { try await inner.backlog() }

    func purgePublished(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await inner.purgePublished(olderThan: age, limit: limit)
    }

    func purgeDeadLetters(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await inner.purgeDeadLetters(olderThan: age, limit: limit)
    }
}
