import DocumentFixtures
import IntakeClient
import Shared
import Support
import Testing

/// What cannot be taken, sent with curl: the right status, a problem that says what is wrong, and nothing half-written.
extension MainJobTests {
    struct WrongJSON: CustomTestStringConvertible, Sendable {
        let body: String
        let status: Int
        let problem: String
        var testDescription: String { body }
    }

    @Test func whatIsNoSubmissionIsRefused() async throws {
        let docket = try #require(RunningDocket.current)
        let table = [
            WrongJSON(body: "{\"journey\": ", status: 400, problem: "malformed-json"),
            WrongJSON(body: "", status: 400, problem: "malformed-json"),
            WrongJSON(body: "{}", status: 422, problem: "invalid-request"),
            WrongJSON(body: #"{"journey": "unknown"}"#, status: 422, problem: "unknown-journey"),
        ]
        for wrong in table {
            let answer = try await docket.curl(
                "/v1/submissions", ["-H", "Content-Type: application/json", "--data-binary", wrong.body])
            expect(answer, wrong.status, wrong.problem, wrong.body)
        }
        let text = try await docket.curl("/v1/submissions", ["-H", "Content-Type: text/plain", "--data-binary", "{}"])
        expect(text, 415, "unsupported-media-type", "text/plain")
    }

    @Test func whatIsNoDocumentIsRefused() async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.draft("proof-of-address", [])
        let tomorrow = CalendarDate.today.adding(days: 2)
        let table = [
            WrongJSON(body: #"{"type": "passport"}"#, status: 422, problem: "unknown-document-type"),
            WrongJSON(body: #"{"type": "utility-bill", "issueDate": "yesterday"}"#, status: 422, problem: "invalid-date"),
            WrongJSON(body: #"{"type": "utility-bill", "issueDate": "2026-02-30"}"#, status: 422, problem: "invalid-date"),
            WrongJSON(
                body: "{\"type\": \"utility-bill\", \"issueDate\": \"\(tomorrow)\"}", status: 422, problem: "date-in-future"),
        ]
        for wrong in table {
            let answer = try await docket.curl("/v1/submissions/\(draft.id)/documents", ["--json", wrong.body])
            expect(answer, wrong.status, wrong.problem, wrong.body)
        }
        let submit = try await docket.curl("/v1/submissions/\(draft.id)/submit", ["-X", "POST"])
        expect(submit, 422, "incomplete", "too few documents")
        let after = try await docket.client.submission(draft.id)
        #expect(after == draft)
    }

    @Test func whatIsNoFileOfItsTypeIsRefused() async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 1, [])])
        let document = try #require(draft.documents.first)
        let pages = "/v1/submissions/\(draft.id)/documents/\(document.id)/pages"
        let photo = try docket.file("photo.jpg", try Photo.jpeg())
        let empty = try docket.file("empty.jpg", [])
        let text = try docket.file("letter.txt", Array("Dear Sir or Madam".utf8))
        // A sound beginning, and one byte more than is allowed.
        let large = try docket.file("large.jpg", try Photo.jpeg() + [UInt8](repeating: 0, count: 25_000_000))

        expect(try await docket.curl(pages, ["-F", "file=@\(empty)"]), 422, "empty-file", "an empty part")
        expect(
            try await docket.curl(pages, ["-H", "Content-Type: image/jpeg", "--data-binary", "@\(empty)"]), 422, "empty-file",
            "an empty body")
        expect(try await docket.curl(pages, ["-F", "file=@\(text)"]), 415, "unsupported-media-type", "a text")
        expect(
            try await docket.curl(pages, ["-F", "file=@\(photo);filename=photo.pdf;type=application/pdf"]), 422,
            "media-type-mismatch", "a JPEG that is called a PDF")
        expect(
            try await docket.curl(pages, ["-H", "Content-Type: image/png", "--data-binary", "@\(photo)"]), 422,
            "media-type-mismatch", "a JPEG that is declared a PNG")
        expect(
            try await docket.curl(pages, ["-H", "Content-Type: text/html", "--data-binary", "@\(photo)"]), 415,
            "unsupported-media-type", "a declared type that is not wanted")

        let declared = try await docket.curl(pages, ["-H", "Content-Type: image/jpeg", "-T", large, "-X", "POST"])
        expect(declared, 413, "too-large", "a file that says that it is too large")
        #expect(declared.sentBytes < 1_000_000, "refused by what it declares: \(declared.sentBytes) bytes were sent")
        let streamed = try await docket.curl(
            pages, ["-H", "Content-Type: image/jpeg", "-H", "Transfer-Encoding: chunked", "-T", large, "-X", "POST"])
        expect(streamed, 413, "too-large", "a file that turns out to be too large")

        // That files were refused is all that has become of it.
        let after = try await docket.client.submission(draft.id)
        #expect(after.documents == draft.documents && after.state == draft.state)
        let leftOvers = try await Program.check("find", ["\(docket.home)/blobs", "-type", "f", "-path", "*\(draft.id)*"])
        #expect(leftOvers.text == "")
    }

    @Test func whatDoesNotExistIsNotFound() async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.draft("proof-of-address", [])
        let id = "01990000-0000-7000-8000-000000000000"
        for path in [
            "/v1/submissions/\(id)", "/v1/submissions/nonsense", "/v1/submissions/\(draft.id)/documents/\(id)/pdf",
            "/v1/journeys/unknown", "/nowhere",
        ] {
            expect(try await docket.curl(path), 404, "not-found", path)
        }
        let method = try await docket.curl("/v1/submissions/\(draft.id)", ["-X", "PUT"])
        expect(method, 405, "method-not-allowed", "PUT")
        #expect(method.headers["allow"]?.contains("GET") == true)
    }

    private func expect(_ answer: CurlAnswer, _ status: Int, _ problem: String, _ what: String) {
        let said = "\(what): \(String(decoding: answer.body, as: UTF8.self))"
        #expect(answer.status == status, "\(said)")
        #expect(answer.problem == problem, "\(said)")
        #expect(answer.headers["content-type"] == "application/problem+json", "\(said)")
        #expect(answer.member("title")?.isEmpty == false && answer.member("detail")?.isEmpty == false, "\(said)")
    }
}
