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

/// When the database has no room.
@Suite(.timeLimit(.minutes(1)))
struct FullDiskTests {
    @Test func `case 2, disk full: a stage's change waits until there is room, and is made once`() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let broker = MemoryBroker(topics: ["docket.submitted": 1])
            let submission = try await SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
                .submittedSample()
            let log = PostgresEventLog(pool: pool)
            let event = try #require(try await log.events(of: submission.id, afterSequence: 0, limit: 100).last)
            broker.append(
                KafkaMessage(topic: "docket.submitted", key: Array(submission.id.description.utf8), value: event.payload))
            // As the server refuses what it has no room for. A sequence goes on whatever becomes of the transaction.
            for statement in [
                "create sequence refusals",
                """
                create function refuse() returns trigger language plpgsql as $$ begin
                    perform nextval('refusals');
                    raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
                end $$
                """,
                "create trigger refuse before insert on events for each row execute function refuse()",
            ] {
                try await pool.query("\(raw: statement)")
            }
            let stages = PostgresStageStore(pool: pool, source: "/docket/test")
            let handler = TestHandler.accepting(stages)
            let consumer = MemoryConsumer(broker, group: handler.consumerGroup)
            consumer.assign([MemoryWorld.submitted])
            let leases = LeaseKeeper(
                PostgresLeaseStore(pool: pool), instance: InstanceID(UUID()), service: "test", logger: .silent)
            let loop = ConsumeLoop(
                handler, configuration: MemoryWorld.quick, consumer: consumer,
                store: StageStores(workItems: PostgresWorkItemStore(pool: pool), stages: stages, events: log), leases: leases,
                relay: AsyncPulse(), logger: .silent, metrics: MetricsRegistry(), onHang: {})
            let keeping = Task { await leases.run() }
            let working = Task { try await loop.run() }
            try await eventually("the change was refused twice") {
                try await pool.query("select last_value > 1 as twice from refusals")[0].decode("twice", as: Bool.self)
            }
            #expect(broker.committed(group: handler.consumerGroup).isEmpty)
            try await pool.query("drop trigger refuse on events")
            try await broker.waitForCommit(group: handler.consumerGroup, MemoryWorld.submitted, offset: 1)
            loop.stop()
            try await working.value
            keeping.cancel()

            #expect(handler.events.count == 1)
            let types = try await log.events(of: submission.id, afterSequence: 4, limit: 100).map(\.type)
            #expect(types == [.submissionValidated])
            #expect(try await PostgresWorkItemStore(pool: pool).summaries(stage: nil, parkedOnly: false, limit: 10).isEmpty)
        }
    }
}
