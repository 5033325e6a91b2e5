import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// Who may say what of an upload, and what comes of it.
@Suite(.timeLimit(.minutes(2)))
struct UploadStoreTests {
    private struct Fixture {
        let store: StoreFixture
        let uploads: UploadStore
        let submission: Submission
        let document: DocumentID

        static func run(_ body: (Fixture) async throws -> Void) async throws {
            try await StoreFixture.run { store in
                let draft = try await store.draft()
                let document = DocumentID.random()
                let added = try await store.store.addDocument(
                    document, NewDocument(type: "letter"), to: draft.id, tenant: store.tenant)
                guard let submission = added.submission else { throw StoreFixture.Unexpected() }
                try await body(
                    Fixture(
                        store: store,
                        uploads: UploadStore(pool: store.database.pool, expiry: .seconds(3600)),
                        submission: submission, document: document))
            }
        }

        func open(isWriting: Bool = true, length: Int? = 1_000) async throws -> Upload {
            var new = NewUpload(id: .random(), tenant: store.tenant, submission: submission.id, document: document)
            new.length = length
            return try await uploads.create(new, isWriting: isWriting, under: QuotaStoreTests.wide).get().upload
        }

        func part() async throws -> Upload {
            var new = NewUpload(id: .random(), tenant: store.tenant, submission: submission.id, document: document)
            new.kind = .part
            return try await uploads.create(new, isWriting: true, under: QuotaStoreTests.wide).get().upload
        }

        func read(_ upload: Upload) async throws -> Upload {
            guard let found = try await uploads.upload(upload.id, tenant: store.tenant) else { throw StoreFixture.Unexpected() }
            return found
        }

        var file: OriginalFile {
            OriginalFile(
                digest: ContentDigest(of: [1]), size: 1, mediaType: .jpeg, receivedAt: Timestamp(Date(timeIntervalSince1970: 0)))
        }
    }

    @Test func onlyTheCurrentWriterIsHeard() async throws {
        try await Fixture.run { fixture in
            let first = try await fixture.open()
            #expect(first.epoch == 1 && first.segments == [UploadSegment(epoch: 1, start: 0)])
            #expect(try await fixture.uploads.advance(first, to: 400, digestState: [1, 2], hasEnded: false))
            let seen = try await fixture.read(first)
            #expect(seen.offset == 400 && seen.isWriting && seen.digestState == [1, 2])
            let second = try #require(try await fixture.uploads.acquire(seen, length: 1_000))
            #expect(second.epoch == 2)
            // The first may be alive somewhere: the second writes apart from it.
            #expect(second.segments == [UploadSegment(epoch: 1, start: 0), UploadSegment(epoch: 2, start: 400)])
            #expect(try await !fixture.uploads.advance(first, to: 900, digestState: nil, hasEnded: true))
            #expect(try await !fixture.uploads.release(first))
            #expect(try await fixture.uploads.acquire(seen, length: 1_000) == nil)
            #expect(try await fixture.read(first).offset == 400)
            #expect(try await fixture.uploads.advance(second, to: 500, digestState: nil, hasEnded: true))
            // It ended in good order: its segment is continued.
            let third = try #require(try await fixture.uploads.acquire(try await fixture.read(first), length: 1_000))
            #expect(third.epoch == 3 && third.segments == second.segments)
        }
    }

    /// Between reading an upload and taking it over, its own writer may have gone on, or ended, under the same epoch.
    @Test func onlyWhatIsAsItWasReadIsTakenOver() async throws {
        try await Fixture.run { fixture in
            let read = try await fixture.open()
            #expect(try await fixture.uploads.advance(read, to: 400, digestState: nil, hasEnded: false))
            #expect(try await fixture.uploads.acquire(read, length: 1_000) == nil)
            #expect(try await fixture.uploads.fence(read) == nil)
            let writing = try await fixture.read(read)
            #expect(try await fixture.uploads.advance(writing, to: 400, digestState: nil, hasEnded: true))
            // It was read as one that is written to: a segment of its own would be made for nothing.
            #expect(try await fixture.uploads.acquire(writing, length: 1_000) == nil)
            let ended = try await fixture.read(read)
            #expect(ended.epoch == 1 && ended.offset == 400)
            #expect(try await fixture.uploads.acquire(ended, length: 1_000)?.segments == read.segments)
        }
    }

    @Test func onlyAPartIsDiscardedOnceItIsComplete() async throws {
        try await Fixture.run { fixture in
            let page = try await fixture.open()
            _ = try await fixture.store.store.completeUpload(page, fixture.file)
            #expect(try await !fixture.uploads.discardPart(page))
            #expect(try await fixture.read(page).state == .completed)
            let part = try await fixture.part()
            #expect(try await !fixture.uploads.discardPart(part))
            #expect(try await fixture.uploads.completePart(part))
            #expect(try await fixture.uploads.discardPart(part))
            #expect(try await fixture.read(part).state == .aborted)
        }
    }

