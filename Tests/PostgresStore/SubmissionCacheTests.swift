import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Synchronization
import Testing

@testable import PostgresStore

@Suite(.timeLimit(.minutes(1))) struct SubmissionCacheTests {
    /// Counts the statements that pass.
    private final class CountingExecutor: PostgresExecutor {
        private let pool: PostgresPool
        private let counts = Mutex<[Int]>([])

        init(_ pool: PostgresPool) { self.pool = pool }

        func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
            counts.withLock { $0.append(statements.count) }
            return try await pool.pipeline(statements)
        }

        /// Of each round trip since it was asked last.
        func take() -> [Int] {
            counts.withLock { counts in
                defer { counts = [] }
                return counts
            }
        }
    }

    @Test func onlyWhatChangedIsReadWholeAgain() async throws {
        try await StoreFixture.run { fixture in
            let executor = CountingExecutor(fixture.database.pool)
            let memory = SubmissionCache(SubmissionReader(keys: nil), now: { Date() })
            let (one, other) = (try await fixture.draft(), try await fixture.draft())
            let first = try await memory.submissions([one.id, other.id], over: executor)
            #expect(Set(first.keys) == [one.id, other.id])
            #expect(executor.take() == [3])

            #expect(try await memory.submissions([one.id, other.id], over: executor) == first)
            #expect(executor.take() == [1])

            let document = DocumentID.random()
            _ = try await fixture.store.addDocument(document, NewDocument(type: "letter"), to: one.id, tenant: fixture.tenant)
            let second = try await memory.submissions([one.id, other.id], over: executor)
            #expect(executor.take() == [1, 3])
            #expect(second[one.id]?.documents.map(\.id) == [document])
            #expect(second[other.id] == first[other.id])

            // What is new comes with the stamps of what is not.
            let third = try await fixture.draft()
            let none = SubmissionID.random()
            let all = try await memory.submissions([one.id, other.id, third.id, none], over: executor)
            #expect(executor.take() == [4])
            #expect(Set(all.keys) == [one.id, other.id, third.id])
            #expect(all[one.id] == second[one.id])

            try await fixture.database.pool.execute("delete from submissions where id = \(one.id.uuid)")
            #expect(try await memory.submissions([one.id], over: executor).isEmpty)
        }
    }

    @Test func whatIsOldIsReadAnewWhateverItsStampSays() async throws {
        try await StoreFixture.run { fixture in
            let executor = CountingExecutor(fixture.database.pool)
            let seconds = Mutex(0.0)
            let memory = SubmissionCache(
                SubmissionReader(keys: nil), now: { Date(timeIntervalSince1970: 1_793_404_800 + seconds.withLock { $0 }) })
            let draft = try await fixture.draft()
            _ = try await memory.submissions([draft.id], over: executor)
            try await fixture.database.pool.execute("update submissions set reference = 'by hand' where id = \(draft.id.uuid)")
            seconds.withLock { $0 = 61 }
            #expect(try await memory.submissions([draft.id], over: executor)[draft.id]?.reference == "by hand")
        }
    }

    /// Another process makes the changes; each shows at once.
    @Test func nobodySeesAnythingOld() async throws {
        try await StoreFixture.run { fixture in
            let reader = SubmissionStore(pool: fixture.database.pool, owner: InstanceID(UUID()), source: "/docket/reader")
            let stages = PostgresStageStore(pool: fixture.database.pool, source: "/docket/test")
            let lease = Lease(instance: InstanceID(UUID()), service: "test", epoch: 1)
            var submission = try await fixture.store.submittedSample(tenant: fixture.tenant)
            func expectTheSame(_ comment: Comment) async throws {
                let fresh = SubmissionStore(pool: fixture.database.pool, owner: InstanceID(UUID()), source: "/docket/fresh")
                submission = try #require(try await fresh.submission(submission.id, tenant: fixture.tenant))
                #expect(try await reader.submission(submission.id, tenant: fixture.tenant) == submission, comment)
                #expect(try await reader.submission(submission.id, tenant: "other") == nil, comment)
            }
            func commit(_ change: StageChange) async throws -> [StageCommitResult] {
                try await stages.commit(
                    [
                        StageCommit(
                            workItem: WorkItemKey(stage: .preview, eventID: .random()), end: .done,
                            transition: StageTransition(
                                submission: submission.id, expectedVersion: submission.version, change: change),
                            publishedAt: nil)
                    ], lease)
            }
            try await expectTheSame("as it was submitted")
            let page = submission.documents[0].pages[0]
            let digest = try #require(page.original?.digest)
            for name in ["one preview", "another preview"] {
                let image = SampleSubmissions.image(name)
                #expect(
                    try await commit(.previewed(page.id, of: digest, image, SampleSubmissions.look)) == [.applied(version: nil)])
                try await expectTheSame("\(name)")
                #expect(submission.documents[0].pages[0].preview == image)
            }
            _ = try await commit(.validated(SampleSubmissions.refusal(submission)))
            try await expectTheSame("refused")
            #expect(submission.state == .needsInput)
            #expect(try await commit(.suggested(page.id, of: digest, SampleSubmissions.suggestion)) == [.applied(version: nil)])
            try await expectTheSame("suggested")
            #expect(submission.documents[0].pages[0].suggestion == SampleSubmissions.suggestion)
        }
    }
}
