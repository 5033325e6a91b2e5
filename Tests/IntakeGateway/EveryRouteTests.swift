import BlobStore
import DocketStore
import FoundationEssentials
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Every route that leads to a thing of a tenant: first it answers its owner, then it tells another tenant what it tells of a
/// thing that never was, byte for byte. A route that is new has to be given a request here.
@Suite(.timeLimit(.minutes(2)))
struct EveryRouteTests {
    /// A request as its owner makes it, with the ids of what it is about.
    private struct Request {
        var path: String
        var headers: [(String, String)] = []
        var body: [UInt8]?
        var isConfirmed = false
        /// Who may, where the tenant's usual token may not.
        var token: String?

        static func json(_ path: String, _ text: String) -> Request {
            Request(path: path, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
        }

        static func file(_ path: String, isConfirmed: Bool = false) -> Request {
            Request(
                path: path, headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(9), isConfirmed: isConfirmed)
        }
    }

    /// Things of the tenant `acme`, made anew for each route: some routes end them.
    private struct Things {
        let submission: String
        let document: String
        let page: String

        static func make(_ gateway: GatewayUnderTest) async throws -> Things {
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            return Things(
                submission: "/v1/submissions/\(draft)", document: document, page: try await gateway.page(document))
        }

        var documentID: String { String(document.split(separator: "/").last ?? "") }
        var pageID: String { String(page.split(separator: "/").last ?? "") }
    }

    @Test func eachRouteAnswersItsOwnerAndTellsOthersNothing() async throws {
        let journey = JourneyDefinition(
            id: "reviewed", title: "Reviewed", summary: "A person looks.", documentTypes: SampleSubmissions.journey.documentTypes,
            documents: CountRange(1...2), review: .always)
        try await GatewayUnderTest.run(.init(journeys: [journey])) { gateway in
            let ofThings = Operation.all.filter { operation in
                operation.permission != nil
                    && ["{submission}", "{upload}", "{endpoint}", "{delivery}"].contains { operation.pattern.contains($0) }
            }
            #expect(ofThings.count > 25)
            for operation in ofThings {
                let request = try await request(for: operation, gateway)
                try await othersAreToldNothing(operation, request, gateway)
                try await ownerIsAnswered(operation, request, gateway)
            }
        }
    }

    private func ownerIsAnswered(_ operation: Operation, _ request: Request, _ gateway: GatewayUnderTest) async throws {
        let owner = request.token.map { gateway.client.with(token: $0) } ?? gateway.client
        let method = operation.method.rawValue
        if operation.answers.contains(where: { $0.content.contains { $0.mediaType == "text/event-stream" } }) {
            // It never ends: its first event is answer enough.
            let follower = EventFollower(gateway, request.path)
            #expect(try await follower.collect(1, cuts: 0).isEmpty == false, "\(operation.id)")
            return
        }
        var answer = try await owner.send(method, request.path, headers: request.headers, body: request.body)
        if request.isConfirmed {
            #expect(answer.status == 428, "\(operation.id)")
            let token = try #require(try answer.json()["token"]?.string)
            answer = try await owner.send(
                method, request.path, headers: request.headers + [("Docket-Confirmation", token)], body: request.body)
        }
        #expect((200..<300).contains(answer.status), "\(operation.id): \(answer.status) \(answer.text.prefix(500))")
        let documented = operation.answers.map(\.status)
        #expect(documented.contains(answer.status), "\(operation.id) answers \(answer.status)")
    }

