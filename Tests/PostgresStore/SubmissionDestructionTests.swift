import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct SubmissionDestructionTests {
    @Test func nothingIsDestroyedBeforeItIsConfirmed() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let draft = try await fixture.draft()
            let document = DocumentID.random()
            let page = PageID.random()
            let file = SampleSubmissions.file("old")
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            _ = try await store.addPage(page, file, to: document, of: draft.id, tenant: tenant)
            guard
                case .confirmationRequired(let required) = try await store.replacePage(
                    page, of: document, with: SampleSubmissions.file("new"), in: draft.id, tenant: tenant)
            else { throw StoreFixture.Unexpected() }
            #expect(required.subject.version == 3)
            #expect(required.prompt.actionLabel == "Replace page")
            #expect(try await store.submission(draft.id, tenant: tenant)?.documents[0].pages[0].original == file)

            guard case .done(let after) = try await required.confirm(by: .retention) else { throw StoreFixture.Unexpected() }
            #expect(after.documents[0].pages[0].original?.digest == SampleSubmissions.file("new").digest)
            #expect(try await store.submission(draft.id, tenant: tenant) == after)
            let audit = try await fixture.database.pool.query("select action, basis, actor from audit")
            #expect(try audit.map { try $0.decode("action", as: String.self) } == ["page.replace"])
            #expect(try audit[0].decode("basis", as: String.self) == "policy")
            #expect(try await fixture.condemned() == [file.digest])
            #expect(try await fixture.eventTypes(after).last == .pageReplaced)
        }
    }

    /// Its row stays for the log's sake alone.
    @Test func whatWasErasedIsNeitherShownNorChanged() async throws {
        try await StoreFixture.run { fixture in
            let (tenant, pool) = (fixture.tenant, fixture.database.pool)
            let draft = try await fixture.draft()
            try await pool.execute("update submissions set erased_at = now()")
            // One process has read it before, the other has not.
            let other = SubmissionStore(
                pool: pool, owner: InstanceID(UUID()), source: StoreFixture.source, wakeRelay: {})
            for store in [fixture.store, other] {
                #expect(try await store.submission(draft.id, tenant: tenant) == nil)
                guard
                    case .notFound = try await store.addDocument(
                        .random(), NewDocument(type: "letter"), to: draft.id, tenant: tenant)
                else {
                    Issue.record("what was erased is changed")
                    return
                }
            }
        }
    }

    @Test func aConfirmationForAnOlderVersionIsAConflict() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let draft = try await fixture.draft()
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            guard
                case .confirmationRequired(let required) = try await store.removeDocument(
                    document, of: draft.id, tenant: tenant)
            else { throw StoreFixture.Unexpected() }
            _ = try await store.addDocument(.random(), NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            guard case .conflict(let current) = try await required.confirm(by: .expiry) else { throw StoreFixture.Unexpected() }
            #expect(current.version == 3)
            #expect(current.documents.count == 2)
        }
    }

    @Test func removingGoesDownToTheBytes() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
            let documents = [DocumentID.random(), .random()]
            let shared = SampleSubmissions.file("in both")
            let single = SampleSubmissions.file("in one")
            let page = PageID.random()
            for document in documents {
                _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
                _ = try await store.addPage(.random(), shared, to: document, of: submission.id, tenant: tenant)
            }
            _ = try await store.addPage(page, single, to: documents[0], of: submission.id, tenant: tenant)
            guard
                case .confirmationRequired(let pageRemoval) = try await store.removePage(
                    page, of: documents[0], in: submission.id, tenant: tenant)
            else { throw StoreFixture.Unexpected() }
            _ = try await pageRemoval.confirm(by: .retention)
            #expect(try await fixture.condemned() == [single.digest])
            guard
                case .confirmationRequired(let removal) = try await store.removeDocument(
                    documents[0], of: submission.id, tenant: tenant)
            else { throw StoreFixture.Unexpected() }
            _ = try await removal.confirm(by: .retention)
            // The other document still refers to the same bytes.
            #expect(try await fixture.condemned() == [single.digest])
            guard case .confirmationRequired(let withdrawal) = try await store.withdraw(submission.id, tenant: tenant) else {
                throw StoreFixture.Unexpected()
            }
            guard case .done(let withdrawn) = try await withdrawal.confirm(by: .retention) else {
                throw StoreFixture.Unexpected()
            }
            #expect(withdrawn.state == .withdrawn)
            #expect(try await fixture.condemned() == [single.digest, shared.digest])
            #expect(try await fixture.database.pool.query("select from pages").isEmpty)
            #expect(try await fixture.eventTypes(withdrawn).last == .submissionWithdrawn)
        }
    }

    @Test func bytesThatComeBackAreKept() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
            let document = DocumentID.random()
            let page = PageID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            _ = try await store.addPage(page, SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            guard
                case .confirmationRequired(let removal) = try await store.removePage(
                    page, of: document, in: submission.id, tenant: tenant)
            else { throw StoreFixture.Unexpected() }
            _ = try await removal.confirm(by: .retention)
            #expect(try await fixture.condemned().count == 1)
            _ = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            #expect(try await fixture.condemned().isEmpty)
        }
    }
}
