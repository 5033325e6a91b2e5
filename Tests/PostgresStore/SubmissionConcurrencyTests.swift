import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Synchronization
import Testing

@testable import PostgresStore

@Suite(.timeLimit(.minutes(1))) struct SubmissionConcurrencyTests {
    @Test func ofTwoWritersOfOneVersionOneWins() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
            let answers = try await withThrowingTaskGroup(of: ChangeAnswer.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await store.addDocument(
                            .random(), NewDocument(type: "letter"), to: submission.id, tenant: tenant, version: 1)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let won = answers.count { if case .done = $0 { true } else { false } }
            let lost = answers.count { if case .conflict(let current) = $0 { current.version == 2 } else { false } }
            #expect(won == 1 && lost == 1)
            #expect(try await fixture.eventTypes(submission).count == 2)
        }
    }

    /// The lock of the reader and the unique number of the event would hide it, were the first statement no guard by itself.
    @Test func aChangeIsOnlyWrittenOverTheVersionAndStateThatItWasMadeOf() async throws {
        try await StoreFixture.run { fixture in
            let pool = fixture.database.pool
            let draft = try await fixture.draft()
            var changed = draft
            changed.version += 1
            changed.state = .withdrawn
            var later = draft
            later.version += 1
            var elsewhere = draft
            elsewhere.state = .submitted
            for read in [later, elsewhere] {
                let statements = try SubmissionWriter.difference(from: read, to: changed)
                #expect(try await pool.execute(statements[0]) == 0, "\(read.version) \(read.state)")
            }
            let other = try await fixture.draft()
            var otherChanged = other
            otherChanged.version += 1
            // Of two that are written together, only the one that is as it was read.
            let both = try SubmissionWriter.difference([
                .init(old: later, new: changed), .init(old: other, new: otherChanged),
            ])
            #expect(try await pool.execute(both[0]) == 1)
            #expect(try await fixture.store.submission(draft.id, tenant: fixture.tenant) == draft)
            #expect(try await fixture.store.submission(other.id, tenant: fixture.tenant)?.version == 2)
            #expect(try await pool.execute(try SubmissionWriter.difference(from: draft, to: changed)[0]) == 1)
            #expect(try await fixture.store.submission(draft.id, tenant: fixture.tenant)?.state == .withdrawn)
        }
    }

    /// A trigger stands for whoever changed the row: the update finds nothing.
    @Test func whatFindsItsGuardGoneWritesNothingAtAll() async throws {
        try await StoreFixture.run { fixture in
            let (store, pool) = (fixture.store, fixture.database.pool)
            let draft = try await fixture.draft()
            let submitted = try await store.submittedSample()
            try await pool.query("create function keep() returns trigger language plpgsql as 'begin return null; end'")
            try await pool.query("create trigger keep before update on submissions for each row execute function keep()")
            await #expect(throws: StoreError.self) {
                try await store.addDocument(.random(), NewDocument(type: "letter"), to: draft.id, tenant: fixture.tenant)
            }
            let events = PostgresEventLog(pool: pool)
            let event = try #require(try await events.events(of: submitted.id, afterSequence: 3, limit: 1).first)
            let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let stages = PostgresStageStore(pool: pool, source: StoreFixture.source)
            // Once from what was read before, once locked.
            _ = try await stages.stageSubject(submitted.id)
            await #expect(throws: StoreError.self) { try await stages.commit([.validated(submitted, event)], lease) }
            #expect(try await fixture.eventTypes(draft).count == 1)
            #expect(try await fixture.eventTypes(submitted).count == 4)
            #expect(try await store.submission(draft.id, tenant: fixture.tenant) == draft)
        }
    }

    @Test func writersWithoutAVersionAllGetTheirTurn() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            let pages = (0..<3).map { _ in PageID.random() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for page in pages {
                    group.addTask {
                        _ = try await store.addPage(
                            page, SampleSubmissions.file("\(page)"), to: document, of: submission.id, tenant: tenant)
                    }
                }
                try await group.waitForAll()
            }
            let read = try #require(try await store.submission(submission.id, tenant: tenant))
            #expect(Set(read.documents[0].pages.map(\.id)) == Set(pages))
            #expect(read.version == 5)
            #expect(try await fixture.eventTypes(read).count == 5)
        }
    }

    @Test func eventAndOutboxRowAppearOnlyWithTheChange() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            // The outbox refuses: the page and its event must not be there either.
            try await fixture.database.pool.query("alter table outbox add constraint full_up check (sequence < 3)")
            let error = await #expect(throws: StoreError.self) {
                try await store.addPage(
                    .random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            }
            #expect(error?.code == .internal)
            let read = try #require(try await store.submission(submission.id, tenant: tenant))
            #expect(read.version == 2)
            #expect(read.documents[0].pages.isEmpty)
            #expect(try await fixture.eventTypes(read).count == 2)
            #expect(try await fixture.database.pool.query("select from outbox").isEmpty)
            try await fixture.database.pool.query("alter table outbox drop constraint full_up")
            _ = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            let rows = try await fixture.database.pool.query("select o.sequence from outbox o join events e using (position)")
            #expect(try rows.map { try $0.decode("sequence", as: Int.self) } == [3])
        }
    }

    @Test func theRelayIsWokenOnlyForWhatGoesToATopic() async throws {
        let counter = WakeUpCounter()
        try await StoreFixture.run(wakeRelay: { counter.count() }) { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let draft = try await fixture.draft()
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            #expect(counter.value == 0)
            _ = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: tenant)
            #expect(counter.value == 1)
        }
    }

    final class WakeUpCounter: Sendable {
        private let calls = Mutex(0)
        var value: Int { calls.withLock { $0 } }
        func count() { calls.withLock { $0 += 1 } }
    }
}
