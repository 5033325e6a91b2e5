import FoundationEssentials
import Glibc
import IntakeClient
import Shared
import Testing

@Suite(.timeLimit(.minutes(1))) struct IntakeClientTests {
    private func client(_ transport: ScriptedTransport, token: String? = "secret") throws -> IntakeClient {
        try IntakeClient(baseURL: "http://gateway.test:8080/", token: token, transport: transport, time: LeapingTime())
    }

    private func body(_ request: GatewayRequest) -> String {
        if case .bytes(let bytes) = request.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// A file without a name, closed at the end.
    private func withTemporaryFile<T>(_ body: (CInt) async throws -> T) async throws -> T {
        let path = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString)").path()
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        unlink(path)
        defer { close(descriptor) }
        return try await body(descriptor)
    }

    @Test func submissionsAreCreatedAndRead() async throws {
        let transport = ScriptedTransport(.json(201, Fixture.submissionJSON("draft")))
        let new = NewSubmission(journey: "proof-of-address", reference: "case 1", metadata: ["k": "v"])
        let view = try await client(transport).createSubmission(new)
        #expect(view.id == Fixture.submission && view.state == .draft && view.version == 3)
        #expect(view.missing.first?.documentType == "utility-bill")
        #expect(view.document(Fixture.document)?.page(Fixture.page)?.rotation == .quarter)
        #expect(view.document(Fixture.document)?.issueDate == CalendarDate("2026-10-31"))
        #expect(view.allReasons.map(\.rule) == ["issue-date"])
        let request = try #require(transport.requests.first)
        #expect(request.method == "POST" && request.url == "http://gateway.test:8080/v1/submissions")
        #expect(request.headers["authorization"] == "Bearer secret" && request.headers["content-type"] == "application/json")
        #expect(body(request) == #"{"journey":"proof-of-address","metadata":{"k":"v"},"reference":"case 1"}"#)
    }

    @Test func documentsAndPagesHaveTheirAddresses() async throws {
        let transport = ScriptedTransport(
            .json(201, Fixture.documentJSON), .json(200, Fixture.documentJSON), .json(200, Fixture.documentJSON),
            .json(200, Fixture.pageJSON), .json(202, Fixture.submissionJSON("submitted")))
        let client = try client(transport, token: nil)
        let date = try #require(CalendarDate("2026-10-31"))
        let (submission, document, page) = (Fixture.submission, Fixture.document, Fixture.page)
        _ = try await client.addDocument(NewDocument(type: "utility-bill", issueDate: date, source: .camera), to: submission)
        _ = try await client.setIssueDate(date, of: document, in: submission)
        _ = try await client.orderPages([page], of: document, in: submission)
        #expect(try await client.rotatePage(page, of: document, in: submission, to: .quarter).state == .ready)
        #expect(try await client.submit(submission, version: 7).state == .submitted)
        let base = "http://gateway.test:8080/v1/submissions/\(submission)"
        #expect(
            transport.requests.map { "\($0.method) \($0.url.dropFirst(base.count))" } == [
                "POST /documents", "PATCH /documents/\(document)", "PUT /documents/\(document)/order",
                "PATCH /documents/\(document)/pages/\(page)", "POST /submit",
            ])
        #expect(
            transport.requests.map(body) == [
                #"{"issueDate":"2026-10-31","source":"camera","type":"utility-bill"}"#, #"{"issueDate":"2026-10-31"}"#,
                #"{"pages":["\#(page)"]}"#, #"{"rotation":90}"#, "",
            ])
        #expect(transport.requests.last?.headers["if-match"] == "\"v7\"")
        #expect(transport.requests.allSatisfy { $0.headers["authorization"] == nil })
    }

    @Test func aFileTellsItsTypeAndNoneOfItsName() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "Jane Doe \(UUID().uuidString).HEIC").path()
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let transport = ScriptedTransport(.json(201, Fixture.pageJSON))
        let file = try UploadFile(path: path)
        _ = try await client(transport).addPage(file, to: Fixture.document, of: Fixture.submission)
        let request = try #require(transport.requests.first)
        #expect(request.headers["content-type"] == "image/heic")
        #expect(request.headers["content-disposition"]?.lowercased() == #"attachment; filename="file.heic""#)
        guard case .file(let sent) = request.body else {
            Issue.record("no file was sent")
            return
        }
        #expect(sent.length == 3 && sent.descriptor == file.descriptor)
    }

    @Test func filesThatCannotBeReadAreNamed() {
        let missing = #expect(throws: IntakeClientError.self) { try UploadFile(path: "/nowhere/bill.pdf") }
        #expect(missing?.code == .fileUnreadable)
        #expect(missing?.description == "The file /nowhere/bill.pdf cannot be read: No such file or directory.")
        #expect(throws: IntakeClientError.self) { try UploadFile(path: "/tmp") }
        #expect(throws: IntakeClientError.self) { try UploadFile(path: "/dev/null") }
    }

    @Test func problemsAreTyped() async throws {
        let transport = ScriptedTransport(
            .json(
                422,
                #"{"type":"/problems/incomplete","title":"Something is still missing","status":422,"detail":"One thing.","instance":"r1","#
                    + #""errors":[{"pointer":"/type","detail":"x","rule":"type"}],"#
                    + #""reasons":[{"rule":"document-count","found":"none","expected":"one","message":"Add a bill."}]}"#),
            .json(503, "<html>", ["retry-after": "3"]), .json(302, ""), .json(200, #"{"id":1}"#))
        let client = try client(transport)
        let incomplete = await #expect(throws: IntakeClientError.self) { try await client.submit(Fixture.submission) }
        #expect(incomplete?.code == .refused && incomplete?.isRetriable == false)
        #expect(incomplete?.problem?.type == "incomplete" && incomplete?.problem?.instance == "r1")
        #expect(incomplete?.problem?.missing.map(\.rule) == ["document-count"])
        #expect(incomplete?.description == "Something is still missing: One thing.\n  /type: x\n  Add a bill.")
        let overloaded = await #expect(throws: IntakeClientError.self) { try await client.submission(Fixture.submission) }
        #expect(overloaded?.isRetriable == true && overloaded?.problem?.retryAfter == 3)
        #expect(overloaded?.problem?.type == "about:blank")
        let redirect = await #expect(throws: IntakeClientError.self) { try await client.submission(Fixture.submission) }
        #expect(redirect?.code == .unexpectedAnswer)
        let strange = await #expect(throws: IntakeClientError.self) { try await client.submission(Fixture.submission) }
        #expect(strange?.code == .unexpectedAnswer && strange?.detail.contains("id") == true)
    }

    private static let question = ScriptedTransport.Step.json(
        428,
        #"{"type":"/problems/confirmation-required","title":"Withdraw it?","status":428,"detail":"Nothing was done yet.","#
            + #""message":"All pages are deleted.","actionLabel":"Withdraw","token":"c1.9.ab","expiresAt":"2026-10-31T09:05:07.123Z"}"#
    )

    @Test func withdrawingActsOnlyWhenConfirmed() async throws {
        let transport = ScriptedTransport(Self.question, .json(200, Fixture.submissionJSON("withdrawn")))
        let required = try await client(transport).withdraw(Fixture.submission)
        #expect(
            required.prompt
                == ConfirmationPrompt(title: "Withdraw it?", message: "All pages are deleted.", actionLabel: "Withdraw"))
        #expect(transport.requests.count == 1)
        let view = try await required.confirm(asking: "tester") { _ in true }
        #expect(view?.state == .withdrawn)
        #expect(transport.requests.map(\.method) == ["DELETE", "DELETE"])
        #expect(transport.requests.map { $0.headers["docket-confirmation"] } == [nil, "c1.9.ab"])
    }

    @Test func aNoChangesNothing() async throws {
        let transport = ScriptedTransport(Self.question)
        let required = try await client(transport).removeDocument(Fixture.document, of: Fixture.submission)
        let answer: Void? = try await required.confirm(asking: "tester") { _ in false }
        #expect(answer == nil && transport.requests.count == 1)
    }

    @Test func anEmptyAnswerIsReadAfterwards() async throws {
        let transport = ScriptedTransport(Self.question, .json(204, ""), .json(200, Fixture.submissionJSON("withdrawn")))
        let required = try await client(transport).withdraw(Fixture.submission)
        #expect(try await required.confirm(asking: "tester") { _ in true }?.state == .withdrawn)
        #expect(transport.requests.map(\.method) == ["DELETE", "DELETE", "GET"])
    }

    @Test func aReplacementIsSentOnlyWhenConfirmed() async throws {
        let transport = ScriptedTransport(Self.question, .json(200, Fixture.pageJSON))
        let file = UploadFile(descriptor: 0, length: 5, mediaType: .jpeg, fileName: "a.jpg")
        let required = try await client(transport).replacePage(
            Fixture.page, of: Fixture.document, in: Fixture.submission, with: file)
        #expect(try await required.confirm(asking: "tester") { _ in true }?.id == Fixture.page)
        let sent = transport.requests.map { request in if case .file = request.body { true } else { false } }
        #expect(sent == [false, true])
        #expect(transport.requests.allSatisfy { $0.method == "PUT" && $0.url.hasSuffix("/content") })
    }

    @Test func aGatewayThatDoesNotAskIsNotTrusted() async throws {
        let transport = ScriptedTransport(.json(204, ""), .json(404, #"{"type":"/problems/not-found","title":"t","status":404}"#))
        let client = try client(transport)
        do {
            _ = try await client.removePage(Fixture.page, of: Fixture.document, in: Fixture.submission)
            Issue.record("it should have thrown")
        } catch {
            #expect(error.code == .unexpectedAnswer)
        }
        do {
            _ = try await client.withdraw(Fixture.submission)
            Issue.record("it should have thrown")
        } catch {
            #expect(error.problem?.type == "not-found")
        }
    }

    @Test func resultsAreFetchedIntoAFile() async throws {
        let bytes = (0..<4_321).map { UInt8(truncatingIfNeeded: $0) }
        let transport = ScriptedTransport(
            .answer(GatewayResponse(status: 200, body: bytes)), .answer(GatewayResponse(status: 200, body: [1])),
            .answer(GatewayResponse(status: 200, body: [2])), .answer(GatewayResponse(status: 200, body: [3])),
            .json(404, #"{"type":"/problems/not-ready","title":"It is not ready yet","status":404}"#))
        let client = try client(transport)
        let (submission, document, page) = (Fixture.submission, Fixture.document, Fixture.page)
        try await withTemporaryFile { descriptor in
            #expect(try await client.fetchPDF(of: document, in: submission, into: descriptor) == 4_321)
            try await client.fetchPreview(of: page, of: document, in: submission, into: descriptor)
            try await client.fetchImage(2, of: page, of: document, in: submission, into: descriptor)
            try await client.fetchOriginal(of: page, of: document, in: submission, into: descriptor)
            let error = await #expect(throws: IntakeClientError.self) {
                try await client.fetchPDF(of: document, in: submission, into: descriptor)
            }
            #expect(error?.problem?.type == "not-ready")
            var read = [UInt8](repeating: 0, count: 5_000)
            let count = pread(descriptor, &read, read.count, 0)
            #expect(Array(read.prefix(max(0, count))) == bytes + [1, 2, 3])
        }
        let tails = transport.requests.map { $0.url.split(separator: "/").last.map(String.init) }
        #expect(tails == ["pdf", "preview", "image?number=2", "original", "pdf"])
    }

    @Test(arguments: ["", "gateway:8080", "ftp://x", "http://", "http://x/?q", "http://x/#f"])
    func addressesThatAreNone(address: String) {
        let error = #expect(throws: IntakeClientError.self) {
            try IntakeClient(baseURL: address, token: nil, transport: ScriptedTransport())
        }
        #expect(error?.code == .invalidAddress)
    }

    @Test func aTokenCannotCarryAnotherHeader() {
        #expect(throws: IntakeClientError.self) {
            try IntakeClient(baseURL: "http://x", token: "a\r\nX: y", transport: ScriptedTransport())
        }
    }
}
