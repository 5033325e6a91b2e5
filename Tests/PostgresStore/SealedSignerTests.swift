import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// The names in the signatures of a sealed submission's files: a dump does not hold them, and whoever may read them does.
@Suite(.timeLimit(.minutes(2)))
struct SealedSignerTests {
    private static let name = "Erika Mustermann"

    /// Facts of a PDF that was signed twice, once by nobody that is named.
    private static func facts(of submission: Submission) -> SubmissionFacts {
        var facts = SubmissionFacts(submission, journey: SampleSubmissions.journey, at: submission.changedAt)
        facts.documents[0].pages[0].origin = FileOrigin(
            programs: ["Writer"], signatures: 2,
            checks: [FileSignature(.unknown), FileSignature(.trusted, coversFile: true, signer: name)])
        return facts
    }

    private static func record(of submission: Submission) -> FactsRecord {
        FactsRecord(facts(of: submission), salt: submission.id.uuid)
    }

    private static func validated(_ ground: SealedGround, sealed: Bool = true) async throws -> Submission {
        let submission = try await ground.store(sealed ? ground.keys : nil).submittedSample()
        return try await ground.commit(
            .validation, .validated(SampleSubmissions.acceptance(submission), facts: record(of: submission)), on: submission)
    }

    private static func salt(of submission: Submission) -> [UInt8] { withUnsafeBytes(of: submission.id.uuid.uuid) { Array($0) } }

    private static func isInClear(_ ground: SealedGround) async throws -> Bool {
        let rows = try await ground.pool.query("select facts from inspections")
        return try rows.contains {
            try $0.decode("facts", as: [UInt8].self).firstRange(of: Array(name.utf8)) != nil
        }
    }

    private static func names(_ ground: SealedGround, _ submission: Submission, by keys: SealingKeyStore?) async throws
        -> [String?]
    {
        try await ground.store(keys).fileFindings(of: submission).signatures.map(\.signature.signer)
    }

    @Test func `they are sealed with their submission, and read by all who ask for them`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.validated(ground)
            #expect(try await !Self.isInClear(ground))
            #expect(try await Self.names(ground, submission, by: try ground.otherKeys()) == [nil, Self.name])
            // Whoever has a backup of the rows cannot try names by the digest: the salt is sealed with them.
            let stored = try await ground.pool.query("select facts from inspections")[0].decode("facts", as: [UInt8].self)
            #expect(try FactsRecord(bytes: stored) == Self.record(of: submission).takingSigners().record)
            #expect(stored.firstRange(of: Self.salt(of: submission)) == nil)
            #expect(try await ground.store(try ground.otherKeys()).storedFacts(of: submission) == submission.factDigests?.digest)
            #expect(try await ground.store(nil).storedFacts(of: submission) == nil)
            // All else that rules were checked on is as it was.
            let entries = try await PostgresFactsStore(pool: ground.pool, keys: ground.keys).entries(
                journey: "sample", since: .distantPast, limit: 10
            ).entries
            var expected = Self.facts(of: submission)
            expected.documents[0].pages[0].origin?.checks[1].signer = nil
            let found = try #require(entries.first).facts(journey: SampleSubmissions.journey)
            #expect(found.documents[0].pages[0] == expected.documents[0].pages[0])

