import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Synchronization
import Telemetry

/// As much of a gateway as a load test speaks to: submissions, documents, files in one piece and by tus, submitting, the stream of
/// events. It decides on what is submitted as it is told to.
final class GatewayDouble: Sendable {
    struct Upload: Sendable {
        let length: Int
        var bytes: [UInt8] = []
    }

    struct State: Sendable {
        var submissions: [SubmissionID] = []
        var submitted: [SubmissionID] = []
        var withdrawn: Set<SubmissionID> = []
        var files: [[UInt8]] = []
        /// `Idempotency-Key` of what made a submission, a document or a page.
        var keys: [String] = []
        var uploads: [String: Upload] = [:]
        var cuts = 0
        var documents: [JSONValue] = []
        var events: [[UInt8]] = []
        var journeys = "{\"items\":[]}"
    }

    /// What becomes of the submission of this number, counted by when it was submitted from 0; nil for never anything.
    let outcome: @Sendable (Int) -> SubmissionState?
    /// The digest of the page that it makes.
    let page: String
    let state = Mutex(State())
    private let news = AsyncPulse()
    private let group: EventLoopGroup
    private let server: Mutex<HTTPServer?> = Mutex(nil)

    init(page: String = "1", outcome: @escaping @Sendable (Int) -> SubmissionState?) throws {
        (self.page, self.outcome) = (page, outcome)
        group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "double")
    }

    func start() throws -> String {
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0)), router: router(),
            group: group, logger: .silent, metrics: MetricsRegistry())
        self.server.withLock { $0 = server }
        return "http://127.0.0.1:\(try server.start().port ?? 0)"
    }

    func stop() async {
        await server.withLock { $0 }?.shutdown(gracePeriod: .milliseconds(100))
        await group.shutdown()
    }

    private func view(_ id: SubmissionID, _ state: SubmissionState) -> HTTPResponse {
        .text(
            """
            {"id":"\(id)","journey":"identity","state":"\(state.rawValue)","version":1,"createdAt":"2026-01-01T00:00:00.000Z",\
            "updatedAt":"2026-01-01T00:00:00.000Z","isValid":true,"missing":[],"reasons":[],"documents":[]}
            """, contentType: "application/json")
    }

    private func now(_ id: SubmissionID) -> SubmissionState {
        let (number, isWithdrawn) = state.withLock { ($0.submitted.firstIndex(of: id), $0.withdrawn.contains(id)) }
        if isWithdrawn { return .withdrawn }
        return number.map { outcome($0) ?? .submitted } ?? .draft
    }

    private func router() -> Router {
        var router = Router()
        router.on(.get, "/v1/journeys") { [self] _, _ in
            .text(state.withLock { $0.journeys }, contentType: "application/json")
        }
        let link =
            #"{"id":"0199a1b2-0000-7000-8000-000000000001","state":"active","createdAt":"2026-01-01T00:00:00.000Z","#
            + #""createdBy":"token:acme","expiresAt":"2026-01-01T01:00:00.000Z""#
        router.on(.post, "/v1/portal-links") { _, _ in
            .text(link + #","url":"https://docket.example/portal#dp_1"}"#, status: 201, contentType: "application/json")
        }
        router.on(.get, "/v1/portal-links") { _, _ in .text(#"{"items":["# + link + "}]}", contentType: "application/json") }
        router.on(.delete, "/v1/portal-links/{id}") { _, _ in HTTPResponse(status: 204) }
        router.on(.post, "/v1/submissions") { [self] request, _ in
            let id = SubmissionID.random()
            note(request)
            state.withLock { $0.submissions.append(id) }
            var answer = view(id, .draft)
            answer.status = 201
            return answer
        }
        router.on(.get, "/v1/submissions") { [self] request, _ in
            let wanted = request.query["state"]
            let items = state.withLock { $0.submissions }.filter { now($0).rawValue == wanted }.map {
                "{\"id\":\"\($0)\",\"state\":\"\(wanted ?? "")\"}"
            }
            return .text("{\"items\":[\(items.joined(separator: ","))]}", contentType: "application/json")
        }
        router.on(.get, "/v1/submissions/{id}") { [self] _, parameters in
            guard let id = SubmissionID(parameters["id"] ?? "") else { throw Problem(status: 404, type: "x", title: "x") }
            return view(id, now(id))
        }
        router.on(.get, "/v1/submissions/{id}/manifest") { [self] _, _ in
            let digest = "sha256:" + String(repeating: page, count: 64)
            return .text(
                "{\"documents\":[{\"pages\":[{\"images\":[{\"digest\":\"\(digest)\"}]}],\"pdf\":{\"digest\":\"\(digest)\"}}]}",
                contentType: "application/json")
        }
        router.on(.delete, "/v1/submissions/{id}") { [self] request, parameters in
            guard let id = SubmissionID(parameters["id"] ?? "") else { throw Problem(status: 404, type: "x", title: "x") }
            guard request.headers["docket-confirmation"] == "t" else {
                throw Problem(
                    status: 428, type: "confirmation-required", title: "Withdraw it?",
                    extensions: [
                        "message": .string("m"), "actionLabel": .string("a"), "token": .string("t"),
                        "expiresAt": .string("2026-10-31T09:05:07.123Z"),
                    ])
            }
            _ = state.withLock { $0.withdrawn.insert(id) }
            return view(id, .withdrawn)
        }
        addDocuments(&router)
        router.on(.post, "/v1/submissions/{id}/submit") { [self] _, parameters in
            guard let id = SubmissionID(parameters["id"] ?? "") else { throw Problem(status: 404, type: "x", title: "x") }
            let number = state.withLock { state in
                state.submitted.append(id)
                return state.submitted.count - 1
            }
            if let outcome = outcome(number) { try tell(id, outcome) }
            var answer = view(id, .submitted)
            answer.status = 202
            return answer
        }
        router.on(.get, "/v1/events") { [self] _, _ in
            .stream(contentType: "text/event-stream") { [self] writer in
                try await writer.write("retry: 1000\nid: beginning\n\n")
                var told = 0
                while true {
                    let events = state.withLock { Array($0.events[told...]) }
                    told += events.count
                    for event in events { try await writer.write(event) }
                    try await news.wait()
                }
            }
        }
        return router
    }

    private func tell(_ id: SubmissionID, _ outcome: SubmissionState) throws {
        let header = EventHeader(
            id: .random(), type: EventType(entering: outcome), source: "/docket/test", submission: id,
            time: Timestamp(Date()), sequence: 4, tenant: "shadow", journey: "identity")
        let event = try CloudEvent(header: header, data: SubmissionOutcome(state: outcome, attempt: 1)).encoded()
        state.withLock { $0.events.append(Array("id: \(header.id)\nevent: x\ndata: ".utf8) + event + Array("\n\n".utf8)) }
        news.notify()
    }

    private func note(_ request: HTTPRequest) {
        guard let key = request.headers["idempotency-key"] else { return }
        state.withLock { $0.keys.append(key) }
    }

    private func addDocuments(_ router: inout Router) {
        router.on(.post, "/v1/submissions/{id}/documents") { [self] request, _ in
            note(request)
            let body = try CanonicalJSON.decode(JSONValue.self, from: try await request.body.collect(limit: 10_000))
            state.withLock { $0.documents.append(body) }
            return .text(
                """
                {"id":"\(DocumentID.random())","type":"passport","state":"open","reasons":[],"pages":[]}
                """, status: 201, contentType: "application/json")
        }
        router.on(.post, "/v1/submissions/{id}/documents/{document}/pages") { [self] request, _ in
            note(request)
            let body = try await request.body.collect(limit: 10_000_000)
            state.withLock { $0.files.append(body) }
            return .text(
                """
                {"id":"\(PageID.random())","rotation":0,"state":"received","images":[]}
                """, status: 201, contentType: "application/json")
        }
        router.on(.post, "/v1/uploads") { [self] request, _ in
            let id = UUID().uuidString
            let length = request.headers["upload-length"].flatMap { Int($0) } ?? 0
            state.withLock { $0.uploads[id] = Upload(length: length) }
            return HTTPResponse(status: 201, headers: ["Location": "/v1/uploads/\(id)"])
        }
        router.on(.head, "/v1/uploads/{id}") { [self] _, parameters in
            let offset = state.withLock { $0.uploads[parameters["id"] ?? ""]?.bytes.count ?? 0 }
            return HTTPResponse(status: 200, headers: ["Upload-Offset": "\(offset)"])
        }
        router.on(.patch, "/v1/uploads/{id}") { [self] request, parameters in
            let id = parameters["id"] ?? ""
            do {
                while let piece = try await request.body.next() { state.withLock { $0.uploads[id]?.bytes += piece } }
            } catch {
                state.withLock { $0.cuts += 1 }
                throw error
            }
            state.withLock { state in
                guard let upload = state.uploads[id], upload.bytes.count == upload.length else { return }
                state.files.append(upload.bytes)
            }
            return .noContent
        }
    }
}