    /// It waits to be joined.
    @Test func aCompletePartKeepsItsBytesUntilItsTimeIsOver() async throws {
        try await Fixture.run { fixture in
            let part = try await fixture.part()
            #expect(try await fixture.uploads.completePart(part))
            #expect(try await fixture.uploads.leftOvers(grace: .zero, limit: 10).isEmpty)
            try await fixture.store.database.pool.execute("update uploads set expires_at = now()")
            #expect(try await fixture.uploads.leftOvers(grace: .zero, limit: 10).map(\.id) == [part.id])
        }
    }

    @Test func uploadsAreFoundForTheirTenantAlone() async throws {
        try await Fixture.run { fixture in
            let (upload, tenant) = (try await fixture.open(), fixture.store.tenant)
            let ids = [upload.id, .random()]
            #expect(try await fixture.uploads.uploads(ids, tenant: tenant).map(\.id) == [upload.id])
            #expect(try await fixture.uploads.uploads(ids, tenant: "other").isEmpty)
            #expect(try await fixture.uploads.upload(upload.id, tenant: tenant) != nil)
            #expect(try await fixture.uploads.upload(upload.id, tenant: "other") == nil)
        }
    }

    @Test func theOffsetNeverDecreases() async throws {
        try await Fixture.run { fixture in
            let upload = try await fixture.open()
            #expect(try await fixture.uploads.advance(upload, to: 400, digestState: nil, hasEnded: false))
            #expect(try await !fixture.uploads.advance(upload, to: 399, digestState: nil, hasEnded: false))
            #expect(try await fixture.uploads.advance(upload, to: 400, digestState: nil, hasEnded: false))
        }
    }

    @Test func fencingStopsAWriterWithoutBeingOne() async throws {
        try await Fixture.run { fixture in
            let upload = try await fixture.open()
            let fenced = try #require(try await fixture.uploads.fence(upload))
            #expect(!fenced.isWriting && fenced.epoch == 2)
            #expect(try await !fixture.uploads.advance(upload, to: 1, digestState: nil, hasEnded: false))
        }
    }