    private func othersAreToldNothing(_ operation: Operation, _ request: Request, _ gateway: GatewayUnderTest) async throws {
        // With one request id, so that the answers have nothing of their own.
        let headers = request.headers + [("X-Request-Id", "the-same-for-all")]
        let method = operation.method.rawValue
        let token = try await APIKeyStore(pool: gateway.pool).create(
            NewAPIKey(tenant: "other", role: operation.permission == .decide ? .reviewer : .backend),
            by: AuditOrigin(actor: "operator:erna")
        ).token
        let stranger = gateway.client.with(token: token.text)
        let foreign = try await stranger.send(method, request.path, headers: headers, body: request.body)
        let parts = request.path.split(separator: "/").map(String.init)
        let unknownPath = request.path.replacing(parts[2].prefix(36), with: SubmissionID.random().description)
        let unknown = try await stranger.send(method, unknownPath, headers: headers, body: request.body)
        #expect(foreign.status == 404, "\(operation.id): \(foreign.status) \(foreign.text.prefix(300))")
        #expect(foreign.body == unknown.body, "\(operation.id)")
        #expect(foreign.status == unknown.status, "\(operation.id)")
        let differing = foreign.headers.filter {
            !["date", "traceparent"].contains($0.key) && unknown.headers[$0.key] != $0.value
        }
        #expect(differing.isEmpty, "\(operation.id)")
    }

    // MARK: - Requests

    private struct NoRequest: Error { let operation: String }

