import DocketStore
import FoundationEssentials
import Postgres
import Shared
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct SubmissionStoreTests {
    private let tenant: TenantID = "acme"

    private func withStore(_ body: (SubmissionStore, TestDatabase) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            try await body(store, database)
        }
    }

    private func draft(_ store: SubmissionStore) async throws -> Submission {
        try await store.createSubmission(
            NewSubmission(
                journey: "sample", subject: "person-1", reference: "Case 7", locale: "en-GB",
                contact: Contact(email: "ann@example.org"), metadata: ["branch": "north"],
                returnUrl: "https://example.org/back"),
            journey: SampleSubmissions.journey, tenant: tenant)
    }

    private func types(_ submission: Submission, _ database: TestDatabase) async throws -> [EventType] {
        let events = try await PostgresEventLog(pool: database.pool).events(of: submission.id, afterSequence: 0, limit: 100)
        #expect(events.map(\.sequence) == Array(1...events.count))
        for event in events {
            let header = try EventReader.header(of: event.payload)
            #expect(header.id == event.id && header.sequence == event.sequence && header.type == event.type)
            #expect(header.source == "/docket/test")
        }
        return events.map(\.type)
    }

    // MARK: - Drafts

    @Test func whatIsWrittenIsReadBack() async throws {
        try await withStore { store, database in
            let created = try await draft(store)
            #expect(try await store.submission(created.id, tenant: tenant) == created)
            #expect(try await store.journey(of: created) == SampleSubmissions.journey)

            let document = DocumentID.random()
            let pages = [PageID.random(), .random()]
            let new = NewDocument(type: "letter", issueDate: CalendarDate("2026-10-31"), source: .camera)
            var answers = [try await store.addDocument(document, new, to: created.id, tenant: tenant)]
            for page in pages {
                answers.append(
                    try await store.addPage(
                        page, SampleSubmissions.file("\(page)"), to: document, of: created.id, tenant: tenant))
            }
            answers.append(
                try await store.rotatePage(pages[1], of: document, to: .quarter, in: created.id, tenant: tenant))
            answers.append(
                try await store.reorderPages(of: document, [pages[1], pages[0]], in: created.id, tenant: tenant))
            answers.append(
                try await store.changeDocument(
                    document, DocumentPatch(issueDate: .some(nil), source: .filePicker), of: created.id, tenant: tenant))
            for answer in answers {
                guard case .done = answer else {
                    Issue.record("not done: \(answer)")
                    continue
                }
            }
            let read = try #require(try await store.submission(created.id, tenant: tenant))
            #expect(read == answers.last?.submission)
            #expect(read.version == 7)
            #expect(read.documents[0].pages.map(\.id) == [pages[1], pages[0]])
            #expect(read.documents[0].pages[0].rotation == .quarter)
            #expect(read.documents[0].issueDate == nil)
            #expect(read.documents[0].source == .filePicker)
            #expect(
                try await types(read, database) == [
                    .submissionCreated, .documentAdded, .uploadCompleted, .uploadCompleted, .pageRotated, .documentReordered,
                    .documentChanged,
                ])
        }
    }

    @Test func whatIsSoAlreadyMakesNoEvent() async throws {
        try await withStore { store, database in
            let submission = try await draft(store)
            let document = DocumentID.random()
            for _ in 0..<2 {
                _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            }
            let answer = try await store.changeDocument(
                document, DocumentPatch(type: "letter"), of: submission.id, tenant: tenant)
            guard case .alreadyApplied(let same) = answer else { throw Unexpected() }
            #expect(same.version == 2)
            #expect(try await types(same, database).count == 2)
        }
    }

    @Test func refusalsSayWhy() async throws {
        try await withStore { store, _ in
            let submission = try await draft(store)
            let document = DocumentID.random()
            func refusal(_ answer: ChangeAnswer) -> ChangeRefusal? {
                if case .refused(let refusal) = answer { refusal } else { nil }
            }
            let add = { (type: DocumentTypeID, id: DocumentID) in
                try await store.addDocument(id, NewDocument(type: type), to: submission.id, tenant: tenant)
            }
            #expect(refusal(try await add("passport", document)) == .unknownDocumentType("passport"))
            _ = try await add("letter", document)
            _ = try await add("letter", .random())
            #expect(refusal(try await add("letter", .random())) == .tooManyDocuments(maximum: 2))
            #expect(
                refusal(try await store.reorderPages(of: document, [.random()], in: submission.id, tenant: tenant))
                    == .orderMismatch)
            for number in 0..<3 {
                _ = try await store.addPage(
                    .random(), SampleSubmissions.file("\(number)"), to: document, of: submission.id, tenant: tenant)
            }
            let fourth = try await store.addPage(
                .random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            #expect(refusal(fourth) == .tooManyPages(maximum: 3))
            guard case .incomplete(let reasons)? = refusal(try await store.submit(submission.id, tenant: tenant)) else {
                throw Unexpected()
            }
            #expect(!reasons.isEmpty)
        }
    }

    @Test func nothingChangesAfterTheSubmit() async throws {
        try await withStore { store, _ in
            let submission = try await store.submittedSample(tenant: tenant)
            #expect(submission.state == .submitted)
            #expect(submission.attempt == 1)
            #expect(submission.submittedAt != nil)
            let answer = try await store.addDocument(
                .random(), NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            guard case .refused(.submission(let refusal)) = answer else { throw Unexpected() }
            #expect(refusal.state == .submitted)
            guard case .refused = try await store.submit(submission.id, tenant: tenant) else { throw Unexpected() }
        }
    }

    // MARK: - Tenants

    @Test func anotherTenantFindsNothing() async throws {
        try await withStore { store, _ in
            let submission = try await draft(store)
            let other: TenantID = "other"
            #expect(try await store.submission(submission.id, tenant: other) == nil)
            let answer = try await store.addDocument(.random(), NewDocument(type: "letter"), to: submission.id, tenant: other)
            guard case .notFound = answer else { throw Unexpected() }
            guard case .notFound = try await store.withdraw(submission.id, tenant: other) else { throw Unexpected() }
            #expect(try await store.submissions(tenant: other).submissions.isEmpty)
        }
    }

    // MARK: - Confirmation

    @Test func nothingIsDestroyedBeforeItIsConfirmed() async throws {
        try await withStore { store, database in
            let draft = try await draft(store)
            let document = DocumentID.random()
            let page = PageID.random()
            let file = SampleSubmissions.file("old")
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            _ = try await store.addPage(page, file, to: document, of: draft.id, tenant: tenant)
            guard
                case .confirmationRequired(let required) = try await store.replacePage(
                    page, of: document, with: SampleSubmissions.file("new"), in: draft.id, tenant: tenant)
            else { throw Unexpected() }
            #expect(required.subject.version == 3)
            #expect(required.prompt.actionLabel == "Replace page")
            #expect(try await store.submission(draft.id, tenant: tenant)?.documents[0].pages[0].original == file)

            guard case .done(let after) = try await required.confirm(by: .retention) else { throw Unexpected() }
            #expect(after.documents[0].pages[0].original?.digest == SampleSubmissions.file("new").digest)
            #expect(try await store.submission(draft.id, tenant: tenant) == after)
            let audit = try await database.pool.query("select action, basis, actor from audit")
            #expect(try audit.map { try $0.decode("action", as: String.self) } == ["page.replace"])
            #expect(try audit[0].decode("basis", as: String.self) == "policy")
            #expect(try await condemned(database) == [file.digest])
            #expect(try await types(after, database).last == .pageReplaced)
        }
    }

    private func condemned(_ database: TestDatabase) async throws -> Set<ContentDigest> {
        let rows = try await database.pool.query("select digest from blob_erasures")
        return Set(try rows.compactMap { ContentDigest(bytes: try $0.decode("digest", as: [UInt8].self)) })
    }

    @Test func aConfirmationForAnOlderVersionIsAConflict() async throws {
        try await withStore { store, _ in
            let draft = try await draft(store)
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            guard
                case .confirmationRequired(let required) = try await store.removeDocument(
                    document, of: draft.id, tenant: tenant)
            else { throw Unexpected() }
            _ = try await store.addDocument(.random(), NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            guard case .conflict(let current) = try await required.confirm(by: .expiry) else { throw Unexpected() }
            #expect(current.version == 3)
            #expect(current.documents.count == 2)
        }
    }

    @Test func removingGoesDownToTheBytes() async throws {
        try await withStore { store, database in
            let submission = try await draft(store)
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
            else { throw Unexpected() }
            _ = try await pageRemoval.confirm(by: .retention)
            #expect(try await condemned(database) == [single.digest])
            guard
                case .confirmationRequired(let removal) = try await store.removeDocument(
                    documents[0], of: submission.id, tenant: tenant)
            else { throw Unexpected() }
            _ = try await removal.confirm(by: .retention)
            // The other document still refers to the same bytes.
            #expect(try await condemned(database) == [single.digest])
            guard case .confirmationRequired(let withdrawal) = try await store.withdraw(submission.id, tenant: tenant) else {
                throw Unexpected()
            }
            guard case .done(let withdrawn) = try await withdrawal.confirm(by: .retention) else { throw Unexpected() }
            #expect(withdrawn.state == .withdrawn)
            #expect(try await condemned(database) == [single.digest, shared.digest])
            #expect(try await database.pool.query("select from pages").isEmpty)
            #expect(try await types(withdrawn, database).last == .submissionWithdrawn)
        }
    }

    @Test func bytesThatComeBackAreKept() async throws {
        try await withStore { store, database in
            let submission = try await draft(store)
            let document = DocumentID.random()
            let page = PageID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            _ = try await store.addPage(page, SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            guard
                case .confirmationRequired(let removal) = try await store.removePage(
                    page, of: document, in: submission.id, tenant: tenant)
            else { throw Unexpected() }
            _ = try await removal.confirm(by: .retention)
            #expect(try await condemned(database).count == 1)
            _ = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            #expect(try await condemned(database).isEmpty)
        }
    }

    // MARK: - Concurrency and atomicity

    @Test func ofTwoWritersOfOneVersionOneWins() async throws {
        try await withStore { store, database in
            let submission = try await draft(store)
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
            #expect(try await types(submission, database).count == 2)
        }
    }

    @Test func writersWithoutAVersionAllGetTheirTurn() async throws {
        try await withStore { store, database in
            let submission = try await draft(store)
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
            #expect(try await types(read, database).count == 5)
        }
    }

    @Test func eventAndOutboxRowAppearOnlyWithTheChange() async throws {
        try await withStore { store, database in
            let submission = try await draft(store)
            let document = DocumentID.random()
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            // The outbox refuses: the page and its event must not be there either.
            try await database.pool.query("alter table outbox add constraint full_up check (sequence < 3)")
            let error = await #expect(throws: StoreError.self) {
                try await store.addPage(
                    .random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            }
            #expect(error?.code == .internal)
            let read = try #require(try await store.submission(submission.id, tenant: tenant))
            #expect(read.version == 2)
            #expect(read.documents[0].pages.isEmpty)
            #expect(try await types(read, database).count == 2)
            #expect(try await database.pool.query("select from outbox").isEmpty)
            try await database.pool.query("alter table outbox drop constraint full_up")
            _ = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: submission.id, tenant: tenant)
            let rows = try await database.pool.query("select o.sequence from outbox o join events e using (position)")
            #expect(try rows.map { try $0.decode("sequence", as: Int.self) } == [3])
        }
    }

    @Test func theRelayIsWokenOnlyForWhatGoesToATopic() async throws {
        try await TestDatabase.runMigrated { database in
            let counter = WakeUpCounter()
            let store = SubmissionStore(
                pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test", wakeRelay: { counter.count() })
            let draft = try await draft(store)
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

    struct Unexpected: Error {}
}
