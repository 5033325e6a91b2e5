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

/// What was done and not answered: by the database to a COMMIT, by the broker to a produce request.
@Suite(.timeLimit(.minutes(1)))
struct LostReplyTests {
    private static let topics = [
        "docket.submitted": 1, "docket.validated": 1, "docket.uploads": 1, "docket.outcomes": 1, "docket.dlq": 1,
    ]
    private static let journey = SampleSubmissions.journey

    private func events(of submission: Submission, _ database: TestDatabase) async throws -> [RecordedEvent] {
        try await PostgresEventLog(pool: database.pool).events(of: submission.id, afterSequence: 0, limit: 100)
    }

    @Test func `case 2, commit applied and reply lost: a change that is repeated is found made`() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.withLossyPool { pool, commits in
                let store = SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
                let draft = try await store.createSubmission(
                    NewSubmission(journey: Self.journey.id), journey: Self.journey, tenant: .standard)
                let document = DocumentID.random()
                func add() async throws -> ChangeAnswer {
                    try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: .standard)
                }
                commits.loseNext()
                let error = await #expect(throws: StoreError.self) { try await add() }
                #expect(error?.code == .outcomeUnknown)
                #expect(error?.isRetriable == true)
                #expect(commits.lost == 1)
                guard case .alreadyApplied(let found) = try await add() else {
                    Issue.record("the change was made twice, or not at all")
                    return
                }
                #expect(found.version == draft.version + 1)
                #expect(try await events(of: draft, database).map(\.sequence) == [1, 2])
            }
        }
    }

    @Test func `case 2, commit applied and reply lost: the relay finds the row without being woken`() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.withLossyPool { pool, commits in
                let broker = MemoryBroker(topics: Self.topics)
                let leases = LeaseKeeper(
                    PostgresLeaseStore(pool: database.pool), instance: InstanceID(UUID()), service: "test", logger: .silent)
                let wake = AsyncPulse()
                let relay = OutboxRelay(
                    PostgresOutboxStore(pool: database.pool), leases: leases, wake: wake, producer: MemoryProducer(broker),
                    settings: RelaySettings(interval: .milliseconds(20)), logger: .silent, metrics: MetricsRegistry())
                let keeping = Task { await leases.run() }
                let relaying = Task { await relay.run() }
                let woken = Flag()
                let store = SubmissionStore(
                    pool: pool, owner: leases.instance, source: "/docket/test",
                    wakeRelay: { woken.raise() })
                let draft = try await store.createSubmission(
                    NewSubmission(journey: Self.journey.id), journey: Self.journey, tenant: .standard)
                let document = DocumentID.random()
                _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: .standard)
                commits.loseNext()
                let error = await #expect(throws: StoreError.self) {
                    try await store.addPage(
                        .random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: .standard)
                }
                #expect(error?.code == .outcomeUnknown)
                #expect(!woken.isRaised)
                let records = try await broker.waitForRecords(1, of: "docket.uploads")
                #expect(try records.map { try EventReader.header(of: $0.value ?? []).sequence } == [3])
                relay.stop()
                await relaying.value
                keeping.cancel()
                #expect(broker.records(of: "docket.uploads").count == 1)
            }
        }
    }

    @Test func `case 2, commit applied and reply lost: a stage's change is made once`() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.withLossyPool { pool, commits in
                let broker = MemoryBroker(topics: Self.topics)
                let owner = InstanceID(UUID())
                let submission = try await SubmissionStore(pool: database.pool, owner: owner, source: "/docket/test")
                    .submittedSample()
                let event = try #require(try await events(of: submission, database).last)
                broker.append(
                    KafkaMessage(
                        topic: "docket.submitted", key: Array(submission.id.description.utf8), value: event.payload))
                let stages = PostgresStageStore(pool: pool, source: "/docket/test")
                let handler = TestHandler { event in
                    // The next COMMIT is that of what is decided here.
                    commits.loseNext()
                    return await TestHandler.accept(event, stages)
                }
                let consumer = MemoryConsumer(broker, group: handler.consumerGroup)
                consumer.assign([MemoryWorld.submitted])
                let leases = LeaseKeeper(
                    PostgresLeaseStore(pool: pool), instance: InstanceID(UUID()), service: "test", logger: .silent)
                let loop = ConsumeLoop(
                    handler, configuration: MemoryWorld.quick, consumer: consumer,
                    store: StageStores(
                        workItems: PostgresWorkItemStore(pool: pool), stages: stages, events: PostgresEventLog(pool: pool)),
                    leases: leases, relay: AsyncPulse(), logger: .silent, metrics: MetricsRegistry(), onHang: {})
                let keeping = Task { await leases.run() }
                let working = Task { try await loop.run() }
                try await broker.waitForCommit(group: handler.consumerGroup, MemoryWorld.submitted, offset: 1)
                loop.stop()
                try await working.value
                keeping.cancel()

                #expect(commits.lost == 1)
                #expect(handler.events.count == 1)
                let types = try await events(of: submission, database).map(\.type)
                #expect(types.filter { $0 == .submissionValidated }.count == 1)
                let rows = try await database.pool.query("select state from work_items")
                #expect(try rows.map { try $0.decode("state", as: String.self) } == ["done"])
            }
        }
    }

    @Test func `case 2, commit applied and reply lost: a request that is repeated gets the answer`() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.withLossyPool { pool, commits in
                let keys = IdempotencyStore(pool: pool, retention: .seconds(600))
                let store = SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
                let key = try #require(IdempotencyKey("key", tenant: .standard))
                let fingerprint = ContentDigest(of: [1])
                guard case .claimed(let claim) = try await keys.claim(key, fingerprint: fingerprint) else {
                    Issue.record("the key was not free")
                    return
                }
                let kept = KeptAnswer(status: 201, headers: [], body: Array("{}".utf8))
                commits.loseNext()
                let error = await #expect(throws: StoreError.self) {
                    try await store.createSubmission(
                        NewSubmission(journey: Self.journey.id), journey: Self.journey, tenant: .standard,
                        keeping: AnswerKeeping(claim, fingerprint: fingerprint) { _, _ in kept })
                }
                #expect(error?.code == .outcomeUnknown)
                // What a request that failed does; it must not forget what was done.
                try await keys.release(claim)
                #expect(try await keys.claim(key, fingerprint: fingerprint) == .answered(kept, fingerprint: fingerprint))
                let rows = try await database.pool.query("select count(*) as rows from submissions")
                #expect(try rows[0].decode("rows", as: Int.self) == 1)
            }
        }
    }

    @Test func `case 4, appended and ack lost: what is sent again has one effect`() async throws {
        let cluster = try EmbeddedCluster(topics: Self.topics)
        try await TestDatabase.runMigrated { database in
            try await withLossyBroker(cluster, on: database.group.next()) { lossy, acknowledgements in
                let leases = LeaseKeeper(
                    PostgresLeaseStore(pool: database.pool), instance: InstanceID(UUID()), service: "test", logger: .silent)
                let wake = AsyncPulse()
                let producer = try KafkaProducer(lossy, group: database.group, logger: .silent)
                let relay = OutboxRelay(
                    PostgresOutboxStore(pool: database.pool), leases: leases, wake: wake, producer: producer, logger: .silent,
                    metrics: MetricsRegistry())
                let store = SubmissionStore(
                    pool: database.pool, owner: leases.instance, source: "/docket/test", wakeRelay: { wake.notify() })
                let stages = PostgresStageStore(pool: database.pool, source: "/docket/test")
                let handler = TestHandler.accepting(stages)
                let consumer = try KafkaConsumer(
                    try EmbeddedBroker.configuration(cluster), group: handler.consumerGroup, topics: ["docket.submitted"],
                    loops: database.group, loop: database.group.next(), logger: .silent)
                let loop = ConsumeLoop(
                    handler, consumer: consumer,
                    store: StageStores(
                        workItems: PostgresWorkItemStore(pool: database.pool), stages: stages,
                        events: PostgresEventLog(pool: database.pool)),
                    leases: leases, relay: wake, logger: .silent, metrics: MetricsRegistry(), onHang: {})

                acknowledgements.loseNext()
                let keeping = Task { await leases.run() }
                let relaying = Task { await relay.run() }
                let working = Task { try? await loop.run() }
                var submissions: [Submission] = []
                for _ in 0..<10 { submissions.append(try await store.submittedSample()) }
                try await eventually(
                    "everything is validated and published",
                    isTrue: {
                        let waiting = try await database.pool.query(
                            """
                            select (select count(*) from submissions where state <> 'processing')
                                + (select count(*) from outbox where published_at is null) as rows
                            """)
                        return try waiting[0].decode("rows", as: Int.self) == 0
                    })
                loop.stop()
                relay.stop()
                _ = await working.value
                await relaying.value
                keeping.cancel()
                await producer.close(within: .seconds(5))

                #expect(acknowledgements.lost == 1)
                #expect(handler.events.count == submissions.count)
                for submission in submissions {
                    let events = try await events(of: submission, database)
                    #expect(events.filter { $0.type == .submissionValidated }.count == 1)
                    #expect(events.map(\.sequence) == Array(1...submission.version + 1))
                }
            }
        }
        withExtendedLifetime(cluster) {}
    }
}

private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
}