    @Test func aWriterThatWasTakenOverFromMakesNoPage() async throws {
        try await Fixture.run { fixture in
            let upload = try await fixture.open()
            let taken = try #require(try await fixture.uploads.acquire(upload, length: 1_000))
            let error = await #expect(throws: StoreError.self) {
                _ = try await fixture.store.store.completeUpload(upload, fixture.file)
            }
            #expect(error?.code == .superseded)
            let before = try await fixture.store.store.submission(fixture.submission.id, tenant: fixture.store.tenant)
            #expect(before?.version == fixture.submission.version)
            let done = try await fixture.store.store.completeUpload(taken, fixture.file)
            #expect(done.submission?.document(fixture.document)?.page(upload.page)?.original?.digest == fixture.file.digest)
            #expect(try await fixture.read(upload).state == .completed)
            // Completing it again finds the page.
            guard case .alreadyApplied = try await fixture.store.store.completeUpload(taken, fixture.file) else {
                Issue.record("it was completed twice")
                return
            }
            #expect(try await fixture.store.eventTypes(fixture.submission).last == .uploadCompleted)
        }
    }

    @Test func anEndIsToldOnceAndOnlyOfADraft() async throws {
        try await Fixture.run { fixture in
            let upload = try await fixture.open()
            #expect(try await fixture.store.store.endUpload(upload, .aborted(.cancelled)))
            #expect(try await !fixture.store.store.endUpload(upload, .aborted(.cancelled)))
            #expect(try await fixture.store.eventTypes(fixture.submission).last == .uploadAborted)
            let refused = try await fixture.open()
            #expect(try await fixture.store.store.endUpload(refused, .refused(reasons: [], problem: "{}")))
            #expect(try await fixture.store.eventTypes(fixture.submission).last == .uploadRefused)
            #expect(try await fixture.read(refused).problem == "{}")

            // What is withdrawn keeps its version.
            let late = try await fixture.open()
            try await fixture.store.database.pool.execute("update submissions set state = 'processing', previews = previews + 1")
            let count = try await fixture.store.eventTypes(fixture.submission).count
            #expect(try await fixture.store.store.endUpload(late, .aborted(.expired)))
            #expect(try await fixture.read(late).state == .aborted)
            #expect(try await fixture.store.eventTypes(fixture.submission).count == count)
        }
    }

    /// Within an hour and in all; what is beyond changes nothing, and an upload ends all the same.
    @Test func aHistoryHoldsSoManyRefusalsAndNoMore() async throws {
        try await Fixture.run { fixture in
            let (store, id, tenant) = (fixture.store.store, fixture.submission.id, fixture.store.tenant)
            let refused = UploadRefused(
                document: fixture.document,
                reasons: [Reason(rule: "upload.too-large", found: "7 MB", expected: "at most 5 MB", message: "It is too large.")])
            /// As if so many had been refused before.
            func earlier(_ count: Int, _ age: String) async throws {
                try await fixture.store.database.pool.execute("delete from events where sequence > 1000")
                try await fixture.store.database.pool.execute(
                    """
                    insert into events (id, submission_id, tenant, sequence, type, time, payload)
                    select gen_random_uuid(), \(id.uuid), \(tenant.rawValue), 1000 + n, \(EventType.uploadRefused.rawValue),
                        now() - \(age)::interval, ''::bytea
                    from generate_series(1, \(count)) n
                    """)
            }
            func note() async throws -> RefusalTrace {
                try await store.noteRefusal(refused, of: id, tenant: tenant, traceparent: nil)
            }
            let version = fixture.submission.version
            try await earlier(RefusalBounds.perHour - 1, "59 minutes")
            #expect(try await note() == .told(version: version + 1))
            #expect(try await note() == .full)
            let upload = try await fixture.open()
            #expect(try await store.endUpload(upload, .refused(reasons: refused.reasons, problem: "{}")))
            #expect(try await fixture.read(upload).state == .refused)
            #expect(try await !store.endUpload(upload, .refused(reasons: refused.reasons, problem: "{}")))
            #expect(try await store.submission(id, tenant: tenant)?.version == version + 1)

            try await earlier(RefusalBounds.inAll - 2, "61 minutes")
            #expect(try await note() == .told(version: version + 2))
            #expect(try await note() == .full)
            // It is in the trail with its rule; what was beyond is not.
            let acts = try await fixture.store.database.pool.query("select note from audit where action = 'upload.refuse'")
            #expect(
                try acts.map { try $0.decode("note", as: String.self) }
                    == Array(repeating: "upload.too-large: found 7 MB; expected at most 5 MB", count: 2))
            #expect(try await store.noteRefusal(refused, of: id, tenant: "other", traceparent: nil) == .none)
            let gone = UploadRefused(document: .random(), reasons: [])
            #expect(try await store.noteRefusal(gone, of: id, tenant: tenant, traceparent: nil) == .none)
        }
    }

    /// Whoever fails is named, so that it hides nobody behind it.
    @Test func thoseThatAreNamedAreLeftOut() async throws {
        try await Fixture.run { fixture in
            let (first, second) = (try await fixture.open(), try await fixture.open())
            try await fixture.store.database.pool.execute("update uploads set expires_at = now()")
            #expect(try await fixture.uploads.expired(without: [first.id], limit: 1).map(\.id) == [second.id])
            for upload in [first, second] { #expect(try await fixture.store.store.endUpload(upload, .aborted(.expired))) }
            let left = try await fixture.uploads.leftOvers(grace: .zero, without: [second.id], limit: 1)
            #expect(left.map(\.id) == [first.id])
        }
    }

    /// However many ended in a day, those that still have their bytes are found without the others.
    @Test func whatIsLeftOverIsFoundAmongManyThatEnded() async throws {
        try await Fixture.run { fixture in
            let pool = fixture.store.database.pool
            try await pool.execute(
                """
                insert into uploads (id, tenant, submission_id, document_id, kind, state, is_writing, segments, expected_digests,
                    expires_at, ended_at)
                select gen_random_uuid(), 'acme', \(fixture.submission.id.uuid), \(fixture.document.uuid), 'whole', 'completed',
                    false, case n % 1000 when 0 then '[{"epoch": 1, "start": 0}]'::jsonb else '[]' end, '{}', now(),
                    now() - n * interval '1 second'
                from generate_series(1, 20000) n
                """)
            try await pool.execute("analyze uploads")
            #expect(try await fixture.uploads.leftOvers(grace: .zero, limit: 100).count == 20)
            let wanted = UploadStore.leftOver(grace: .zero, without: [], limit: 100)
            let plan = try await pool.query("explain (analyze, timing off, costs off) select * from uploads where \(wanted)").map
            {
                try $0.decode("QUERY PLAN", as: String.self)
            }
            #expect(plan.contains { $0.contains("Index Scan using uploads_left_over") }, "\(plan)")
            #expect(!plan.contains { $0.contains("Rows Removed") }, "\(plan)")
        }
    }

    @Test func whatHasEndedIsForgottenWithItsBytesFirst() async throws {
        try await Fixture.run { fixture in
            let upload = try await fixture.open()
            #expect(try await fixture.uploads.expired(limit: 10).isEmpty)
            try await fixture.store.database.pool.execute("update uploads set expires_at = now()")
            #expect(try await fixture.uploads.expired(limit: 10).map(\.id) == [upload.id])
            #expect(try await fixture.store.store.endUpload(upload, .aborted(.expired)))
            #expect(try await fixture.uploads.leftOvers(grace: .zero, limit: 10).map(\.id) == [upload.id])
            #expect(try await fixture.uploads.purge(after: .zero, limit: 10) == 0)
            try await fixture.uploads.forgetBytes(of: upload)
            #expect(try await fixture.uploads.leftOvers(grace: .zero, limit: 10).isEmpty)
            #expect(try await fixture.uploads.purge(after: .zero, limit: 10) == 1)
            #expect(try await fixture.uploads.upload(upload.id, tenant: fixture.store.tenant) == nil)
        }
    }
}
