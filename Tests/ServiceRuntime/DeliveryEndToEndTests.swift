import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import ServiceRuntime

/// Delivery over the embedded broker and Postgres.
@Suite(.timeLimit(.minutes(1)))
struct DeliveryEndToEndTests {
    @Test func `what is submitted is validated and published, in order and once`() async throws {
        let cluster = try EmbeddedCluster(topics: [
            "docket.submitted": 2, "docket.validated": 2, "docket.uploads": 1, "docket.outcomes": 1, "docket.dlq": 1,
        ])
        try await TestDatabase.runMigrated { database in
            let kafka = try EmbeddedBroker.configuration(cluster)
            let parts = try Parts(database, kafka)
            let store = SubmissionStore(
                pool: database.pool, owner: parts.leases.instance, source: "/docket/test", wakeRelay: { parts.wake.notify() })
            let reader = PostgresStageStore(pool: database.pool, source: "/docket/test")
            let handler = TestHandler.accepting(reader)
            let loop = try parts.loop(handler, reader)

            let keeping = Task { await parts.leases.run() }
            let relaying = Task { await parts.relay.run() }
            let working = Task { try? await loop.run() }
            var submissions: [Submission] = []
            for _ in 0..<12 { submissions.append(try await store.submittedSample()) }

            let reading = try KafkaConsumer(
                kafka, group: "observer", topics: ["docket.validated"], loops: database.group, loop: database.group.next(),
                logger: .silent)
            var seen: [EventHeader] = []
            while seen.count < submissions.count {
                switch try await reading.next(maximum: 100) {
                case .records(let records): seen += try records.map { try EventReader.header(of: $0.value ?? []) }
                case .assigned(let change), .revoked(let change), .lost(let change): try await reading.answer(change)
                }
            }
            #expect(Set(seen.map(\.submission)) == Set(submissions.map(\.id)))
            #expect(seen.count == submissions.count)
            #expect(seen.allSatisfy { $0.type == .submissionValidated })
            #expect(handler.events.count == submissions.count)

            loop.stop()
            parts.relay.stop()
            await reading.close(within: .seconds(5))
            _ = await working.value
            await relaying.value
            keeping.cancel()
            await parts.producer.close(within: .seconds(5))
            let marked = try await database.pool.query("select count(*) as rows from outbox where published_at is null")
            #expect(try marked[0].decode("rows", as: Int.self) == 0)
        }
        withExtendedLifetime(cluster) {}
    }

    /// What a process consists of.
    private struct Parts {
        let database: TestDatabase
        let kafka: KafkaConfiguration
        let producer: KafkaProducer
        let leases: LeaseKeeper
        let relay: OutboxRelay
        let wake = AsyncPulse()

        init(_ database: TestDatabase, _ kafka: KafkaConfiguration) throws {
            self.database = database
            self.kafka = kafka
            producer = try KafkaProducer(kafka, group: database.group, logger: .silent)
            leases = LeaseKeeper(
                PostgresLeaseStore(pool: database.pool), instance: InstanceID(UUID()), service: "test", logger: .silent)
            relay = OutboxRelay(
                PostgresOutboxStore(pool: database.pool), leases: leases, wake: wake, producer: producer, logger: .silent,
                metrics: MetricsRegistry())
        }

        func loop(_ handler: TestHandler, _ store: PostgresStageStore) throws -> ConsumeLoop {
            let consumer = try KafkaConsumer(
                kafka, group: handler.consumerGroup, topics: [handler.stage.topic.name], loops: database.group,
                loop: database.group.next(), logger: .silent)
            return ConsumeLoop(
                handler, consumer: consumer,
                store: StageStores(
                    workItems: PostgresWorkItemStore(pool: database.pool), stages: store,
                    events: PostgresEventLog(pool: database.pool)),
                leases: leases, relay: wake, logger: .silent, metrics: MetricsRegistry(), onHang: {})
        }
    }
}
