import Crypto
import Domain
import EventLoop
import FoundationEssentials
import Operations
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Testing

@testable import BlobStore

/// An installation that was there before anything was sealed, and a store of its files.
struct FileSealingGround: Sendable {
    enum Kind: String, CaseIterable, Sendable { case memory, folder, s3 }

    /// What can be had in this run.
    static let kinds = Kind.allCases.filter { $0 != .s3 || S3TestServer.script != nil }

    let database: TestDatabase
    let group: EventLoopGroup
    /// As they lie there.
    let files: any BlobStore
    let submissions: SubmissionStore
    let tenant: TenantID = "acme"

    var pool: PostgresPool { database.pool }

    static func run(_ kind: Kind = .memory, _ body: (FileSealingGround) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            let group = try EventLoopGroup(threads: 1)
            let folder = try TemporaryFolder("blobs")
            let files: any BlobStore
            switch kind {
            case .memory: files = MemoryBlobStore()
            case .folder: files = try FileBlobStore(root: folder.path, pool: group.blocking)
            case .s3:
                let server = try await S3TestServer.shared()
                files = S3BlobStore(
                    S3Configuration(
                        bucket: server.bucket, prefix: "seal-\(UInt64.random(in: .min ... .max))/", endpoint: server.endpoint,
                        credentials: .init(accessKey: server.accessKey, secretKey: server.secretKey)), group: group)
            }
            let ground = FileSealingGround(
                database: database, group: group, files: files,
                submissions: SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test"))
            let result: Result<Void, any Error>
            do { result = .success(try await body(ground)) } catch { result = .failure(error) }
            await group.shutdown()
            try result.get()
        }
    }

    // MARK: - Processes

    /// The keys as a process sees them that has asked for none yet.
    func keys() throws -> SealingKeyStore {
        let file = "old \(Base64.encode([UInt8](repeating: 1, count: 32)))\n"
        return SealingKeyStore(
            pool: pool, SealingConfiguration(provider: try KeyFile(parsing: Array(file.utf8))))
    }

    func process(_ store: (any BlobStore)? = nil) throws -> SealedBlobStore {
        SealedBlobStore(store ?? files, keys: try keys(), pool: group.blocking)
    }

    /// Files in the clear are kept for no time, so that the next run removes them.
    func sealing(
        _ store: (any BlobStore)? = nil, keep: Duration = .zero,
        reach: @escaping @Sendable (FileSealing.Step) async throws -> Void = { _ in }
    ) throws -> FileSealing {
        let keys = try keys()
        return FileSealing(
            store: FileSealingStore(pool: pool, keys: keys),
            blobs: SealedBlobStore(store ?? files, keys: keys, pool: group.blocking), keep: keep, reach: reach)
    }

    @discardableResult
    func seal(keep: Duration = .zero) async throws -> FileSealingReport { try await sealing(keep: keep).run() }

    // MARK: - What there is

    struct Sample: Sendable {
        let id: SubmissionID
        let space: BlobSpace
        let contents: [ContentDigest: [UInt8]]
        let originals: Set<ContentDigest>
        /// Of the first page.
        let page: PageID
    }

    /// A submission that was accepted two hours ago: two originals of which one is that of two pages, and a PDF of some chunks.
    func accepted() async throws -> Sample {
        let draft = try await submissions.createSubmission(
            NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: tenant)
        let space = BlobSpace(tenant: tenant, submission: draft.id)
        let document = DocumentID.random()
        _ = try await submissions.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
        var contents: [ContentDigest: [UInt8]] = [:]
        var originals: Set<ContentDigest> = []
        let first = PageID.random()
        for (number, text) in ["front of \(draft.id)", "back of \(draft.id)", "back of \(draft.id)"].enumerated() {
            let stored = try await files.put(Array(text.utf8), in: space)
            contents[stored.key.digest] = Array(text.utf8)
            originals.insert(stored.key.digest)
            _ = try await submissions.addPage(
                number == 0 ? first : .random(), SampleSubmissions.file(text), to: document, of: draft.id, tenant: tenant)
        }
        let pdf = Array(repeatElement(Array("%PDF of \(draft.id)".utf8), count: 7_000).joined())
        let stored = try await files.put(pdf, in: space)
        contents[stored.key.digest] = pdf
        _ = try await submissions.submit(draft.id, tenant: tenant)
        try await pool.execute(
            """
            update documents set pdf_digest = \(stored.key.digest.bytes), pdf_size = \(pdf.count),
                pdf_media_type = 'application/pdf'
            where id = \(document.uuid)
            """)
        try await end(draft.id)
        return Sample(id: draft.id, space: space, contents: contents, originals: originals, page: first)
    }

    /// Two hours ago.
    func end(_ id: SubmissionID, as state: String = "accepted") async throws {
        try await pool.execute(
            "update submissions set state = \(state), changed_at = now() - interval '2 hours' where id = \(id.uuid)")
    }

    func isSealed(_ sample: Sample) async throws -> Bool {
        try await keys().currentKey(of: sample.id, tenant: tenant) != nil
    }

    // MARK: - What is to be true

    /// Each file of these is read as it came, by this process or by one that is new.
    func expectReadable(
        _ samples: [Sample], by process: SealedBlobStore? = nil, location: SourceLocation = #_sourceLocation
    ) async throws {
        let process = try process ?? self.process()
        for sample in samples {
            for (digest, content) in sample.contents {
                let file = try await process.open(sample.space.key(digest))
                #expect(file.size == content.count, sourceLocation: location)
                #expect(
                    try await file.read(at: 0, count: content.count + 1, on: group.blocking) == content,
                    sourceLocation: location)
            }
        }
    }

    /// Of each there is the sealed form of each file, and nothing else.
    func expectSealedAlone(_ samples: [Sample], location: SourceLocation = #_sourceLocation) async throws {
        for sample in samples {
            let key = try #require(
                try await keys().currentKey(of: sample.id, tenant: tenant), "it is sealed", sourceLocation: location)
            let expected = Set(sample.contents.keys.map { sample.space.key(key.name(of: $0), isKeyed: true) })
            #expect(Set(try await files.blobs(in: sample.space)) == expected, sourceLocation: location)
        }
        let open = try await pool.query("select from sealed_submissions where clear_until is not null")
        #expect(open.isEmpty, "nothing is left for a run to remove", sourceLocation: location)
    }

    // MARK: - Erasing

    func erase(_ sample: Sample) async throws {
        let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
        let preparation = try await data.erase(sample.id)
        guard case .confirmationRequired(let required) = consume preparation,
            case .done = try await required.confirm(by: .retention)
        else { throw Unexpected() }
        let process = try process()
        _ = try await ErasureSweeps(pool: pool).sweepDue(limit: 1, only: sample.id) { tenant, submission in
            _ = try await process.eraseAll(in: BlobSpace(tenant: tenant, submission: submission))
        }
    }

    /// As the journey's retention does.
    func removeOriginals(_ sample: Sample) async throws {
        let required = try await RetentionStore(pool: pool).removeOriginals(of: sample.id)
        guard let required else { throw Unexpected() }
        _ = try await required.confirm(by: .retention)
    }

    /// What a gateway does an hour later.
    func eraseDue() async throws {
        try await pool.execute("update blob_erasures set erase_after = now() - interval '1 second'")
        let process = try process()
        _ = try await ErasureStore(pool: pool).eraseDue(limit: 100, postponing: .zero) { tenant, submission, digest in
            try await process.erase(
                BlobKey(tenant: tenant, submission: submission, digest: digest), untouchedFor: .seconds(-60))
        }
    }

    struct Unexpected: Error {}
}