            let rows = try await ground.exported("inspections", of: submission, by: ground.keys)
            let page = submission.documents[0].pages[0].id
            #expect(rows[0]["signers_sealed"] == nil)
            #expect(rows[0]["signers"]?["names"]?[page.description] == .array([.null, .string(Self.name)]))
        }
    }

    @Test func `who has no keys reads none, and another attempt's are not passed off as these`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.validated(ground)
            let blind = await #expect(throws: StoreError.self) { try await Self.names(ground, submission, by: nil) }
            #expect(blind?.code == .keysUnavailable && blind?.detail.contains("this process has no keys") == true)
            try await ground.pool.execute("update inspections set attempt = attempt + 1")
            let moved = await #expect(throws: StoreError.self) { try await Self.names(ground, submission, by: ground.keys) }
            #expect(moved?.code == .unopenable && moved?.detail.contains("is not what was sealed") == true)
        }
    }

    @Test func `those of before are sealed, once`() async throws {
        try await SealedGround.run { ground in
            // As a program of before has stored them.
            let submissions = [try await Self.validated(ground), try await Self.validated(ground)]
            for submission in submissions {
                let facts = Self.record(of: submission)
                try await ground.pool.execute(
                    """
                    update inspections set facts = \(Bytes(facts.bytes)), signers_sealed = null
                    where submission_id = \(submission.id.uuid)
                    """)
            }
            let clear = try await Self.validated(ground, sealed: false)
            #expect(try await Self.isInClear(ground))
            #expect(try await Self.names(ground, submissions[0], by: ground.keys) == [nil, Self.name])
            #expect(try await ground.keys.sealSigners() == 2)
            #expect(try await ground.keys.sealSigners() == 0)
            for submission in submissions + [clear] {
                #expect(try await Self.names(ground, submission, by: ground.keys) == [nil, Self.name])
                // That they were sealed is no change of what was told.
                #expect(try await ground.store(ground.keys).storedFacts(of: submission) == submission.factDigests?.digest)
            }
            // Of the submission that is not sealed.
            #expect(try await ground.pool.query("select from inspections where signers_sealed is null").count == 1)
        }
    }

    @Test func `where the key is lost they are left out`() async throws {
        try await SealedGround.run { ground in
            let submission = try await ground.store(ground.keys).submittedSample()
            let validated = try await ground.commit(
                .validation, .validated(SampleSubmissions.acceptance(submission), facts: Self.record(of: submission)),
                on: submission, by: ground.noKeys(), readsFirst: false)
            #expect(try await !Self.isInClear(ground))
            #expect(try await Self.names(ground, validated, by: ground.keys) == [nil, nil])
            #expect(try await ground.store(nil).storedFacts(of: validated) == validated.factDigests?.digest)
        }
    }

    @Test func `what a tus client tells of an upload is sealed`() async throws {
        try await SealedGround.run { ground in
            let submission = try await ground.store(ground.keys).submittedSample()
            let uploads = UploadStore(pool: ground.pool, keys: ground.keys, expiry: .seconds(3600))
            func open(_ metadata: String?, by uploads: UploadStore) async throws -> Upload {
                var new = NewUpload(
                    id: .random(), tenant: submission.tenant, submission: submission.id, document: submission.documents[0].id)
                (new.length, new.metadata) = (10, metadata)
                let upload = try await uploads.create(new, isWriting: false, under: QuotaStoreTests.wide).get().upload
                return try #require(try await uploads.upload(upload.id, tenant: submission.tenant))
            }
            func isInClear() async throws -> Bool {
                let rows = try await ground.pool.query("select to_jsonb(t)::text as row from uploads t")
                return try rows.contains { try $0.decode("row", as: String.self).contains(Self.name) }
            }
            let sealed = try await open("filename \(Self.name)", by: uploads)
            #expect(try await !isInClear())
            #expect(try await uploads.metadata(of: sealed) == "filename \(Self.name)")
            let none = try await open(nil, by: uploads)
            #expect(try await uploads.metadata(of: none) == nil)
            let blind = UploadStore(pool: ground.pool, expiry: .seconds(3600))
            await #expect(throws: StoreError.self) { try await blind.metadata(of: sealed) }

            // As a program of before has stored it.
            let clear = try await open("filename other \(Self.name)", by: blind)
            #expect(try await isInClear())
            #expect(try await uploads.metadata(of: clear) == "filename other \(Self.name)")
            #expect(try await ground.keys.sealUploads() == 1)
            #expect(try await ground.keys.sealUploads() == 0)
            #expect(try await !isInClear())
            let again = try #require(try await uploads.upload(clear.id, tenant: submission.tenant))
            #expect(try await uploads.metadata(of: again) == "filename other \(Self.name)")

            let rows = try await ground.exported("uploads", of: submission, by: ground.keys)
            #expect(rows.count == 3 && rows.allSatisfy { $0["metadata_sealed"] == nil })
            let told = rows.compactMap { row -> String? in if case .string(let text)? = row["metadata"] { text } else { nil } }
            #expect(Set(told) == ["filename \(Self.name)", "filename other \(Self.name)"])
        }
    }
}
