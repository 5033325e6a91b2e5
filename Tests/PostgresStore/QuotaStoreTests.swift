import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import Domain

/// What uploads and pages use of budgets, and that nobody passes one, however many ask at once.
@Suite(.timeLimit(.minutes(2)))
struct QuotaStoreTests {
    static let wide = terms()

    private static func terms(
        submission: FileBudget = FileBudget(files: 1_000, bytes: 1_000_000_000), link: QuotaTerms.Link? = nil,
        tenant: FileBudget = FileBudget(files: 100_000, bytes: 1_000_000_000_000)
    ) -> QuotaTerms {
        QuotaTerms(submission: submission, link: link, tenant: tenant, largestFile: 1_000_000)
    }

    /// What the database lets go on beside each other may all have seen the same.
    @Test func theLastPlacesAreGivenOneAfterAnother() {
        func hasRoom(_ quota: Quota, left: Int) -> Bool {
            QuotaUsage([QuotaUsage.Entry(quota: quota, limit: 1_000_000, used: 1_000_000 - left)])
                .hasRoom(for: 100, largestFile: 1_000)
        }
        #expect(hasRoom(.tenantUploads, left: 100) && !hasRoom(.tenantUploads, left: 99))
        #expect(hasRoom(.tenantBytes, left: 100_000) && !hasRoom(.tenantBytes, left: 99_999))
        // Those of one submission wait for each other in any case.
        #expect(hasRoom(.submissionFiles, left: 0) && hasRoom(.linkBytes, left: 0))
    }

    private struct Fixture {
        let store: StoreFixture
        let uploads: UploadStore
        let submission: SubmissionID
        let document: DocumentID

        static func run(_ body: (Fixture) async throws -> Void) async throws {
            try await StoreFixture.run { store in
                let uploads = UploadStore(pool: store.database.pool, expiry: .seconds(3600))
                let (submission, document) = try await draft(store)
                try await body(Fixture(store: store, uploads: uploads, submission: submission, document: document))
            }
        }

        static func draft(_ store: StoreFixture) async throws -> (SubmissionID, DocumentID) {
            let (draft, document) = (try await store.draft(), DocumentID.random())
            _ = try await store.store.addDocument(
                document, NewDocument(type: "letter"), to: draft.id, tenant: store.tenant)
            return (draft.id, document)
        }

        func open(
            _ terms: QuotaTerms, length: Int? = 1_000, kind: Upload.Kind = .whole, largest: Int? = nil,
            in other: (SubmissionID, DocumentID)? = nil
        ) async throws -> Result<OpenedUpload, QuotaRefusal> {
            let (submission, document) = other ?? (submission, document)
            var new = NewUpload(id: .random(), tenant: store.tenant, submission: submission, document: document)
            (new.length, new.kind, new.largest) = (length, kind, largest)
            return try await uploads.create(new, isWriting: true, under: terms)
        }

        func part(_ terms: QuotaTerms, bytes: Int) async throws -> Upload {
            let upload = try await open(terms, length: bytes, kind: .part).get().upload
            #expect(try await uploads.advance(upload, to: bytes, digestState: nil, hasEnded: true))
            #expect(try await uploads.completePart(upload))
            return upload
        }

        func link() async throws -> LinkID {
            let request = LinkRequest(.upload, for: submission, tenant: store.tenant, lasting: .seconds(600))
            let links = SubmissionLinkStore(pool: store.database.pool)
            guard let made = try await links.create(request, by: AuditOrigin(actor: "test")) else {
                throw StoreFixture.Unexpected()
            }
            return made.link.id
        }

        func used(_ terms: QuotaTerms) async throws -> [Quota: Int] {
            let usage = try await uploads.usage(of: submission, tenant: store.tenant, under: terms)
            return Dictionary(uniqueKeysWithValues: usage.entries.map { ($0.quota, $0.used) })
        }

        func file(_ content: String, size: Int) -> OriginalFile {
            OriginalFile(
                digest: ContentDigest(of: Array(content.utf8)), size: size, mediaType: .jpeg,
                receivedAt: Timestamp(Date(timeIntervalSince1970: 0)))
        }

        func addPage(_ content: String, size: Int, _ terms: QuotaTerms) async throws -> ChangeAnswer {
            try await store.store.addPage(
                .random(), file(content, size: size), to: document, of: submission, tenant: store.tenant,
                charge: QuotaCharge(bytes: size, under: terms))
        }
    }

