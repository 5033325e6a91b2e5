import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// What was read of a sealed submission: a dump does not hold it, and whoever may read it does.
@Suite(.timeLimit(.minutes(2)))
struct SealedReadingTests {
    private struct Ground {
        let pool: PostgresPool
        let keys: SealingKeyStore
        let lease: Lease

        init(_ pool: PostgresPool) async throws {
            self.pool = pool
            keys = try Self.keys(pool)
            lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(60))
        }

        static func keys(_ pool: PostgresPool) throws -> SealingKeyStore {
            let file = try KeyFile(parsing: Array("main \(Base64.encode([UInt8](repeating: 1, count: 32)))\n".utf8))
            return SealingKeyStore(pool: pool, SealingConfiguration(provider: file))
        }

        func store(_ keys: SealingKeyStore?) -> SubmissionStore {
            SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
        }

        /// Submits, and does what the stages do until it was read.
        func read(sealed: Bool = true) async throws -> Submission {
            let submissions = store(sealed ? keys : nil)
            let stages = PostgresStageStore(pool: pool, source: "/docket/test", keys: keys)
            var submission = try await submissions.submittedSample()
            func commit(_ stage: Stage, _ change: StageChange) async throws {
                let item = StageCommit(
                    workItem: WorkItemKey(stage: stage, eventID: .random()), end: .done,
                    transition: StageTransition(
                        submission: submission.id, expectedVersion: submission.version, change: change), publishedAt: nil)
                let results = try await stages.commit([item], lease)
                try #require(results == [.applied(version: submission.version + 1)])
                submission = try #require(try await submissions.submission(submission.id, tenant: submission.tenant))
            }
            let facts = SubmissionFacts(submission, journey: SampleSubmissions.journey, at: submission.changedAt)
            try await commit(.validation, .validated(SampleSubmissions.acceptance(submission), facts: facts))
            try await commit(
                .normalization,
                .normalized(
                    SampleSubmissions.normalized(submission), verdict: SampleSubmissions.acceptance(submission), isReadNext: true)
            )
            try await commit(
                .reading,
                .read(
                    SealedReadingTests.record(of: submission), pdfs: [:], verdict: SampleSubmissions.acceptance(submission)))
            return submission
        }

        /// Whether a dump of the rows shows the text.
        func isInClear() async throws -> Bool {
            let rows = try await pool.query("select to_jsonb(t)::text as row from inspections t")
            return try rows.contains { try $0.decode("row", as: String.self).contains(SealedReadingTests.text) }
        }

        /// As a database is whose programs of before have just been replaced.
        func asBefore() async throws { try await pool.execute("update docket_keys.beginning set values_too = false") }
    }

    private static let text = "Erika Mustermann"

    private static func record(of submission: Submission) -> ReadingRecord {
        ReadingRecord(
            documents: submission.documents.map { ReadDocument(document: $0.id, pages: []) }, models: ["eng": text])
    }

    private static func run(_ body: @Sendable (Ground) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in try await body(try await Ground(database.pool)) }
    }

    @Test func `it is sealed with its submission, and read by all who ask for it`() async throws {
        try await Self.run { ground in
            let submission = try await ground.read()
            #expect(try await !ground.isInClear())
            let expected = Self.record(of: submission)
            let keys = try Ground.keys(ground.pool)
            #expect(try await ground.store(keys).reading(of: submission) == expected)
            let entries = try await PostgresFactsStore(pool: ground.pool, keys: keys).entries(
                journey: "sample", since: .distantPast, limit: 10
            ).entries
            #expect(entries.map(\.reading) == [expected])

            let data = PersonalDataStore(pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
            let export = try await data.export(submission.id, by: AuditOrigin(actor: "operator:erna"))
            let rows = try CanonicalJSON.decode(JSONValue.self, from: Array(try #require(export).records.utf8))["inspections"]
            guard case .array(let rows)? = rows else {
                Issue.record("there is no row")
                return
            }
            #expect(rows.count == 1 && rows[0]["reading_sealed"] == nil)
            #expect(rows[0]["reading"]?["models"]?["eng"] == .string(Self.text))
        }
    }

    @Test func `who has no keys reads none of it, and another attempt's is not passed off as it`() async throws {
        try await Self.run { ground in
            let submission = try await ground.read()
            let blind = await #expect(throws: StoreError.self) { try await ground.store(nil).reading(of: submission) }
            #expect(blind?.code == .keysUnavailable && blind?.detail.contains("this process has no keys") == true)
            try await ground.pool.execute("update inspections set attempt = attempt + 1")
            let moved = await #expect(throws: StoreError.self) { try await ground.store(ground.keys).reading(of: submission) }
            #expect(moved?.code == .unopenable && moved?.detail.contains("is not what was sealed") == true)
        }
    }

    @Test func `of a submission without a key it is stored as it is`() async throws {
        try await Self.run { ground in
            let submission = try await ground.read(sealed: false)
            #expect(try await ground.isInClear())
            #expect(try await ground.store(ground.keys).reading(of: submission) == Self.record(of: submission))
        }
    }

    @Test func `before programs of before are gone it is stored as it is, and sealed once they are`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            let submissions = [try await ground.read(), try await ground.read(), try await ground.read(sealed: false)]
            #expect(try await ground.isInClear())
            try await ground.keys.begin()
            #expect(try await ground.keys.sealReadings() == 2)
            #expect(try await ground.keys.sealReadings() == 0)
            for submission in submissions {
                #expect(try await ground.store(ground.keys).reading(of: submission) == Self.record(of: submission))
            }
            // Of the submission that is not sealed.
            #expect(try await ground.pool.query("select from inspections where reading is not null").count == 1)
            _ = try await ground.read()
            #expect(try await ground.pool.query("select from inspections where reading is not null").count == 1)
        }
    }

    @Test func `a database that has submissions does not begin by its migration`() async throws {
        try await TestDatabase.run { database in
            _ = try await Migrator(pool: database.pool, migrations: Migration.all.filter { $0.version < 56 }).migrate()
            // As a gateway of before that runs.
            try await database.pool.execute(
                "insert into instances (id, service, epoch, expires_at) values (\(UUID()), 'gateway', 1, now())")
            #expect(try await Migrator(pool: database.pool).migrate().first?.version == 56)
            let keys = try Ground.keys(database.pool)
            #expect(try await keys.hasBegun())
            #expect(try await !keys.valuesHaveBegun())
            #expect(try await !keys.personsHaveBegun())
            #expect(try await !keys.namesHaveBegun())
            try await keys.begin()
            #expect(try await keys.valuesHaveBegun())
            #expect(try await keys.personsHaveBegun())
            #expect(try await keys.namesHaveBegun())
        }
    }
}
