import Shared
import Testing

@testable import IntakeGateway

/// What cannot be taken: each with its problem, and nothing half-written.
@Suite(.timeLimit(.minutes(1)))
struct BadInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let body: String
        let status: Int
        let problem: String
        var pointer: String?
        var testDescription: String { body }
    }

    static let creations: [Case] = [
        Case(body: "{", status: 400, problem: "malformed-json", pointer: ""),
        Case(body: "", status: 400, problem: "malformed-json", pointer: ""),
        Case(body: "[]", status: 422, problem: "invalid-request", pointer: ""),
        Case(body: "{}", status: 422, problem: "invalid-request", pointer: "/journey"),
        Case(body: #"{"journey": 5}"#, status: 422, problem: "invalid-request", pointer: "/journey"),
        Case(body: #"{"journey": "marriage"}"#, status: 422, problem: "unknown-journey", pointer: "/journey"),
        Case(body: #"{"journey": "Proof Of Address"}"#, status: 422, problem: "unknown-journey", pointer: "/journey"),
        Case(
            body: #"{"journey": "identity", "colour": "red"}"#, status: 422, problem: "invalid-request", pointer: "/colour"),
        Case(
            body: #"{"journey": "identity", "contact": {"email": "nobody"}}"#, status: 422, problem: "invalid-request",
            pointer: "/contact/email"),
        Case(
            body: #"{"journey": "identity", "returnUrl": "javascript:alert(1)"}"#, status: 422, problem: "invalid-request",
            pointer: "/returnUrl"),
        Case(
            body: #"{"journey": "identity", "metadata": {"a": 1}}"#, status: 422, problem: "invalid-request",
            pointer: "/metadata/a"),
        Case(
            body: #"{"journey": "identity", "locale": "en_GB!"}"#, status: 422, problem: "invalid-request",
            pointer: "/locale"),
    ]

    @Test func whatIsNoSubmissionIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            for wrong in Self.creations {
                let answer = try await gateway.client.send("POST", "/v1/submissions", json: wrong.body)
                #expect(answer.status == wrong.status, "\(wrong.body)")
                #expect(answer.problem == wrong.problem, "\(wrong.body)")
                #expect(try answer.json()["errors"]?[0]?["pointer"]?.string == wrong.pointer, "\(wrong.body)")
                #expect(try answer.json()["detail"]?.string?.isEmpty == false)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
            }
            let form = try await gateway.client.send(
                "POST", "/v1/submissions", headers: [("Content-Type", "text/plain")], body: Array("{}".utf8))
            #expect(form.problem == "unsupported-media-type")
            let long = "{\"journey\": \"identity\", \"reference\": \"\(String(repeating: "a", count: 70_000))\"}"
            #expect(try await gateway.client.send("POST", "/v1/submissions", json: long).problem == "too-large")
            #expect(try await gateway.client.send("GET", "/v1/submissions").json()["items"]?.array.isEmpty == true)
        }
    }

    @Test func whatIsNoDocumentIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let today = CalendarDate.today
            let wrong: [Case] = [
                Case(body: #"{"type": "passport"}"#, status: 422, problem: "unknown-document-type", pointer: "/type"),
                Case(
                    body: #"{"type": "utility-bill", "issueDate": "31.10.2026"}"#, status: 422, problem: "invalid-date",
                    pointer: "/issueDate"),
                Case(
                    body: #"{"type": "utility-bill", "issueDate": "2026-02-30"}"#, status: 422, problem: "invalid-date",
                    pointer: "/issueDate"),
                Case(
                    body: #"{"type": "utility-bill", "issueDate": "\#(today.adding(days: 2))"}"#, status: 422,
                    problem: "date-in-future", pointer: "/issueDate"),
                Case(
                    body: #"{"type": "utility-bill", "source": "fax"}"#, status: 422, problem: "invalid-request",
                    pointer: "/source"),
            ]
            for wrong in wrong {
                let answer = try await gateway.client.send("POST", "/v1/submissions/\(draft)/documents", json: wrong.body)
                #expect(answer.status == wrong.status, "\(wrong.body)")
                #expect(answer.problem == wrong.problem, "\(wrong.body)")
                #expect(try answer.json()["errors"]?[0]?["pointer"]?.string == wrong.pointer, "\(wrong.body)")
            }
            let document = try await gateway.document(draft)
            #expect(
                try await gateway.client.send("PATCH", document, json: #"{"issueDate": "soon"}"#).problem == "invalid-date")
            #expect(try await gateway.submission(draft)["version"]?.integer == 2)
            for _ in 0..<2 { _ = try await gateway.document(draft) }
            let tooMany = try await gateway.client.send(
                "POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "utility-bill"}"#)
            #expect(tooMany.problem == "too-many-documents")
        }
    }

    @Test func whatIsNoChangeOfPagesIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            let id = try #require(page.split(separator: "/").last)
            for body in [
                #"{"rotation": 45}"#, #"{"rotation": "90"}"#, "{}", #"{"rotation": null}"#, #"{"rotation": 90, "zoom": 2}"#,
                #"{"crop": 5}"#, #"{"crop": []}"#, #"{"crop": [[0, 0], [9000, 0], [9000, 9000], [0, 1e99]]}"#,
                #"{"crop": [[0, 0], [9000, 0.5], [9000, 9000], [0, 9000]]}"#,
                #"{"crop": [[0, 9000], [9000, 9000], [9000, 0], [0, 0]]}"#,
            ] {
                #expect(try await gateway.client.send("PATCH", page, json: body).problem == "invalid-request", "\(body)")
            }
            for pages in ["[]", "[\"\(id)\", \"\(id)\"]", "[\"x\"]", "[\"\(PageID.random())\"]", "5"] {
                let answer = try await gateway.client.send("PUT", "\(document)/order", json: "{\"pages\": \(pages)}")
                #expect(answer.problem == "invalid-request", "\(pages)")
            }
        }
    }

    @Test func unknownThingsAndMethodsAreSaidToBe() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let other = DocumentID.random()
            let unknown = [
                ("GET", "/v1/submissions/\(SubmissionID.random())"), ("GET", "/v1/submissions/nonsense"),
                ("POST", "/v1/submissions/\(SubmissionID.random())/submit"),
                ("DELETE", "/v1/submissions/\(draft)/documents/\(other)"), ("GET", "\(document)/pages/\(other)/original"),
                ("DELETE", "\(document)/pages/\(other)"), ("GET", "/v1/submissions/\(draft)/documents/\(other)/pdf"),
                ("GET", "/v2/submissions"), ("GET", "/"),
            ]
            for (method, path) in unknown {
                let answer = try await gateway.client.send(method, path)
                #expect(answer.status == 404, "\(method) \(path)")
                #expect(answer.problem == "not-found", "\(method) \(path)")
            }
            let wrongMethod = try await gateway.client.send("PUT", "/v1/submissions/\(draft)")
            #expect(wrongMethod.status == 405)
            #expect(wrongMethod.problem == "method-not-allowed")
            #expect(wrongMethod.headers["allow"] == "DELETE, GET, HEAD, OPTIONS")
        }
    }

    @Test func aDatabaseThatIsAwayIsSaidToBe() async throws {
        try await GatewayUnderTest.run(.init(withoutDatabase: true)) { gateway in
            let answer = try await gateway.client.send("GET", "/v1/submissions")
            #expect(answer.status == 503)
            #expect(answer.problem == "unavailable")
            #expect(answer.headers["retry-after"] != nil)
            #expect(!answer.text.contains("nowhere"))
            #expect(try await gateway.client.send("GET", "/health/live").status == 200)
        }
    }
}
