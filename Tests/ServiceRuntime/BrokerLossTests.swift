import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

/// When the broker loses what it had.
@Suite(.timeLimit(.minutes(1)))
struct BrokerLossTests {
    @Test func `case 3, the broker lost whole: everything in flight is emitted again, and each effect happens once`() async throws
    {
        let port = try await FreePorts.one()
        let broker = try Broker(port: port)
        try await TestDatabase.runMigrated { database in
            try await Process.run(database, broker.configuration) { process in
                // Some are through before, so that the group has come to a position that means nothing later.
                let before = try await process.submit(4)
                try await process.waitUntilValidated(before)
                try await process.pause()
                let backlog = try await process.submit(4)
                try await process.waitUntilPublished()
                #expect(try await process.reconcile().stuck.isEmpty)
                #expect(try await process.reconcile().moving["record"] == 16)

                try broker.erase()
                let found = try await eventually("the new broker answers") { try? await process.reconcile(emits: false) }
                // The id is the old one's if its memory was taken again.
                #expect(Set(found.stuck.keys).isSubset(of: ["cluster_replaced", "beyond_end"]))
                #expect(found.missing == 16)
                #expect(try await process.reconcile().emitted.values.reduce(0, +) == 16)
                try await process.resume()
                try await process.keepReconciling { try await process.waitUntilValidated(before + backlog) }
                try await process.expectEachEffectOnce(before + backlog)
            }
        }
    }

    @Test func `case 3, the broker down and up in mid-batch: everything arrives, nobody had to look, each effect happens once`()
        async throws
    {
        let broker = try Broker(port: try await FreePorts.one())
        try await TestDatabase.runMigrated { database in
            try await Process.run(database, broker.configuration) { process in
                let before = try await process.submit(2)
                try await process.waitUntilValidated(before)
                process.handler.onNext { broker.setDown(true) }
                // In mid-batch: some have been handed to the producer, some are being handled, some are not committed yet.
                let during = try await process.submit(12)
                try await eventually("the broker is away") { broker.isDown }
                let after = try await process.submit(4)
                broker.setDown(false)
                try await process.waitUntilValidated(before + during + after)
                try await process.waitUntilPublished()
                #expect(try await process.reconcile(emits: false).stuck.isEmpty)
                try await process.expectEachEffectOnce(before + during + after)
            }
        }
    }

    @Test func `case 6, retention overtakes the consumer: what was dropped is named, and emitted again`() async throws {
        let broker = try Broker(port: try await FreePorts.one())
        try await TestDatabase.runMigrated { database in
            try await Process.run(database, broker.configuration) { process in
                try await process.pause()
                let submissions = try await process.submit(3)
                try await process.waitUntilPublished()
                // The embedded broker keeps 5 MiB of a partition.
                try await process.fill("docket.submitted", megabytes: 8)
                #expect(try await process.reconcile().emitted == ["below_low_watermark": 3])
                #expect(try await process.reconcile().emitted.isEmpty)
                try await process.resume()
                try await process.waitUntilValidated(submissions)
                try await process.expectEachEffectOnce(submissions)
            }
        }
    }
}

/// An embedded broker at a port that stays the same.
private final class Broker: Sendable {
    private static let topics = [
        "docket.submitted": 1, "docket.validated": 2, "docket.uploads": 1, "docket.outcomes": 1, "docket.dlq": 1,
    ]
    private let port: UInt16
    private let cluster: Mutex<EmbeddedCluster?>
    private let down = Atomic(false)

    init(port: Int) throws {
        self.port = UInt16(port)
        cluster = Mutex(try EmbeddedCluster(port: UInt16(port), topics: Self.topics))
    }

    var configuration: KafkaConfiguration {
        KafkaConfiguration(bootstrapServers: "127.0.0.1:\(port)", clientID: "docket-tests", fetchWait: .milliseconds(5))
    }

    var isDown: Bool { down.load(ordering: .relaxed) }

    func setDown(_ isDown: Bool) {
        cluster.withLock { $0?.setDown(isDown) }
        down.store(isDown, ordering: .relaxed)
    }

    func erase() throws {
        cluster.withLock { $0 = nil }
        let next = try EmbeddedCluster(port: port, topics: Self.topics)
        cluster.withLock { $0 = next }
    }
}

/// What a worker's process consists of, with validation as its stage.
private struct Process: Sendable {
    let database: TestDatabase
    let kafka: KafkaConfiguration
    let handler: TestHandler
    let leases: LeaseKeeper
    let wake: AsyncPulse
    let producer: KafkaProducer
    let admin: KafkaAdmin
    let submissions: SubmissionStore
    private let pauses: PostgresStagePauseStore
    private let paused: AsyncSignal<Void>