    private func refusal(_ answer: Result<OpenedUpload, QuotaRefusal>) -> QuotaRefusal? {
        if case .failure(let refusal) = answer { refusal } else { nil }
    }

    private func refusal(_ answer: ChangeAnswer) -> QuotaRefusal? {
        if case .refused(.overQuota(let refusal)) = answer { refusal } else { nil }
    }

    @Test func aFinishedPartCountsUntilItsBytesAreGone() async throws {
        try await Fixture.run { fixture in
            let terms = Self.terms(submission: FileBudget(files: 2, bytes: 10_000))
            let first = try await fixture.part(terms, bytes: 300)
            _ = try await fixture.part(terms, bytes: 400)
            #expect(try await fixture.used(terms) == [.submissionFiles: 2, .submissionBytes: 700])
            #expect(
                refusal(try await fixture.open(terms, kind: .part))
                    == QuotaRefusal(quota: .submissionFiles, limit: 2, used: 2))
            #expect(try await fixture.uploads.discardPart(first))
            try await fixture.uploads.forgetBytes(of: first)
            #expect(try await fixture.used(terms) == [.submissionFiles: 1, .submissionBytes: 400])
            #expect(refusal(try await fixture.open(terms, kind: .part)) == nil)
        }
    }

    @Test func anUploadHoldsWhatItMayStillBring() async throws {
        try await Fixture.run { fixture in
            let terms = Self.terms(submission: FileBudget(files: 10, bytes: 2_500))
            let opened = try await fixture.open(terms, length: 1_000).get()
            #expect(opened.usage.entries.map(\.used) == [1, 1_000, 1, 1_000])
            // One of a length that is not known may become as large as any.
            let unknown = try await fixture.open(terms, length: nil, largest: 1_400).get().upload
            #expect(
                refusal(try await fixture.open(terms, length: 101))
                    == QuotaRefusal(quota: .submissionBytes, limit: 2_500, used: 2_400))
            #expect(refusal(try await fixture.open(terms, length: 100)) == nil)
            // Once it is known, that counts.
            _ = try #require(try await fixture.uploads.acquire(unknown, length: 5))
            #expect(try await fixture.used(terms)[.submissionBytes] == 1_105)
        }
    }

    @Test func aPageCountsWithWhatIsUnderWay() async throws {
        try await Fixture.run { fixture in
            let terms = Self.terms(submission: FileBudget(files: 3, bytes: 1_000))
            _ = try await fixture.open(terms, length: 500)
            #expect(refusal(try await fixture.addPage("a", size: 400, terms)) == nil)
            let version = try await fixture.store.store.submission(fixture.submission, tenant: fixture.store.tenant)?.version
            #expect(
                refusal(try await fixture.addPage("b", size: 101, terms))
                    == QuotaRefusal(quota: .submissionBytes, limit: 1_000, used: 900))
            let unchanged = try await fixture.store.store.submission(fixture.submission, tenant: fixture.store.tenant)
            #expect(unchanged?.version == version)
            #expect(refusal(try await fixture.addPage("b", size: 100, terms)) == nil)
            #expect(
                refusal(try await fixture.addPage("c", size: 0, terms))
                    == QuotaRefusal(quota: .submissionFiles, limit: 3, used: 3))
        }
    }

    @Test func aLinkIsChargedForEverForWhatCame() async throws {
        try await Fixture.run { fixture in
            let link = QuotaTerms.Link(id: try await fixture.link(), budget: FileBudget(files: 4, bytes: 2_000))
            let terms = Self.terms(link: link)
            let upload = try await fixture.open(terms, length: 1_500).get().upload
            #expect(try await fixture.used(terms)[.linkBytes] == 1_500)
            #expect(refusal(try await fixture.open(terms, length: 600))?.quota == .linkBytes)
            // What did not come is given back; that there was an upload is not.
            #expect(try await fixture.uploads.advance(upload, to: 200, digestState: nil, hasEnded: true))
            let read = try #require(try await fixture.uploads.upload(upload.id, tenant: fixture.store.tenant))
            #expect(try await fixture.store.store.endUpload(read, .aborted(.cancelled)))
            #expect(try await fixture.used(terms)[.linkBytes] == 200)
            #expect(try await fixture.used(terms)[.linkFiles] == 1)
            #expect(refusal(try await fixture.addPage("a", size: 700, terms)) == nil)
            _ = try await fixture.part(terms, bytes: 100)
            #expect(try await fixture.used(terms)[.linkBytes] == 1_000)
            #expect(refusal(try await fixture.addPage("b", size: 1, terms)) == nil)
            #expect(
                refusal(try await fixture.addPage("c", size: 1, terms))
                    == QuotaRefusal(quota: .linkFiles, limit: 4, used: 4))
            // Another link of the submission, and who comes by none, has nothing to do with it.
            let other = Self.terms(link: QuotaTerms.Link(id: try await fixture.link(), budget: link.budget))
            #expect(try await fixture.used(other)[.linkFiles] == 0)
            #expect(refusal(try await fixture.open(Self.wide)) == nil)
        }
    }

    @Test func aTenantsBudgetIsOfAllItsSubmissions() async throws {
        try await Fixture.run { fixture in
            let terms = Self.terms(tenant: FileBudget(files: 2, bytes: 10_000))
            let other = try await Fixture.draft(fixture.store)
            let first = try await fixture.open(terms).get().upload
            _ = try await fixture.open(terms, in: other).get()
            #expect(
                refusal(try await fixture.open(terms, in: other))
                    == QuotaRefusal(quota: .tenantUploads, limit: 2, used: 2))
            #expect(try await fixture.store.store.endUpload(first, .aborted(.cancelled)))
            #expect(refusal(try await fixture.open(terms, length: 9_001, in: other))?.quota == .tenantBytes)
            #expect(refusal(try await fixture.open(terms, length: 9_000, in: other)) == nil)
        }
    }

    /// Of a hundred at once as many get through as there is room for, whichever limit it is.
    @Test(arguments: [Quota.submissionFiles, .submissionBytes, .linkFiles, .linkBytes, .tenantUploads, .tenantBytes])
    func aRacePassesNoLimit(_ quota: Quota) async throws {
        try await Fixture.run { fixture in
            let narrow = FileBudget(files: quota.countsBytes ? 1_000 : 7, bytes: quota.countsBytes ? 7_500 : 1_000_000)
            let wide = FileBudget(files: 1_000, bytes: 1_000_000)
            let linkID = try await fixture.link()
            let terms = Self.terms(
                submission: quota == .submissionFiles || quota == .submissionBytes ? narrow : wide,
                link: .init(id: linkID, budget: quota == .linkFiles || quota == .linkBytes ? narrow : wide),
                tenant: quota == .tenantUploads || quota == .tenantBytes ? narrow : wide)
            // Those of a tenant come to several submissions, which do not wait for each other.
            var places = [(fixture.submission, fixture.document)]
            if quota == .tenantUploads || quota == .tenantBytes {
                for _ in 1...4 { places.append(try await Fixture.draft(fixture.store)) }
            }
            let targets = places
            let refused = try await withThrowingTaskGroup(of: QuotaRefusal?.self) { group -> [QuotaRefusal?] in
                for number in 0..<100 {
                    group.addTask { refusal(try await fixture.open(terms, in: targets[number % targets.count])) }
                }
                var answers: [QuotaRefusal?] = []
                for try await answer in group { answers.append(answer) }
                return answers
            }
            #expect(refused.count(where: { $0 == nil }) == 7)
            #expect(refused.compactMap(\.?.quota).allSatisfy { $0 == quota })
            #expect(try await fixture.store.database.pool.query("select 1 from uploads").count == 7)
        }
    }

    @Test func theBytesOfAFileThatBecameNoPageAreErased() async throws {
        try await Fixture.run { fixture in
            let (kept, lost) = (fixture.file("kept", size: 1), fixture.file("lost", size: 1))
            #expect(refusal(try await fixture.addPage("kept", size: 1, Self.wide)) == nil)
            for file in [kept, lost] {
                try await fixture.store.store.discard(file.digest, of: fixture.submission, tenant: fixture.store.tenant)
            }
            try await fixture.store.database.pool.execute("update blob_erasures set erase_after = now() - interval '1 second'")
            let erased = DigestList()
            _ = try await ErasureStore(pool: fixture.store.database.pool).eraseDue(limit: 10, postponing: .zero) { _, _, digest in
                await erased.append(digest)
                return true
            }
            #expect(await erased.digests == [lost.digest])
        }
    }

    private actor DigestList {
        private(set) var digests: [ContentDigest] = []
        func append(_ digest: ContentDigest) { digests.append(digest) }
    }
}
