import EventLoop
import FoundationEssentials
import HTTPClient
import IntakeTransport
import Shared
import Support
import Testing

@testable import IntakeClient

/// What holds for every gateway that this library is tried against: the double of it in memory, and its own program.
@Suite(.timeLimit(.minutes(5))) struct GatewayConformanceTests {
    enum Kind: CaseIterable, Sendable { case double, program }

    private static let token = "a-token-of-acme-that-is-long-enough"

    /// `body` gets the client, and what sends its requests as they are.
    private func with(
        _ kind: Kind, _ body: (IntakeClient, any GatewayTransport) async throws -> Void
    ) async throws {
        switch kind {
        case .double:
            let double = GatewayDouble(journey: JourneyDefinition(ProofOfAddress.self))
            try await body(try IntakeClient(baseURL: "http://gateway.test", token: "t", transport: double), double)
        case .program:
            try await GatewayProgram.run(token: Self.token) { port, database in
                let transport = HTTPClientTransport(HTTPClient(loop: database.group.next()))
                let request = GatewayRequest(method: "GET", url: "http://127.0.0.1:\(port)/health/live")
                return try await transport.send(request).status == 200
            } _: { program in
                let transport = HTTPClientTransport(HTTPClient(loop: program.database.group.next()))
                let address = "http://127.0.0.1:\(program.port)"
                try await body(try IntakeClient(baseURL: address, token: Self.token, transport: transport), transport)
            }
        }
    }

    private static let today = CalendarDate(daysSinceEpoch: Int(Date().timeIntervalSince1970 / 86_400))
    private static let new = NewSubmission(journey: ProofOfAddress.id)
    private static var bill: NewDocument { NewDocument(type: "utility-bill", issueDate: today.adding(days: -9)) }

    private func problem<Value>(_ call: () async throws -> Value) async -> GatewayProblem? {
        do {
            _ = try await call()
            Issue.record("It should have been refused.")
            return nil
        } catch {
            return (error as? IntakeClientError)?.problem
        }
    }

    private func send(_ bytes: [UInt8], to document: DocumentID, _ client: IntakeClient) async throws -> PageID {
        let upload = try await client.beginUpload(of: bytes.count, mediaType: .png, fileExtension: "png", to: document)
        return try #require(try await client.send(bytes, at: 0, of: upload).page)
    }

    // MARK: -

    @Test(arguments: Kind.allCases) func whatIsSentUnderOneKeyIsDoneOnce(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let first = try await client.createSubmission(Self.new, key: "one")
            #expect(try await client.createSubmission(Self.new, key: "one").id == first.id)
            let document = try await client.addDocument(Self.bill, to: first.id, key: "two")
            #expect(try await client.addDocument(Self.bill, to: first.id, key: "two").id == document.id)
            #expect(try await client.addDocument(Self.bill, to: first.id, key: "three").id != document.id)
            let view = try await client.submission(first.id)
            #expect(view.documents.count == 2 && view.state == .draft && !view.isValid && !view.missing.isEmpty)
            #expect(view.version > first.version)
        }
    }

    @Test(arguments: Kind.allCases) func documentsAreChanged(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let id = try await client.createSubmission(Self.new).id
            let document = try await client.addDocument(Self.bill, to: id)
            #expect(document.issueDate == Self.bill.issueDate && document.state == .open && document.pages == [])
            let day = Self.today.adding(days: -3)
            #expect(try await client.setIssueDate(day, of: document.id, in: id).issueDate == day)
            let expiry = Self.today.adding(days: 400)
            #expect(try await client.setExpiryDate(expiry, of: document.id, in: id).expiryDate == expiry)
            let period = DatePeriod(start: day.adding(days: -30), end: day)
            #expect(try await client.setPeriod(period, of: document.id, in: id).period == period)
            let view = try await client.submission(id)
            #expect(view.document(document.id)?.period == period && view.document(document.id)?.issueDate == day)
            #expect(try await client.setIssueDate(nil, of: document.id, in: id).issueDate == nil)
            #expect(try await client.setPeriod(nil, of: document.id, in: id).period == nil)
            #expect(try await client.setExpiryDate(nil, of: document.id, in: id).expiryDate == nil)
            let statement = try await client.setType("bank-letter", of: document.id, in: id)
            #expect(statement.type == "bank-letter" && statement.pages == [])
            let unknown = await problem { try await client.setType("passport", of: document.id, in: id) }
            #expect(unknown?.type == "unknown-document-type")
        }
    }

    @Test(arguments: Kind.allCases) func filesArriveInPieces(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let id = try await client.createSubmission(Self.new).id
            let document = try await client.addDocument(Self.bill, to: id).id
            let bytes = SampleContent.png(1, 3000)
            let upload = try await client.beginUpload(of: bytes.count, mediaType: .png, fileExtension: "png", to: document)
            #expect(try await client.uploadState(upload) == UploadState(offset: 0, page: nil))
            #expect(try await client.send(Array(bytes.prefix(1000)), at: 0, of: upload).offset == 1000)
            let wrong = await problem { try await client.send(Array(bytes.prefix(10)), at: 500, of: upload) }
            #expect(wrong?.status == 409 && wrong?.type == "mismatching-upload-offset")
            let end = try await client.send(Array(bytes.dropFirst(1000)), at: 1000, of: upload)
            let page = try #require(end.page)
            #expect(end.offset == bytes.count)
            // Who lost that answer asks again, and is told the same.
            #expect(try await client.uploadState(upload) == end)
            let view = try #require(try await client.submission(id).document(document)?.page(page))
            #expect(view.size == bytes.count && view.digest == ContentDigest(of: bytes) && view.mediaType == .png)
            #expect(view.rotation == Rotation.none)
        }
    }

    @Test(arguments: Kind.allCases) func uploadsAreGivenUp(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let id = try await client.createSubmission(Self.new).id
            let document = try await client.addDocument(Self.bill, to: id).id
            let upload = try await client.beginUpload(of: 3000, mediaType: .png, to: document)
            try await client.cancelUpload(upload)
            let gone = await problem { try await client.uploadState(upload) }
            #expect([404, 410].contains(gone?.status))
            let unknown = await problem { try await client.beginUpload(of: 10, to: .random()) }
            #expect(unknown?.status == 404 && unknown?.type == "not-found")
            let large = await problem { try await client.beginUpload(of: 1 << 40, to: document) }
            #expect(large?.status == 413)
        }
    }

    /// By the program alone: the double has no rules.
    @Test func aDraftIsCheckedBeforeItIsSubmitted() async throws {
        try await with(.program) { client, _ in
            let id = try await client.createSubmission(Self.new).id
            let old = NewDocument(type: "utility-bill", issueDate: Self.today.adding(days: -200))
            let document = try await client.addDocument(old, to: id).id
            _ = try await send(SampleContent.png(1), to: document, client)
            let found = try await client.check(id, language: "de")
            #expect(found.verdict == .refused && found.documents.map(\.id) == [document])
            let late = try #require(found.allReasons.first { $0.rule == "document.issue-date-recent" })
            #expect(late.document == document && late.message.contains("Tage"), "\(late.message)")
            _ = try await client.setIssueDate(Self.today.adding(days: -9), of: document, in: id)
            #expect(try await client.check(id).verdict != .refused)
            _ = try await client.submit(id)
            #expect(await problem { try await client.check(id) }?.type == "not-a-draft")
        }
    }

    @Test(arguments: Kind.allCases) func pagesAreTurnedAndPutInOrder(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let id = try await client.createSubmission(Self.new).id
            let document = try await client.addDocument(Self.bill, to: id).id
            let pages = [
                try await send(SampleContent.png(1), to: document, client),
                try await send(SampleContent.png(2), to: document, client),
            ]
            #expect(try await client.rotatePage(pages[0], of: document, in: id, to: .half).rotation == .half)
            let crop = try #require(PageCrop(points: [[0, 0], [9000, 0], [9000, 9000], [0, 9000]]))
            #expect(try await client.cropPage(pages[0], of: document, in: id, to: crop).crop == crop)
            #expect(try await client.cropPage(pages[0], of: document, in: id, to: nil).crop == nil)
            let order = try await client.orderPages(pages.reversed(), of: document, in: id)
            #expect(order.pages.map(\.id) == pages.reversed() && order.page(pages[0])?.rotation == .half)
            for wrong in [[pages[0]], [pages[0], pages[0]], pages + [.random()]] {
                let refusal = await problem { try await client.orderPages(wrong, of: document, in: id) }
                #expect(refusal?.status == 422)
                #expect(refusal.map(UploadRecovery.isConflict) == true)
            }
            let unknown = await problem { try await client.rotatePage(.random(), of: document, in: id, to: .half) }
            #expect(unknown?.status == 404 && unknown?.type == "not-found")
        }
    }

    @Test(arguments: Kind.allCases) func nothingIsRemovedBeforeItIsConfirmed(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let id = try await client.createSubmission(Self.new).id
            let document = try await client.addDocument(Self.bill, to: id).id
            let page = try await send(SampleContent.png(1), to: document, client)
            let question = try await client.removePage(page, of: document, in: id)
            #expect(!question.prompt.title.isEmpty && !question.prompt.actionLabel.isEmpty)
            #expect(try await client.submission(id).document(document)?.pages.count == 1)
            // What was changed meanwhile is asked about again.
            _ = try await client.rotatePage(page, of: document, in: id, to: .quarter)
            var stale: GatewayProblem?
            do { _ = try await question.confirm(asking: "p") { _ in true } } catch {
                stale = (error as? IntakeClientError)?.problem
            }
            #expect(stale?.status == 403 && stale?.type == "confirmation-invalid")
            _ = try await client.removePage(page, of: document, in: id).confirm(asking: "p") { _ in true }
            #expect(try await client.submission(id).document(document)?.pages == [])
            let gone = await problem { _ = try await client.removePage(page, of: document, in: id).prompt }
            #expect(gone?.status == 404 && gone?.type == "not-found")
            _ = try await client.removeDocument(document, of: id).confirm(asking: "p") { _ in true }
            #expect(try await client.submission(id).documents == [])
            let closed = await problem { try await client.beginUpload(of: 10, to: document) }
            #expect([404, 409].contains(closed?.status))
        }
    }

    @Test(arguments: Kind.allCases) func itIsSubmittedOnceItIsWhole(_ kind: Kind) async throws {
        try await with(kind) { client, transport in
            let id = try await client.createSubmission(Self.new).id
            let early = await problem { try await client.submit(id) }
            #expect(early?.status == 422 && early?.type == "incomplete" && early?.missing.isEmpty == false)
            let document = try await client.addDocument(Self.bill, to: id).id
            let page = try await send(SampleContent.png(1), to: document, client)
            let view = try await client.submission(id)
            let consent = ProofOfAddress.consent?.version
            let stale = await problem { try await client.submit(id, consent: consent, version: view.version - 1) }
            #expect(stale?.status == 412 && stale?.type == "precondition-failed")
            #expect(stale.map(UploadRecovery.isConflict) == true)
            let submitted = try await client.submit(id, consent: consent, version: view.version)
            #expect(submitted.state == .submitted && submitted.version == view.version + 1)
            // Nothing can be changed any more.
            let calls: [() async throws -> Void] = [
                { _ = try await client.addDocument(Self.bill, to: id) },
                { _ = try await client.rotatePage(page, of: document, in: id, to: .half) },
                { _ = try await client.orderPages([page], of: document, in: id) },
                { _ = try await client.beginUpload(of: 10, to: document) },
                { _ = try await client.submit(id, consent: consent) },
            ]
            for call in calls {
                let closed = await problem(call)
                #expect(closed?.status == 409 && closed?.type == "not-a-draft")
                #expect(closed.map(UploadRecovery.isConflict) == true)
            }
        }
    }

    @Test(arguments: Kind.allCases) func whatIsNotThereIsNotFound(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            _ = try await client.createSubmission(Self.new)
            for call in [
                { _ = try await client.submission(.random()) },
                { _ = try await client.addDocument(Self.bill, to: .random()) },
                { _ = try await client.submit(.random()) },
            ] as [() async throws -> Void] {
                let gone = await problem(call)
                #expect(gone?.status == 404 && gone?.type == "not-found")
            }
            #expect(
                try await client.journey(ProofOfAddress.id).definition.documentTypes
                    == ProofOfAddress.documentTypes.map(\.documentType))
        }
    }

    /// The whole of it: what a draft does to the one, it does to the other.
    @Test(arguments: Kind.allCases) func aDraftGoesItsWay(_ kind: Kind) async throws {
        try await with(kind) { client, _ in
            let controller = try await DocumentController(for: ProofOfAddress.self, in: MemoryStorage(), client: client)
            let letter = try await controller.append(
                [SampleContent.candidate(1, 300_000), SampleContent.candidate(2)], as: "utility-bill",
                issueDate: Self.today.adding(days: -9))
            if let consent = ProofOfAddress.consent { try await controller.agree(to: consent.version) }
            try await controller.uploadAll()
            #expect(controller.isUploaded && controller.isValid)
            let pages = controller.documents[0].pages.map(\.id)
            try await controller.order(pages.reversed(), of: letter)
            try await controller.rotate(pages[0])
            try await controller.remove(pages[1]).confirm(asking: "p") { _ in true }
            // The other device has the same submission, and adds to it.
            let submission = try #require(controller.draft.submission)
            let other = try await DocumentController(resuming: submission, in: MemoryStorage(), client: client)
            #expect(other.documents.map(\.pages.count) == [2])
            try await other.add([SampleContent.candidate(3)], to: other.documents[0].id)
            try await other.uploadAll()
            try await controller.uploadAll()
            let sizes = [SampleContent.png(1, 300_000).count, SampleContent.png(3).count]
            #expect(controller.documents.map { $0.pages.map(\.file.size) } == [sizes])
            let view = try await controller.submit()
            #expect(view.state == .submitted && view.documents[0].pages.compactMap(\.size) == sizes)
            #expect(view.documents[0].pages.map(\.rotation) == [.quarter, .none])
            // The other one learns of it, and loses nothing.
            let late = await #expect(throws: IntakeClientError.self) { try await other.submit() }
            #expect(["precondition-failed", "not-a-draft"].contains(late?.problem?.type))
            #expect(!other.allowsChanges && other.documents.map(\.pages.count) == [2])
        }
    }
}
