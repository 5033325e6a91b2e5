import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Telemetry
import Testing

@testable import PostgresStore

/// No answer is older than its question, wherever it comes from.
@Suite(.timeLimit(.minutes(3))) struct LongReadsTests {
    // MARK: - Deciding

    @Test func aReplicaThatIsBehindIsWaitedForAsLongAsThePatienceLasts() {
        var choice = ReplicaChoice(patience: .milliseconds(20))
        var pauses: [Duration] = []
        while case .lookAgain(let pause) = choice.step(after: .isBehind(.seconds(1))) { pauses.append(pause) }
        #expect(pauses == [2, 4, 8, 6].map { .milliseconds($0) })
        #expect(choice.step(after: .isBehind(nil)) == .askPrimary)
        #expect(choice.step(after: .hasReplayed) == .askReplica)
    }

    @Test func pausesStayShort() {
        var choice = ReplicaChoice(patience: .seconds(1))
        var pauses: [Duration] = []
        while case .lookAgain(let pause) = choice.step(after: .isBehind(nil)) { pauses.append(pause) }
        #expect(pauses.max() == .milliseconds(50) && pauses.reduce(.zero, +) == .seconds(1))
    }

    @Test func withoutPatienceThePrimaryAnswersAtOnce() {
        var choice = ReplicaChoice(patience: .zero)
        #expect(choice.step(after: .isBehind(nil)) == .askPrimary)
        #expect(choice.step(after: .followsNobody) == .askPrimary)
    }

    // MARK: - With a replica

    /// A primary with a store, and its replica.
    private struct Ground {
        let pair: PostgresPair
        let database: TestDatabase
        let replica: PostgresPool
        let metrics = MetricsRegistry()

        func reads(patience: Duration = .seconds(30)) -> LongReads {
            LongReads(primary: database.pool, replica: replica, patience: patience, logger: .silent, metrics: metrics)
        }

        func store(_ reads: LongReads) -> SubmissionStore {
            SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test", longReads: reads)
        }

        /// Reads by who answered them.
        func answered(by name: String) -> Bool {
            metrics.renderPrometheus().contains("docket_long_reads_total{answered_by=\"\(name)\"}")
        }

        /// Stops replaying: what is committed from now on is not to be seen there.
        func holdBack() async throws { try await pair.standby.administer("select pg_wal_replay_pause()") }
        func goOn() async throws { try await pair.standby.administer("select pg_wal_replay_resume()") }
    }

    private static func run(_ body: (Ground) async throws -> Void) async throws {
        try await PostgresPair.run { pair in
            try await TestDatabase.run(on: pair.primary) { database in
                _ = try await Migrator(pool: database.pool).migrate()
                let name = try #require(
                    try await database.pool.query("select current_database()::text as name").first?
                        .decode("name", as: String.self))
                var configuration = database.configuration
                configuration.connectionString = pair.standby.connectionString(database: name)
                configuration.prefersStandby = true
                let replica = PostgresPool(configuration: configuration, group: database.group, logger: .silent)
                do { try await body(Ground(pair: pair, database: database, replica: replica)) } catch {
                    await replica.close()
                    throw error
                }
                await replica.close()
            }
        }
    }

    private static func isStandby(_ pool: PostgresPool) async throws -> Bool {
        try await pool.query("select pg_is_in_recovery() as is_standby").first?.decode("is_standby") ?? false
    }

    @Test func theReplicaAnswersWithWhatWasWrittenJustNow() async throws {
        try await Self.run { ground in
            let reads = ground.reads()
            let store = ground.store(reads)
            for count in 1...20 {
                let submission = try await store.createSubmission(
                    NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "acme")
                let page = try await store.submissions(tenant: "acme")
                #expect(page.submissions.count == count && page.submissions.first?.id == submission.id)
            }
            #expect(try await reads.read { try await Self.isStandby($0) })
            #expect(ground.answered(by: "replica") && !ground.answered(by: "primary-replica-behind"))
            let audit = AuditStore(pool: ground.database.pool, longReads: reads)
            let origin = AuditOrigin(actor: "key:someone")
            try await audit.record([
                AuditAct(tenant: "acme", action: "page.view", resource: "a page", origin: origin, time: Timestamp(Date()))
            ])
            #expect(try await audit.entries(tenant: "acme", limit: 50).count == 1)
            #expect(
                try await ReviewStore(pool: ground.database.pool, longReads: reads).queue(
                    tenant: "acme", reviewer: Reviewer(actor: "user:mia"), limit: 5
                ).items.isEmpty)
            let facts = PostgresFactsStore(pool: ground.database.pool, longReads: reads)
            #expect(try await facts.entries(journey: "sample", since: .distantPast, limit: 5).entries.isEmpty)
        }
    }

    @Test func aReplicaThatIsLateAnswersNothingOld() async throws {
        try await Self.run { ground in
            let store = ground.store(ground.reads(patience: .milliseconds(30)))
            try await ground.holdBack()
            _ = try await store.createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "acme")
            #expect(try await store.submissions(tenant: "acme").submissions.count == 1)
            #expect(ground.answered(by: "primary-replica-behind") && !ground.answered(by: "replica"))
            try await ground.goOn()
            // Who has patience gets the replica's answer once it has caught up.
            let patient = ground.reads()
            #expect(try await patient.read { try await Self.isStandby($0) })
        }
    }

    @Test func aReplicaThatIsAwayIsPassedOver() async throws {
        try await Self.run { ground in
            try await ground.pair.standby.stopServer(.immediate)
            var configuration = ground.database.configuration
            configuration.connectionString = ground.pair.standby.connectionString()
            configuration.acquireTimeout = .milliseconds(100)
            let away = PostgresPool(configuration: configuration, group: ground.database.group, logger: .silent)
            let reads = LongReads(
                primary: ground.database.pool, replica: away, patience: .seconds(1), logger: .silent, metrics: ground.metrics)
            for _ in 0..<3 { #expect(try await !reads.read { try await Self.isStandby($0) }) }
            #expect(ground.answered(by: "primary-replica-away"))
            // What the primary says is said, and tried no second time.
            await #expect(throws: PostgresError.self) { try await reads.read { try await $0.query("select 1 / 0") } }
            await away.close()
        }
    }

    @Test func aPrimaryThatIsAwayIsNotTakenForTheReplica() async throws {
        try await Self.run { ground in
            var configuration = ground.database.configuration
            configuration.connectionString = "host=/nowhere dbname=docket user=docket"
            configuration.acquireTimeout = .milliseconds(100)
            let away = PostgresPool(configuration: configuration, group: ground.database.group, logger: .silent)
            let reads = LongReads(
                primary: away, replica: ground.replica, patience: .seconds(1), logger: .silent, metrics: ground.metrics)
            await #expect(throws: PostgresError.self) { try await reads.read { try await Self.isStandby($0) } }
            #expect(ground.answered(by: "primary-position-unknown") && !ground.answered(by: "primary-replica-away"))
            await away.close()
        }
    }

    @Test func aPromotedReplicaAnswersNothing() async throws {
        try await Self.run { ground in
            let reads = ground.reads()
            #expect(try await reads.read { try await Self.isStandby($0) })
            try await ground.pair.standby.promote()
            // It would not be told of this any more.
            try await ground.database.pool.query("create table after_promotion ()")
            #expect(
                try await reads.read { pool in
                    try await pool.query("select to_regclass('after_promotion') is not null as has").first?.decode("has") ?? false
                })
            #expect(ground.answered(by: "primary-replica-promoted"))
        }
    }

    @Test func whatFailsAtTheReplicaIsReadFromThePrimary() async throws {
        try await Self.run { ground in
            let reads = ground.reads()
            let value: Int32 = try await reads.read { pool in
                try await pool.query(
                    "select 1 / (case when pg_is_in_recovery() then 0 else 1 end) as value"
                ).first?.decode("value") ?? 0
            }
            #expect(value == 1 && ground.answered(by: "primary-replica-failed"))
        }
    }
}
