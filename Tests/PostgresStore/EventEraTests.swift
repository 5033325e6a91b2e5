import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// Whoever follows the log goes on without a gap and without a repetition, whatever becomes of its database.
@Suite(.timeLimit(.minutes(2))) struct EventEraTests {
    private struct Log {
        let pool: PostgresPool
        let events: PostgresEventLog
        let submissions: SubmissionStore

        init(_ database: TestDatabase) {
            pool = database.pool
            events = PostgresEventLog(pool: pool)
            submissions = SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", wakeRelay: {})
        }

        /// Once there are so many: transactions of other tests in the cluster hold them back.
        func all(_ count: Int) async throws -> [RecordedEvent] { try await events(count, after: .start) }

        func events(_ count: Int, after position: LogPosition) async throws -> [RecordedEvent] {
            var found: [RecordedEvent] = []
            try await eventually("\(count) events are shown") {
                found = try await events.events(afterPosition: position, tenant: nil, limit: 1_000)
                return found.count >= count
            }
            return found
        }

        func eras() async throws -> [Int] {
            try await pool.query("select number from event_eras order by number").map { try $0.decode("number") }
        }

        /// The ids of four events that are new.
        func addSubmission() async throws -> [EventID] {
            let submission = try await submissions.submittedSample()
            return try await events.events(of: submission.id, afterSequence: 0, limit: 10).map(\.id)
        }

        func addDraft() async throws -> Submission {
            let journey = SampleSubmissions.journey
            return try await submissions.createSubmission(
                NewSubmission(journey: journey.id), journey: journey, tenant: .standard)
        }

        func change(_ draft: Submission) async throws {
            let answer = try await submissions.addDocument(
                .random(), NewDocument(type: "letter"), to: draft.id, tenant: draft.tenant)
            #expect(answer.submission?.version == draft.version + 1)
        }

        /// Transactions that leave nothing behind.
        func useUpTransactions() async throws {
            for _ in 0..<200 { try await pool.query("select pg_current_xact_id()") }
        }
    }

    private func dump(_ from: TestDatabase, _ to: TestDatabase) async throws {
        let dump = try await Program.check("pg_dump", ["--dbname", from.configuration.connectionString])
        _ = try await Program.check(
            "psql", ["-qX", "-v", "ON_ERROR_STOP=1", "--dbname", to.configuration.connectionString], input: dump.output)
    }

    /// The other cluster has had fewer transactions: by their numbers alone, what it writes would lie before what was restored, and
    /// that would not be shown at all.
    @Test func aRestoreIntoAYoungClusterGoesOnWhereTheLogWas() async throws {
        let other = try await TemporaryPostgres.start()
        do {
            try await TestDatabase.runMigrated { database in
                let old = Log(database)
                try await old.useUpTransactions()
                _ = try await old.addSubmission()
                let before = try await old.all(4)
                try #require(before.count == 4)
                try await TestDatabase.run(on: other) { restored in
                    try await dump(database, restored)
                    let new = Log(restored)
                    let eras = try await new.eras()
                    let used = try await new.pool.query("select pg_current_xact_id()::text::bigint as number")[0]
                    #expect(try used.decode("number", as: Int64.self) < before[0].position.transaction & (1 << 48 - 1))
                    #expect(try await new.all(4) == before, "all is shown before anything was written")
                    #expect(try await new.events(2, after: before[1].position) == Array(before[2...]))
                    let added = try await new.addSubmission()
                    #expect(try await new.events(4, after: before[3].position).map(\.id) == added)
                    #expect(try await new.all(8).map(\.id) == before.map(\.id) + added)
                    #expect(try await new.eras().count == eras.count + 1)
                }
                // The first one is still there, and goes on as it was.
                let added = try await old.addSubmission()
                #expect(try await old.all(8).map(\.id) == before.map(\.id) + added)
            }
        } catch {
            await other.stop()
            throw error
        }
        await other.stop()
    }

    /// In the same cluster numbers ascend, and yet what was written after the dump is gone.
    @Test func aRestoreInTheSameClusterBeginsAnEra() async throws {
        try await TestDatabase.runMigrated { database in
            let old = Log(database)
            _ = try await old.addSubmission()
            let eras = try await old.eras()
            try await TestDatabase.run { restored in
                try await dump(database, restored)
                let lost = try await old.addSubmission()
                let seen = try #require(try await old.all(8).last?.position)
                let new = Log(restored)
                let added = try await new.addSubmission()
                #expect(try await new.events(4, after: seen).map(\.id) == added)
                #expect(Set(added).isDisjoint(with: lost))
                #expect(try await new.eras().count == eras.count + 1)
            }
        }
    }

    /// The old primary shows an event that the standby never got. Whoever saw it misses nothing of what the new primary writes, and
    /// what that calls the same version of the submission is another event.
    @Test func aFailoverThatLosesEventsBeginsAnEra() async throws {
        try await PostgresPair.run { pair in
            try await TestDatabase.run(on: pair.primary) { database in
                let old = Log(database)
                _ = try await Migrator(pool: database.pool).migrate()
                let draft = try await old.addDraft()
                let before = try await old.all(1)
                let name = try await database.pool.query("select current_database() as name")[0].decode("name", as: String.self)
                try await pair.hasFollowed("select from events", database: name)

                let connection = pair.standby.connectionString(database: name)
                try await TestDatabase.run(
                    on: pair.primary, configure: { $0.connectionString = connection + " target_session_attrs=any" }
                ) { reader in
                    let shown = try await Log(reader).all(1)
                    #expect(shown == before, "a standby shows what it was sent")
                }

                try await pair.standby.promote()
                try await old.useUpTransactions()
                try await old.change(draft)
                let lost = try #require(try await old.all(2).last)
                #expect(lost.sequence == 2)
                try await TestDatabase.run(on: pair.primary, configure: { $0.connectionString = connection }) { promoted in
                    let new = Log(promoted)
                    try await new.change(draft)
                    let found = try await new.events(1, after: lost.position)
                    #expect(found.map(\.sequence) == [2])
                    #expect(found.first?.id != lost.id)
                    #expect(try await new.all(2).map(\.sequence) == [1, 2])
                    #expect(try await new.eras() == [0, 1])
                }
            }
        }
    }

    /// A copy of a database is another one. Whoever writes first begins its era, and all others write in the same.
    @Test func connectionsThatBeginAnEraTogetherBeginOne() async throws {
        try await TestDatabase.runMigrated { database in
            let log = Log(database)
            let before = try await log.eras()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try await log.addSubmission() } }
                try await group.waitForAll()
            }
            #expect(try await log.eras().count == before.count + 1)
            let events = try await log.all(32)
            #expect(events.count == 32)
            #expect(Set(events.map { $0.position.transaction >> 48 }).count == 1)
        }
    }

    /// A transaction that takes no changes begins no era, and hides nothing.
    @Test func whoOnlyReadsSeesAllAndBeginsNothing() async throws {
        try await TestDatabase.runMigrated { database in
            _ = try await Log(database).addSubmission()
            let name = try await database.pool.query("select current_database() as name")[0].decode("name", as: String.self)
            try await database.cluster.administer(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(name)'")
            try await TestDatabase.run(template: name) { copy in
                let rows = try await copy.pool.withTransaction { transaction in
                    try await transaction.query("set transaction read only")
                    return try await transaction.query(
                        "select from events where transaction_id < event_place(current_event_era(), '3'::xid8)")
                }
                #expect(rows.count == 4)
                #expect(try await Log(copy).eras() == Log(database).eras())
            }
        }
    }
}