    private func request(for operation: Operation, _ gateway: GatewayUnderTest) async throws -> Request {
        if operation.id == "decide" { return try await decision(gateway) }
        if operation.topic == .notifications { return try await endpointRequest(for: operation, gateway) }
        let things = try await Things.make(gateway)
        switch operation.id {
        case "readSubmission", "followSubmission", "readScreen", "readManifest", "listLinks":
            let parts: [String: String] = [
                "followSubmission": "/events", "readScreen": "/screen", "readManifest": "/manifest", "listLinks": "/links",
            ]
            return Request(path: things.submission + (parts[operation.id] ?? ""))
        case "withdrawSubmission": return Request(path: things.submission, isConfirmed: true)
        case "submit": return Request(path: "\(things.submission)/submit")
        case "addDocument":
            return .json(
                "\(things.submission)/documents",
                #"{"type": "utility-bill", "issueDate": "\#(CalendarDate.today.adding(days: -3))"}"#)
        case "readDocument": return Request(path: things.document)
        case "changeDocument": return .json(things.document, #"{"source": "camera"}"#)
        case "removeDocument": return Request(path: things.document, isConfirmed: true)
        case "orderPages": return .json("\(things.document)/order", #"{"pages": ["\#(things.pageID)"]}"#)
        case "addPage": return .file("\(things.document)/pages")
        case "readPage": return Request(path: things.page)
        case "turnPage": return .json(things.page, #"{"rotation": 90}"#)
        case "removePage": return Request(path: things.page, isConfirmed: true)
        case "replacePage": return .file("\(things.page)/content", isConfirmed: true)
        case "readPDF", "readImage", "readPreview":
            try await addResults(to: things, gateway)
            let paths = ["readPDF": "\(things.document)/pdf", "readImage": "\(things.page)/image"]
            return Request(path: paths[operation.id] ?? "\(things.page)/preview")
        case "readOriginal": return Request(path: "\(things.page)/original")
        case "createLink": return .json("\(things.submission)/links", #"{"purpose": "status"}"#)
        case "revokeLink":
            let made = try await gateway.client.send("POST", "\(things.submission)/links", json: #"{"purpose": "status"}"#)
            return Request(path: try #require(made.headers["location"]))
        default: return try await uploadRequest(for: operation, things, gateway)
        }
    }

    /// On an endpoint with a delivery that was given up.
    private func endpointRequest(for operation: Operation, _ gateway: GatewayUnderTest) async throws -> Request {
        let made = try #require(
            try await WebhookEndpointStore(pool: gateway.pool).create(
                NewWebhookEndpoint(tenant: "acme", url: "https://127.0.0.1:9"), by: AuditOrigin(actor: "operator:erna")))
        let path = "/v1/webhook-endpoints/\(made.record.id)"
        let event = try await SampleOutcome.record(over: gateway.pool, tenant: "acme")
        let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: made.record.id.description)
        #expect(try await PostgresDeliveryStore(pool: gateway.pool).plan([key]) == 1)
        var filter = DeliveryFilter()
        filter.event = event.id
        let delivery = try #require(try await DeliveryHistory(pool: gateway.pool).deliveries(filter, limit: 1).first)
        switch operation.id {
        case "readEndpoint": return Request(path: path)
        case "changeEndpoint": return .json(path, #"{"name": "books", "enabled": false}"#)
        case "removeEndpoint": return Request(path: path, isConfirmed: true)
        case "rotateEndpoint": return .json("\(path)/rotate", #"{"overlap": 60}"#)
        case "testEndpoint": return Request(path: "\(path)/test")
        case "recoverEndpoint": return .json("\(path)/recover", #"{"since": "2026-01-01T00:00:00Z"}"#)
        case "readDelivery": return Request(path: "/v1/deliveries/\(delivery.id)")
        case "retryDelivery": return Request(path: "/v1/deliveries/\(delivery.id)/retry")
        default: throw NoRequest(operation: operation.id)
        }
    }

    private func uploadRequest(
        for operation: Operation, _ things: Things, _ gateway: GatewayUnderTest
    ) async throws -> Request {
        let content = SampleFiles.jpeg(7, size: 5_000)
        let tus = ("Tus-Resumable", "1.0.0")
        let created = try await gateway.client.send(
            "POST", "/v1/uploads?document=\(things.documentID)",
            headers: [tus, ("Upload-Length", "\(content.count)")])
        let path = try #require(created.headers["location"])
        let patch = [tus, ("Upload-Offset", "0"), ("Content-Type", "application/offset+octet-stream")]
        switch operation.id {
        case "readUpload": return Request(path: path)
        case "uploadOffset", "cancelUpload": return Request(path: path, headers: [tus])
        case "appendToUpload": return Request(path: path, headers: patch, body: content)
        case "overrideUploadMethod":
            return Request(path: path, headers: patch + [("X-HTTP-Method-Override", "PATCH")], body: content)
        default: throw NoRequest(operation: operation.id)
        }
    }

    /// On a submission that the two workers have let pass.
    private func decision(_ gateway: GatewayUnderTest) async throws -> Request {
        let draft = try await gateway.draft("reviewed")
        let added = try await gateway.client.send("POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "letter"}"#)
        let document = try #require(try added.json()["id"]?.string)
        _ = try await gateway.page(try #require(added.headers["location"]))
        #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
        try await WorkersWork.pass(draft, gateway)
        let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
            NewAPIKey(tenant: "acme", role: .reviewer), by: AuditOrigin(actor: "operator:erna"))
        var request = Request.json(
            "/v1/submissions/\(draft)/decision", #"{"documents": {"\#(document)": {"verdict": "accepted"}}}"#)
        request.token = token.text
        return request
    }

    /// A preview, a clean page and a PDF.
    private func addResults(to things: Things, _ gateway: GatewayUnderTest) async throws {
        let (document, page) = try (#require(DocumentID(things.documentID)), #require(PageID(things.pageID)))
        let submission = try #require(things.submission.split(separator: "/").last.flatMap { SubmissionID(String($0)) })
        let space = BlobSpace(tenant: "acme", submission: submission)
        let made = try await gateway.blobs.put(Array("made".utf8), in: space)
        let digest = Bytes(made.key.digest.bytes)
        try await gateway.pool.query(
            """
            update pages set preview_digest = \(digest), preview_size = 4, preview_media_type = 'image/jpeg',
                preview_width = 10, preview_height = 20 where id = \(page.uuid)
            """)
        try await gateway.pool.query(
            """
            insert into page_images (page_id, number, submission_id, digest, size, media_type, width, height)
            values (\(page.uuid), 1, \(submission.uuid), \(digest), 4, 'image/jpeg', 100, 200)
            """)
        try await gateway.pool.query(
            """
            update documents set pdf_digest = \(digest), pdf_size = 4, pdf_media_type = 'application/pdf'
            where id = \(document.uuid)
            """)
        try await gateway.pool.query("update submissions set previews = previews + 1 where id = \(submission.uuid)")
    }
}
