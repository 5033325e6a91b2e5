import Crypto
import Custody
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
    private static let text = "Erika Mustermann"

    private static func record(of submission: Submission) -> ReadingRecord {
        ReadingRecord(
            documents: submission.documents.map { ReadDocument(document: $0.id, pages: []) }, models: ["eng": text],
            salt: submission.id.uuid)
    }

    /// Submits, and does what the stages do until it was read.
    private static func read(_ ground: SealedGround, sealed: Bool = true) async throws -> Submission {
        let submission = try await ground.toReading(
            try await ground.store(sealed ? ground.keys : nil).submittedSample())
        return try await ground.commit(
            .reading, .read(record(of: submission), pdfs: [:], verdict: SampleSubmissions.acceptance(submission)),
            on: submission)
    }

    /// Whether a dump of the rows shows the text.
    private static func isInClear(_ ground: SealedGround) async throws -> Bool {
        let rows = try await ground.pool.query("select to_jsonb(t)::text as row from inspections t")
        return try rows.contains { try $0.decode("row", as: String.self).contains(text) }
    }

    @Test func `it is sealed with its submission, and read by all who ask for it`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.read(ground)
            #expect(try await !Self.isInClear(ground))
            let expected = Self.record(of: submission)
            let keys = try ground.otherKeys()
            #expect(try await ground.store(keys).reading(of: submission)?.models == expected.models)
            #expect(try await ground.store(keys).storedFacts(of: submission) == submission.factDigests?.digest)
            #expect(try await ground.store(nil).storedFacts(of: submission) == nil)
            let entries = try await PostgresFactsStore(pool: ground.pool, keys: keys).entries(
                journey: "sample", since: .distantPast, limit: 10
            ).entries
            #expect(entries.map(\.reading) == [expected])

            let rows = try await ground.exported("inspections", of: submission, by: keys)
            #expect(rows.count == 1 && rows[0]["reading_sealed"] == nil)
            #expect(rows[0]["reading"]?["models"]?["eng"] == .string(Self.text))
        }
    }

    @Test func `who has no keys reads none of it, and another attempt's is not passed off as it`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.read(ground)
            let blind = await #expect(throws: StoreError.self) { try await ground.store(nil).reading(of: submission) }
            #expect(blind?.code == .keysUnavailable && blind?.detail.contains("this process has no keys") == true)
            try await ground.pool.execute("update inspections set attempt = attempt + 1")
            let moved = await #expect(throws: StoreError.self) { try await ground.store(ground.keys).reading(of: submission) }
            #expect(moved?.code == .unopenable && moved?.detail.contains("is not what was sealed") == true)
        }
    }

    @Test func `of a submission without a key it is stored as it is`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.read(ground, sealed: false)
            #expect(try await Self.isInClear(ground))
            #expect(try await ground.store(ground.keys).reading(of: submission)?.models == Self.record(of: submission).models)
            #expect(try await ground.store(nil).storedFacts(of: submission) == submission.factDigests?.digest)
        }
    }

    @Test func `before programs of before are gone it is stored as it is, and sealed once they are`() async throws {
        try await SealedGround.run { ground in
            // As a database is whose programs of before have just been replaced.
            try await ground.pool.execute("update docket_keys.beginning set values_too = false")
            let submissions = [
                try await Self.read(ground), try await Self.read(ground), try await Self.read(ground, sealed: false),
            ]
            #expect(try await Self.isInClear(ground))
            try await ground.keys.begin()
            #expect(try await ground.keys.sealReadings() == 2)
            #expect(try await ground.keys.sealReadings() == 0)
            for submission in submissions {
                let store = ground.store(ground.keys)
                #expect(try await store.reading(of: submission)?.documents == Self.record(of: submission).documents)
                // That it was sealed is no change of what was told.
                #expect(try await store.storedFacts(of: submission) == submission.factDigests?.digest)
            }
            // Of the submission that is not sealed.
            #expect(try await ground.pool.query("select from inspections where reading is not null").count == 1)
            _ = try await Self.read(ground)
            #expect(try await ground.pool.query("select from inspections where reading is not null").count == 1)
        }
    }

    @Test func `it is held against its outcome by who has the key, and by nobody once that is gone`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.read(ground)
            #expect(submission.state == .accepted)
            let signing = try JSONWebKeySet(CanonicalJSON.encode(SigningKeys(pem: SigningKey.makePEM()).keySet))
            try await eventually("all its events are leaves") {
                while try await CustodyCollector(pool: ground.pool).collect(limit: 100) > 0 {}
                let size = try await ground.pool.query("select coalesce(sum(size), 0)::bigint as size from custody_trees")[0]
                return try size.decode("size", as: Int.self) == submission.version
            }
            func examine(by keys: SealingKeyStore?) async throws -> CustodyAuditor.Finding {
                try await CustodyAuditor(pool: ground.pool, keys: keys).examine(
                    submission.tenant.rawValue, keys: signing, kept: [])
            }
            let whole = try await examine(by: try ground.otherKeys())
            #expect(whole.faults.isEmpty && whole.unopened == 0, "\(whole.faults)")
            for blind in [nil, ground.noKeys()] {
                let found = try await examine(by: blind)
                #expect(found.faults.isEmpty && found.unopened == 1, "\(found.faults)")
            }
            // What is not sealed is held against it all the same.
            try await ground.pool.execute("update inspections set callouts = '[{}]'")
            #expect(try await examine(by: nil).faults.map(\.kind) == [.facts])
            try await ground.pool.execute("update inspections set callouts = null, reading_sealed = reading_sealed || 'x'")
            #expect(try await examine(by: try ground.otherKeys()).faults.map(\.kind) == [.facts])
            try await ground.pool.execute("delete from docket_keys.submissions")
            let gone = try await examine(by: try ground.otherKeys())
            #expect(gone.faults.isEmpty && gone.unopened == 1, "\(gone.faults)")
            // Whoever says that something is sealed which is not has changed it.
            try await ground.pool.execute("delete from sealed_submissions")
            for keys in [nil, try ground.otherKeys()] {
                #expect(try await examine(by: keys).faults.map(\.kind) == [.facts])
            }
        }
    }

    @Test func `a database that has submissions does not begin by its migration`() async throws {
        try await TestDatabase.run { database in
            _ = try await Migrator(pool: database.pool, migrations: Migration.all.filter { $0.version < 56 }).migrate()
            // As a gateway of before that runs.
            try await database.pool.execute(
                "insert into instances (id, service, epoch, expires_at) values (\(UUID()), 'gateway', 1, now())")
            #expect(try await Migrator(pool: database.pool).migrate().first?.version == 56)
            let keys = try SealedGround.keys(database.pool)
            #expect(try await keys.hasBegun())
            #expect(try await !keys.hasBegun(.values))
            #expect(try await !keys.hasBegun(.persons))
            #expect(try await !keys.hasBegun(.names))
            try await keys.begin()
            #expect(try await keys.hasBegun(.values))
            #expect(try await keys.hasBegun(.persons))
            #expect(try await keys.hasBegun(.names))
        }
    }
}
