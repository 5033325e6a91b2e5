import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct SubmissionDraftTests {
    @Test(arguments: [
        [:], ["branch": "north"], ["": ""], ["a": "", "b": "x: y, {z}", "c": "[\u{301}]"], ["a\"b": "\\", "c": "\n\u{1}"],
        ["é漢👩‍👧": "},\u{301}: ", "\"": "\""],
    ]) func metadataOfAnyLettersIsKept(_ metadata: [String: String]) async throws {
        try await StoreFixture.run { fixture in
            let draft = try await fixture.store.createSubmission(
                NewSubmission(journey: "sample", metadata: metadata), journey: SampleSubmissions.journey, tenant: fixture.tenant)
            #expect(try await fixture.store.submission(draft.id, tenant: fixture.tenant)?.metadata == metadata)
        }
    }

    /// An id says whose it is to nobody: what another submission has under it stays as it is.
    @Test func anIdOfAnotherSubmissionChangesNothingThere() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let (theirs, ours) = (try await fixture.draft(), try await fixture.draft())
            let (document, page, own) = (DocumentID.random(), PageID.random(), DocumentID.random())
            _ = try await store.addDocument(document, NewDocument(type: "letter"), to: theirs.id, tenant: tenant)
            _ = try await store.addPage(page, SampleSubmissions.file("theirs"), to: document, of: theirs.id, tenant: tenant)
            let before = try #require(try await store.submission(theirs.id, tenant: tenant))
            let dated = NewDocument(type: "letter", issueDate: CalendarDate("2026-10-31"), source: .camera)
            _ = try? await store.addDocument(document, dated, to: ours.id, tenant: tenant)
            _ = try? await store.addDocument(own, dated, to: ours.id, tenant: tenant)
            _ = try? await store.addPage(page, SampleSubmissions.file("ours"), to: own, of: ours.id, tenant: tenant)
            #expect(try await store.submission(theirs.id, tenant: tenant) == before)
        }
    }

    @Test func whatIsWrittenIsReadBack() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let created = try await fixture.draft()
            #expect(try await store.submission(created.id, tenant: tenant) == created)
            #expect(try await store.journey(of: created) == SampleSubmissions.journey)

            let document = DocumentID.random()
            let pages = [PageID.random(), .random()]
            let new = NewDocument(
                type: "letter", issueDate: CalendarDate("2026-10-31"), source: .camera, expiryDate: CalendarDate("2027-01-31"))
            var answers = [try await store.addDocument(document, new, to: created.id, tenant: tenant)]
            for page in pages {
                answers.append(
                    try await store.addPage(
                        page, SampleSubmissions.file("\(page)"), to: document, of: created.id, tenant: tenant))
            }
            answers.append(
                try await store.changePage(pages[1], of: document, PagePatch(rotation: .quarter), in: created.id, tenant: tenant))
            let crop = PageCrop(points: [[0, 0], [9000, 0], [9000, 9000], [0, 9000]])
            answers.append(
                try await store.changePage(pages[1], of: document, PagePatch(crop: crop), in: created.id, tenant: tenant))
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
            #expect(read.version == 8)
            #expect(read.documents[0].pages.map(\.id) == [pages[1], pages[0]])
            #expect(read.documents[0].pages[0].rotation == .quarter && read.documents[0].pages[0].crop == crop)
            #expect(read.documents[0].issueDate == nil && read.documents[0].expiryDate == CalendarDate("2027-01-31"))
            #expect(read.expected == ExpectedPerson(name: "Ann Example", dateOfBirth: CalendarDate("1990-02-28")))
            #expect(read.documents[0].source == .filePicker)
            #expect(
                try await fixture.eventTypes(read) == [
                    .submissionCreated, .documentAdded, .uploadCompleted, .uploadCompleted, .pageRotated, .pageCropped,
                    .documentReordered, .documentChanged,
                ])
        }
    }

    @Test func whatIsSoAlreadyMakesNoEvent() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
            let document = DocumentID.random()
            for _ in 0..<2 {
                _ = try await store.addDocument(document, NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            }
            let answer = try await store.changeDocument(
                document, DocumentPatch(type: "letter"), of: submission.id, tenant: tenant)
            guard case .alreadyApplied(let same) = answer else { throw StoreFixture.Unexpected() }
            #expect(same.version == 2)
            #expect(try await fixture.eventTypes(same).count == 2)
        }
    }

    @Test func refusalsSayWhy() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await fixture.draft()
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
                throw StoreFixture.Unexpected()
            }
            #expect(!reasons.isEmpty)
        }
    }

    @Test func nothingChangesAfterTheSubmit() async throws {
        try await StoreFixture.run { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let submission = try await store.submittedSample(tenant: tenant)
            #expect(submission.state == .submitted)
            #expect(submission.attempt == 1)
            #expect(submission.submittedAt != nil)
            let answer = try await store.addDocument(
                .random(), NewDocument(type: "letter"), to: submission.id, tenant: tenant)
            guard case .refused(.submission(let refusal)) = answer else { throw StoreFixture.Unexpected() }
            #expect(refusal.state == .submitted)
            guard case .refused = try await store.submit(submission.id, tenant: tenant) else { throw StoreFixture.Unexpected() }
        }
    }

    @Test func anotherTenantFindsNothing() async throws {
        try await StoreFixture.run { fixture in
            let store = fixture.store
            let submission = try await fixture.draft()
            let other: TenantID = "other"
            #expect(try await store.submission(submission.id, tenant: other) == nil)
            let answer = try await store.addDocument(.random(), NewDocument(type: "letter"), to: submission.id, tenant: other)
            guard case .notFound = answer else { throw StoreFixture.Unexpected() }
            guard case .notFound = try await store.withdraw(submission.id, tenant: other) else { throw StoreFixture.Unexpected() }
            #expect(try await store.submissions(tenant: other).submissions.isEmpty)
        }
    }
}
