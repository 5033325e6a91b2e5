import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// What erasing and sweeping cost the others.
@Suite(.timeLimit(.minutes(2))) struct ErasureCostTests {
    /// Ids of events ascend with time: whoever reads them in order reads all of these before the newest one.
    private static let olderID: SQL = "overlay(gen_random_uuid()::text placing '00' from 1 for 2)::uuid"

    @Test func erasingAndExportingReadTheRowsOfTheirSubmission() async throws {
        try await TestDatabase.runMeasured { database in
            let pool = database.pool
            let submission = try await SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
                .submittedSample()
            try await pool.pipeline([
                """
                insert into work_items (stage, event_id, submission_id, state, attempts, last_error)
                select 'validation', \(Self.olderID), gen_random_uuid(), 'done', 1, 'it failed' from generate_series(1, 20000)
                """,
                """
                insert into work_items (stage, event_id, submission_id, state, attempts, last_error)
                select 'validation', id, submission_id, 'done', 1, 'of Ann' from events
                    where submission_id = \(submission.id.uuid) and type = \(EventType.submissionSubmitted.rawValue)
                """,
                """
                insert into dead_letters (position, stage, event_id, attempts, code, problem, failed_at, key, value)
                select 1000 + n, 'validation', \(Self.olderID), 1, 'code', '', now(), '', '' from generate_series(1, 20000) n
                """,
            ])
            for table in ["work_items", "dead_letters", "events"] { try await pool.execute("analyze \(raw: table)") }
            let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
            for table in ["work_items", "dead_letters"] {
                let read = try await database.rowsRead(of: table) {
                    let export = try await data.export(
                        submission.id, by: AuditOrigin(actor: "operator:erna"))
                    #expect(table != "work_items" || export?.records.contains("of Ann") == true)
                }
                #expect(read < 100, "\(table)")
            }
            let read = try await database.rowsRead(of: "work_items") {
                guard case .confirmationRequired(let required) = try await data.erase(submission.id),
                    case .done(let receipt) = try await required.confirm(by: .retention)
                else { throw StoreFixture.Unexpected() }
                #expect(receipt.rows["work_items"] == 1)
            }
            #expect(read < 100)
            #expect(try await pool.query("select from work_items where last_error = 'of Ann'").isEmpty)
        }
    }

    /// Live streams of every tenant wait for the oldest transaction.
    @Test func noTransactionIsOpenWhileBytesAreRemoved() async throws {
        try await TestDatabase.runMigrated { database in
            let (pool, id) = (database.pool, SubmissionID.random())
            let digest = SampleSubmissions.file("gone").digest
            try await pool.pipeline([
                """
                insert into erasures (submission_id, tenant, basis, actor, erased_at, sweep_at)
                values (\(id.uuid), 'acme', 'policy', 'retention', now() - interval '9 days', now() - interval '1 minute')
                """,
                """
                insert into blob_erasures (submission_id, digest, tenant, erase_after)
                values (\(id.uuid), \(digest.bytes), 'acme', now() - interval '1 minute')
                """,
            ])
            let openTransactions: @Sendable () async throws -> Int = {
                try await pool.query(
                    """
                    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                        and backend_type = 'client backend' and xact_start is not null
                    """
                ).count
            }
            let erased = try await ErasureStore(pool: pool).eraseDue(limit: 10, postponing: .seconds(600)) { _, _, _ in
                let open = try await openTransactions()
                #expect(open == 0)
                return true
            }
            let swept = try await ErasureSweeps(pool: pool).sweepDue(limit: 10, postponing: .seconds(600)) { _, _ in
                let open = try await openTransactions()
                #expect(open == 0)
                return true
            }
            #expect((erased, swept) == (1, 1))
            #expect(try await pool.query("select from blob_erasures").isEmpty)
            #expect(try await pool.query("select from erasures where sweep_at is not null").isEmpty)
        }
    }

    /// What came to be needed and was given up anew while its bytes were removed has its own time.
    @Test func whatIsGivenUpAnewMeanwhileIsRemovedAtItsOwnTime() async throws {
        try await TestDatabase.runMigrated { database in
            let (pool, id) = (database.pool, SubmissionID.random())
            let digest = SampleSubmissions.file("again").digest
            try await pool.execute(
                """
                insert into blob_erasures (submission_id, digest, tenant, erase_after)
                values (\(id.uuid), \(digest.bytes), 'acme', now() - interval '1 minute')
                """)
            _ = try await ErasureStore(pool: pool).eraseDue(limit: 10, postponing: .seconds(600)) { _, _, _ in
                try await pool.execute("update blob_erasures set erase_after = now() + interval '1 day'")
                return true
            }
            #expect(try await pool.query("select from blob_erasures where erase_after > now() + interval '1 hour'").count == 1)
        }
    }
}
