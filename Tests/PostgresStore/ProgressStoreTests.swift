import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(2))) struct ProgressStoreTests {
    @Test func whatIsToldLastIsWhatIsKnown() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let progress = PostgresProgressStore(pool: database.pool)
            let (one, other) = (try await store.submittedSample(), try await store.submittedSample())
            #expect(try await progress.progress(of: one.id) == nil)
            #expect(try await progress.news(after: 0, limit: 10) == ([], 0))

            try await progress.tell(StageProgress(version: 5, done: 1, total: 3), of: one.id)
            try await progress.tell(StageProgress(version: 5, done: 1, total: 2), of: other.id)
            let (both, last) = try await progress.news(after: 0, limit: 10)
            #expect(both == [one.id, other.id])
            #expect(try await progress.news(after: 0, limit: 1).submissions == [one.id])
            #expect(try await progress.news(after: last, limit: 10) == ([], last))

            try await progress.tell(StageProgress(version: 6, done: 2, total: 9), of: one.id)
            #expect(try await progress.progress(of: one.id) == StageProgress(version: 6, done: 2, total: 9))
            #expect(try await progress.news(after: last, limit: 10).submissions == [one.id])

            try await progress.forget(one.id)
            #expect(try await progress.progress(of: one.id) == nil)
            #expect(try await progress.progress(of: other.id) != nil)
            // Of what is not there nothing is told.
            try await progress.tell(StageProgress(version: 1, done: 1, total: 1), of: .random())
            #expect(try await progress.news(after: 0, limit: 10).submissions == [other.id])
        }
    }

    @Test func howPagesWereMadeIsKeptUntilTheyAreMadeAnew() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let stages = PostgresStageStore(pool: database.pool, source: "/docket/test")
            let lease = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(60))
            let submission = try await store.submittedSample()
            for (version, change) in [
                (4, StageChange.validated(SampleSubmissions.acceptance(submission))),
                (5, .normalized(SampleSubmissions.normalized(submission), verdict: SampleSubmissions.refusal(submission))),
            ] {
                let commit = StageCommit(
                    workItem: WorkItemKey(stage: .normalization, eventID: .random()), end: .done,
                    transition: StageTransition(submission: submission.id, expectedVersion: version, change: change),
                    publishedAt: nil)
                #expect(try await stages.commit([commit], lease) == [.applied(version: version + 1)])
            }
            let made = try #require(try await store.submission(submission.id, tenant: .standard))
            let (document, page) = (made.documents[0], made.documents[0].pages[0])
            #expect(page.making == SampleSubmissions.making)
            _ = try await store.changePage(
                page.id, of: document.id, PagePatch(rotation: .quarter), in: made.id, tenant: .standard)
            let turned = try #require(try await store.submission(submission.id, tenant: .standard))
            #expect(turned.documents[0].pages[0].making == nil)
        }
    }
}