    static func run(
        _ database: TestDatabase, _ kafka: KafkaConfiguration, _ body: (Process) async throws -> Void
    ) async throws {
        let pool = database.pool
        let wake = AsyncPulse()
        let reader = PostgresStageStore(pool: pool, source: "/docket/test")
        let leases = LeaseKeeper(
            PostgresLeaseStore(pool: pool), instance: InstanceID(UUID()), service: "test", logger: .silent)
        let process = Process(
            database: database, kafka: kafka, handler: .accepting(reader), leases: leases, wake: wake,
            producer: try KafkaProducer(kafka, group: database.group, logger: .silent),
            admin: try KafkaAdmin(kafka, group: database.group, logger: .silent),
            submissions: SubmissionStore(
                pool: pool, owner: leases.instance, source: "/docket/test", wakeRelay: { wake.notify() }),
            pauses: PostgresStagePauseStore(pool: pool), paused: AsyncSignal())
        let relay = OutboxRelay(
            PostgresOutboxStore(pool: pool), leases: leases, wake: wake, producer: process.producer,
            settings: RelaySettings(interval: .milliseconds(200), drainLimit: .milliseconds(200)), logger: .silent,
            metrics: MetricsRegistry())
        let runner = ConsumeLoopRunner(logger: .silent) { try process.loop(reader) }
        let keeping = Task { await leases.run() }
        let relaying = Task { await relay.run() }
        let working = Task { try await runner.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(process)) } catch { result = .failure(error) }
        runner.stop()
        relay.stop()
        _ = await working.result
        await relaying.value
        keeping.cancel()
        await keeping.value
        await process.producer.close(within: .milliseconds(200))
        await process.admin.close()
        try result.get()
    }

    private func loop(_ reader: PostgresStageStore) throws -> ConsumeLoop {
        let consumer = try KafkaConsumer(
            kafka, group: handler.consumerGroup, topics: [handler.stage.topic.name], loops: database.group,
            loop: database.group.next(), logger: .silent)
        let settings = StageConfiguration(pollInterval: .milliseconds(50), postponement: .milliseconds(50))
        return ConsumeLoop(
            handler, configuration: settings, consumer: consumer,
            store: StageStores(
                workItems: PostgresWorkItemStore(pool: database.pool), stages: reader,
                events: PostgresEventLog(pool: database.pool)),
            leases: leases, relay: wake, logger: .silent, metrics: MetricsRegistry(),
            onRest: { [paused] in if $0.pause != nil { paused.send() } }, onHang: {})
    }

    // MARK: - What is done to it

    func submit(_ count: Int) async throws -> [SubmissionID] {
        var made: [SubmissionID] = []
        for _ in 0..<count { made.append(try await submissions.submittedSample().id) }
        return made
    }

    func pause() async throws {
        _ = try await pauses.pause(.validation, actor: "test", reason: nil)
        try await paused.wait()
    }

    func resume() async throws { _ = try await pauses.resume(.validation) }

    func reconcile(emits: Bool = true) async throws -> ReconcileSummary {
        let reconciler = Reconciler(store: PostgresReconcileStore(pool: database.pool), cluster: admin)
        let summary = try await reconciler.run(emittingFor: emits ? leases.instance : nil)
        if !summary.emitted.isEmpty { wake.notify() }
        return summary
    }

    /// Runs `body` beside a reconciler that comes often.
    func keepReconciling(_ body: () async throws -> Void) async throws {
        let loop = ReconcileLoop(
            PostgresReconcileStore(pool: database.pool), cluster: { [admin] in try await $0(admin) }, owner: leases.instance,
            relay: wake, every: .milliseconds(200), logger: .silent, metrics: MetricsRegistry())
        let running = Task { await loop.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        running.cancel()
        await running.value
        try result.get()
    }

    func fill(_ topic: String, megabytes: Int) async throws {
        // Of a kind that does not compress.
        let noise = (0..<800_000).map { _ in UInt8.random(in: 0...255) }
        let chunk = KafkaMessage(topic: topic, key: [1], value: noise)
        for _ in 0..<(megabytes * 1_000_000 / chunk.value.count) {
            for report in await producer.produce([chunk]) { _ = try report.get() }
        }
    }

    // MARK: - What is seen of it

    func waitUntilPublished() async throws {
        try await eventually("everything is published") {
            try await PostgresOutboxStore(pool: database.pool).backlog().rows == 0
        }
    }

    func waitUntilValidated(_ ids: [SubmissionID]) async throws {
        try await eventually("\(ids.count) submissions are validated") {
            try await submissionsIn(.processing).isSuperset(of: ids)
        }
    }

    private func submissionsIn(_ state: SubmissionState) async throws -> Set<SubmissionID> {
        let rows = try await database.pool.query("select id from submissions where state = \(state.rawValue)")
        return Set(try rows.map { SubmissionID(try $0.decode("id", as: UUID.self)) })
    }

    func expectEachEffectOnce(_ ids: [SubmissionID]) async throws {
        let log = PostgresEventLog(pool: database.pool)
        for id in ids {
            let events = try await log.events(of: id, afterSequence: 0, limit: 100)
            #expect(events.map(\.sequence) == Array(1...5))
            #expect(events.last?.type == .submissionValidated)
        }
        #expect(handler.events.map(\.header.submission).sorted() == ids.sorted())
    }
}
