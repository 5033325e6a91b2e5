import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// With Kafka away, rows pile up: what processes do every few seconds does not cost more for it.
@Suite(.timeLimit(.minutes(2))) struct BacklogCostTests {
    /// Thousands of rows of one that lives and of one that died two days ago.
    private func pile(_ database: TestDatabase) async throws -> (living: Lease, dead: InstanceID) {
        let leases = PostgresLeaseStore(pool: database.pool)
        let living = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
        let dead = InstanceID(UUID())
        try await database.pool.execute(
            """
            insert into outbox (position, event_id, submission_id, sequence, topic, owner)
            select 1000 + n, gen_random_uuid(), gen_random_uuid(), 1, \(Topic.submitted.rawValue),
                case when n % 2 = 0 then \(living.instance.rawValue) else \(dead.rawValue) end
            from generate_series(1, 30000) n
            """)
        try await database.pool.execute("analyze outbox")
        // After its rows: who has none is forgotten at once.
        _ = try await leases.acquireLease(instance: dead, service: "test", lasting: .seconds(-200_000))
        return (living, dead)
    }

    @Test func adoptingReadsWhatItAdopts() async throws {
        try await TestDatabase.runMeasured { database in
            let (living, _) = try await pile(database)
            let outbox = PostgresOutboxStore(pool: database.pool)
            let read = try await database.rowsRead(of: "outbox") {
                let adopted = try await outbox.adoptOrphans(living, limit: 10)
                #expect(adopted == 10)
            }
            #expect(read < 200)
        }
    }

    @Test func lookingForOrphansAmongTheRowsOfTheLivingReadsHardlyAny() async throws {
        try await TestDatabase.runMeasured { database in
            let (living, dead) = try await pile(database)
            let heir = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                instance: dead, service: "test", lasting: .seconds(600))
            let outbox = PostgresOutboxStore(pool: database.pool)
            let read = try await database.rowsRead(of: "outbox") {
                for lease in [living, heir] {
                    let adopted = try await outbox.adoptOrphans(lease, limit: 500)
                    #expect(adopted == 0)
                }
            }
            #expect(read < 50)
        }
    }

    /// A relay that claims, cannot deliver and claims again, as long as Kafka is away; and one that gets through with some.
    @Test func claimingAndMarkingReadWhatTheyTake() async throws {
        try await TestDatabase.runMeasured { database in
            let (living, _) = try await pile(database)
            try await database.pool.execute(
                """
                insert into events (position, id, submission_id, tenant, sequence, type, topic, time, payload)
                overriding system value
                select position, event_id, submission_id, 'acme', 1, \(EventType.submissionSubmitted.rawValue), topic, now(), '{}'
                from outbox
                """)
            try await database.pool.execute("analyze events")
            let outbox = PostgresOutboxStore(pool: database.pool)
            let read = try await database.rowsRead(of: "outbox") {
                let first = try await outbox.claimRows(living, limit: 100, excluding: []).rows.map(\.position)
                _ = try await outbox.claimRows(living, limit: 100, excluding: first)
                _ = try await outbox.markPublished(
                    first.map { PublishedRow(position: $0, location: .sample) }, living)
            }
            #expect(read < 2_500)
        }
    }

    /// One tenant's thirty thousand are not read for another one's row, whether they wait for their turn or not.
    @Test(arguments: [0, 100]) func oneTenantsBacklogIsNotReadForAnothersRow(places: Int) async throws {
        try await TestDatabase.runMeasured { database in
            let (living, _) = try await pile(database)
            try await database.pool.execute("update outbox set tenant = 'acme', journey = 'sample'")
            let submissions = SubmissionStore(pool: database.pool, owner: living.instance, source: "/docket/test")
            let submission = try await submissions.submittedSample(tenant: "globex")
            try await database.pool.execute(
                """
                insert into events (position, id, submission_id, tenant, sequence, type, topic, time, payload)
                overriding system value
                select position, event_id, submission_id, 'acme', 1, \(EventType.submissionSubmitted.rawValue), topic, now(), '{}'
                from outbox where tenant = 'acme'
                """)
            try await database.pool.execute("vacuum analyze outbox")
            let outbox = PostgresOutboxStore(pool: database.pool)
            let acme = OutboxLine(topic: .submitted, tenant: "acme", journey: "sample")
            let read = try await database.rowsRead(of: "outbox") {
                let room = OutboxRoom(limit: 500, perLine: 100, ofLine: [acme: places])
                let claim = try await outbox.claimRows(living, room: room, excluding: [])
                #expect(claim.rows.map(\.submission).contains(submission.id) && claim.held == [acme])
                try await outbox.hold([acme], living)
                _ = try await outbox.progress(
                    of: claim.rows.map { UnfinishedEvent(position: $0.position, stage: .validation) }, holding: [acme], living)
            }
            // The count of what waits reads as many as the limit.
            #expect(read < 1_500)
        }
    }

    @Test func aBacklogIsCountedUpToABound() async throws {
        try await TestDatabase.runMeasured { database in
            _ = try await pile(database)
            try await database.pool.execute(
                """
                insert into dead_letters (position, stage, attempts, code, problem, failed_at, key, value)
                values (1002, 'validation', 1, 'code', '', now() - interval '1 hour', '', '')
                """)
            // A table as small as this one is as well read whole.
            try await database.pool.execute("set enable_seqscan = off")
            let outbox = PostgresOutboxStore(pool: database.pool)
            let read = try await database.rowsRead(of: "outbox") {
                let backlog = try await outbox.backlog()
                #expect(backlog.rows == OutboxBacklog.mostCounted)
                // The first row of the one that lives, which stands behind all of the other's or before them.
                #expect(backlog.oldestAgeSeconds >= 3600)
            }
            #expect(read < OutboxBacklog.mostCounted + 100)
        }
    }

    @Test func aStartForgetsTheDeadWithoutReadingTheBacklog() async throws {
        try await TestDatabase.runMeasured { database in
            let (_, dead) = try await pile(database)
            let leases = PostgresLeaseStore(pool: database.pool)
            let gone = InstanceID(UUID())
            _ = try await leases.acquireLease(instance: gone, service: "test", lasting: .seconds(-200_000))
            let read = try await database.rowsRead(of: "outbox") {
                _ = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            }
            #expect(read < 50)
            let left = try await database.pool.query("select id from instances where expires_at < now()")
            let ids = try left.map { try $0.decode("id", as: UUID.self) }
            #expect(ids == [dead.rawValue])
        }
    }

    /// A planner that knows of a backlog expects to find a row of anybody soon, and would read the whole table for each that has
    /// none: a heartbeat that takes longer than its lease is the end of all processes.
    @Test func whoHasNoRowsReadsNoneOfTheBacklog() async throws {
        try await TestDatabase.runMeasured { database in
            let (_, dead) = try await pile(database)
            // As after a day of many restarts.
            try await database.pool.execute(
                """
                insert into instances (id, service, epoch, expires_at)
                select gen_random_uuid(), 'test', nextval('lease_epochs'), now() - interval '1 hour' from generate_series(1, 100)
                """)
            let (leases, outbox) = (PostgresLeaseStore(pool: database.pool), PostgresOutboxStore(pool: database.pool))
            _ = try await leases.acquireLease(instance: dead, service: "test", lasting: .seconds(600))
            let read = try await database.rowsRead(of: "outbox") {
                let idle = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
                // More often than a statement is planned anew.
                for _ in 0..<8 {
                    let heartbeat = try await leases.beat(idle, lasting: .seconds(600), asking: [.validation])
                    #expect(heartbeat?.isAnyUnpublished == false && heartbeat?.areOrphansLeft == false)
                    let claim = try await outbox.claimRows(idle, limit: 100, excluding: [])
                    #expect(claim.rows.isEmpty && !claim.isMoreWaiting)
                }
            }
            #expect(read < 2_000)
        }
    }

    /// In a roll, an older version finds what a newer one left behind.
    @Test func whatANewerVersionWroteWaitsForOneAndHoldsNobodyUp() async throws {
        try await TestDatabase.runMeasured { database in
            let pool = database.pool
            let dead = InstanceID(UUID())
            let submission = try await SubmissionStore(pool: pool, owner: dead, source: "/docket/test").submittedSample()
            let other = try await SubmissionStore(pool: pool, owner: dead, source: "/docket/test").submittedSample()
            try await pool.pipeline([
                """
                update events set type = 'com.docket.of.tomorrow.v1' where submission_id = \(submission.id.uuid) and sequence = 4
                """,
                """
                insert into outbox (position, event_id, submission_id, sequence, topic, owner)
                values (100000, gen_random_uuid(), gen_random_uuid(), 1, 'docket.of-tomorrow', \(dead.rawValue))
                """,
            ])
            let outbox = PostgresOutboxStore(pool: pool)
            let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            #expect(try await outbox.adoptOrphans(lease, limit: 100) == 3)
            #expect(try await outbox.adoptOrphans(lease, limit: 100) == 0)
            var published: Set<SubmissionID> = []
            for _ in 0..<2 {
                let rows = try await outbox.claimRows(lease, limit: 100, excluding: []).rows
                published.formUnion(rows.map(\.submission))
                _ = try await outbox.markPublished(rows.map { PublishedRow(position: $0.position, location: .sample) }, lease)
            }
            #expect(published == [submission.id, other.id])
            #expect(try await outbox.backlog().rows == 2)
        }
    }
}
