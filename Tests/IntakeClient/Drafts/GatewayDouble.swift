import Crypto
import FoundationEssentials
import Shared
import Synchronization

@testable import IntakeClient

/// A gateway in memory: as much of one as a draft speaks to. It can lose requests and answers, and refuse. `GatewayConformanceTests`
/// hold it to the real one.
final class GatewayDouble: GatewayTransport {
    enum Fault: Sendable {
        case loseRequest
        case loseAnswer
        case answer(GatewayResponse)
    }

    struct Upload {
        let document: DocumentID
        let length: Int
        var bytes: [UInt8] = []
        var page: PageID?
    }

    struct StoredPage {
        let id: PageID
        let bytes: [UInt8]
        let digest: ContentDigest
        var rotation = Rotation.none

        init(_ bytes: [UInt8]) {
            id = .random()
            self.bytes = bytes
            // OpenSSL's: that of `Shared` takes a debug build a second for half a megabyte.
            digest = ContentDigest(bytes: SHA256.hash(bytes)) ?? ContentDigest(of: [])
        }
    }

    struct StoredDocument {
        let id: DocumentID
        var new: NewDocument
        var state = DocumentState.open
        var pages: [StoredPage] = []
    }

    struct State {
        var submissions: [SubmissionID] = []
        var submission: SubmissionState = .draft
        var version = 1
        var documents: [StoredDocument] = []
        var uploads: [UploadID: Upload] = [:]
        var answered: [String: GatewayResponse] = [:]
        var requests: [GatewayRequest] = []
        var consent: String?
        var isLinkOver = false
        /// The `Date` of answers; nil leaves it out.
        var date: String?
    }

    let journey: JourneyDefinition
    private let state = Mutex(State())
    /// Asked before each request, counted from 0.
    private let fault: @Sendable (Int, GatewayRequest) -> Fault?

    init(
        journey: JourneyDefinition = JourneyDefinition(SampleScope.self),
        _ fault: @escaping @Sendable (Int, GatewayRequest) -> Fault? = { _, _ in nil }
    ) {
        self.journey = journey
        self.fault = fault
    }

    var requests: [GatewayRequest] { state.withLock { $0.requests } }
    var submissions: [SubmissionID] { state.withLock { $0.submissions } }
    var submissionState: SubmissionState { state.withLock { $0.submission } }
    var consent: String? { state.withLock { $0.consent } }
    /// Of each document, what its pages hold, and how they are turned.
    var contents: [[[UInt8]]] { state.withLock { $0.documents.map { $0.pages.map(\.bytes) } } }
    var rotations: [[Rotation]] { state.withLock { $0.documents.map { $0.pages.map(\.rotation) } } }
    var types: [DocumentTypeID] { state.withLock { $0.documents.map(\.new.type) } }
    var issueDates: [CalendarDate?] { state.withLock { $0.documents.map(\.new.issueDate) } }
    var openUploads: Int { state.withLock { $0.uploads.values.count { $0.page == nil } } }

    /// What others do to the submission, and what time it is there.
    func meanwhile(_ change: @Sendable (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            state.version += 1
        }
    }

    /// Gives up all unfinished uploads, as when their time is over.
    func expireUploads() { state.withLock { state in state.uploads = state.uploads.filter { $0.value.page != nil } } }

    func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        let lost = IntakeClientError(code: .unreachable, isRetriable: true, description: "the connection was lost")
        switch fault(number, request) {
        case .loseRequest: throw lost
        case .answer(let response): return response
        case .loseAnswer:
            _ = answer(request)
            throw lost
        case nil: return answer(request)
        }
    }

    func download(
        _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(IntakeClientError) -> GatewayResponse { try await send(request) }

    // MARK: - Answering

    private func answer(_ request: GatewayRequest) -> GatewayResponse {
        state.withLock { state in
            let key = request.headers["idempotency-key"]
            if let key, let earlier = state.answered[key] { return earlier }
            let response = answer(request, &state)
            if let key, response.isSuccess { state.answered[key] = response }
            guard let date = state.date else { return response }
            return GatewayResponse(
                status: response.status, headers: response.headers.merging(["date": date]) { own, _ in own }, body: response.body)
        }
    }

    private func answer(_ request: GatewayRequest, _ state: inout State) -> GatewayResponse {
        // Whatever stands before it, as a gateway under a path of another server has.
        let path = request.url.split(separator: "?")[0].split(separator: "/").drop { !["v1", "u"].contains($0) }.map(String.init)
        guard path.count >= 2 else { return Self.problem(404, "not-found") }
        if path[0] == "u" {
            return state.isLinkOver ? Self.problem(410, "link-ended") : view(state)
        }
        let bytes: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
        switch path[1] {
        case "journeys": return Self.json(200, journeyView)
        case "uploads": return upload(request, path, bytes, &state)
        case "submissions" where path.count == 2:
            state.submissions.append(.random())
            return view(state, 201)
        case "submissions":
            guard SubmissionID(path[2]).map(state.submissions.contains) == true else { return Self.problem(404, "not-found") }
            return submission(request, Array(path.dropFirst(3)), bytes, &state)
        default: return Self.problem(404, "not-found")
        }
    }

    private func submission(
        _ request: GatewayRequest, _ path: [String], _ bytes: [UInt8], _ state: inout State
    ) -> GatewayResponse {
        let isReading = request.method == "GET"
        if path.isEmpty, isReading { return view(state) }
        if !isReading, let tag = request.headers["if-match"], tag != "\"v\(state.version)\"" {
            return Self.problem(412, "precondition-failed")
        }
        guard isReading || state.submission.allowsChanges else { return Self.problem(409, "not-a-draft") }
        let json = try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        switch (request.method, path.first, path.count) {
        case ("POST", "submit", 1):
            let missing = missing(state, consent: json?["consent"]?.text)
            guard missing.isEmpty else {
                let reasons = String(decoding: Self.encoded(missing), as: UTF8.self)
                return Self.json(
                    422, #"{"type":"/problems/incomplete","title":"No","status":422,"detail":"No.","reasons":\#(reasons)}"#)
            }
            state.consent = json?["consent"]?.text ?? state.consent
            state.submission = .submitted
            for index in state.documents.indices { state.documents[index].state = .checking }
            state.version += 1
            return view(state, 202)
        case ("POST", "documents", 1):
            guard let new = try? CanonicalJSON.decode(NewDocument.self, from: bytes),
                journey.documentType(new.type) != nil
            else { return Self.problem(422, "unknown-document-type") }
            let document = StoredDocument(id: .random(), new: new)
            state.documents.append(document)
            state.version += 1
            return Self.json(201, Self.view(of: document))
        case (_, "documents", 2...): return document(request, path, json, &state)
        default: return Self.problem(404, "not-found")
        }
    }

    private func document(
        _ request: GatewayRequest, _ path: [String], _ json: JSONValue?, _ state: inout State
    ) -> GatewayResponse {
        guard let index = state.documents.firstIndex(where: { $0.id.description == path[1] }) else {
            return Self.problem(404, "not-found")
        }
        let page = path.count > 3 ? state.documents[index].pages.firstIndex { $0.id.description == path[3] } : nil
        guard path.count <= 3 || page != nil else { return Self.problem(404, "not-found") }
        if request.method == "GET" { return Self.json(200, Self.view(of: state.documents[index])) }
        guard state.documents[index].state.allowsChanges else { return Self.problem(409, "not-a-draft") }
        switch request.method {
        case "DELETE":
            guard let token = request.headers["docket-confirmation"] else {
                return Self.json(
                    428,
                    #"{"type":"/problems/confirmation-required","title":"t","status":428,"message":"m","actionLabel":"a","#
                        + #""token":"token \#(state.version)","expiresAt":"2026-10-31T09:05:07Z"}"#)
            }
            guard token == "token \(state.version)" else { return Self.problem(403, "confirmation-invalid") }
            if let page { state.documents[index].pages.remove(at: page) } else { state.documents.remove(at: index) }
            state.version += 1
            return GatewayResponse(status: 204)
        case "PUT":
            let order = json?["pages"]?.items.compactMap(\.text) ?? []
            let pages = state.documents[index].pages
            guard Set(order) == Set(pages.map(\.id.description)), order.count == pages.count else {
                return Self.json(
                    422,
                    #"{"type":"/problems/invalid-request","title":"No","status":422,"errors":[{"pointer":"/pages","detail":"No.","#
                        + #""rule":"order"}]}"#)
            }
            state.documents[index].pages = order.compactMap { id in pages.first { $0.id.description == id } }
        default:
            if let page {
                guard let rotation = json?["rotation"]?.whole.flatMap({ Rotation(rawValue: $0) }) else {
                    return Self.problem(422, "invalid-request")
                }
                state.documents[index].pages[page].rotation = rotation
                state.version += 1
                return Self.json(200, Self.view(of: state.documents[index].pages[page]))
            }
            if let day = json?["issueDate"]?.text { state.documents[index].new.issueDate = CalendarDate(day) }
            if let day = json?["periodStart"]?.text { state.documents[index].new.periodStart = CalendarDate(day) }
            if let day = json?["periodEnd"]?.text { state.documents[index].new.periodEnd = CalendarDate(day) }
        }
        state.version += 1
        return Self.json(200, Self.view(of: state.documents[index]))
    }

    // MARK: - Uploads

    private func upload(
        _ request: GatewayRequest, _ path: [String], _ bytes: [UInt8], _ state: inout State
    ) -> GatewayResponse {
        guard path.count == 3 else { return begin(request, &state) }
        guard let id = UploadID(path[2]), var upload = state.uploads[id] else { return Self.problem(404, "not-found") }
        switch request.method {
        case "HEAD": break
        case "DELETE":
            state.uploads[id] = nil
            return GatewayResponse(status: 204)
        default:
            guard request.headers["upload-offset"] == String(upload.bytes.count) else {
                return Self.problem(409, "mismatching-upload-offset")
            }
            upload.bytes += bytes
            guard upload.bytes.count <= upload.length else { return Self.problem(413, "upload-length-exceeded") }
            if upload.bytes.count == upload.length, upload.page == nil {
                guard let index = state.documents.firstIndex(where: { $0.id == upload.document }),
                    state.submission.allowsChanges
                else { return Self.problem(409, "not-a-draft") }
                let page = StoredPage(upload.bytes)
                upload.page = page.id
                state.documents[index].pages.append(page)
                state.version += 1
            }
            state.uploads[id] = upload
        }
        var headers = ["upload-offset": String(upload.bytes.count), "upload-length": String(upload.length)]
        if let page = upload.page {
            headers["content-location"] = "http://gateway.test/v1/submissions/s/documents/d/pages/\(page)"
        }
        return GatewayResponse(status: request.method == "HEAD" ? 200 : 204, headers: headers)
    }

    private func begin(_ request: GatewayRequest, _ state: inout State) -> GatewayResponse {
        guard request.headers["tus-resumable"] == "1.0.0", let length = request.headers["upload-length"].flatMap({ Int($0) }),
            let id = request.url.split(separator: "document=").last.flatMap({ DocumentID(String($0)) }),
            let document = state.documents.first(where: { $0.id == id })
        else { return Self.problem(404, "not-found") }
        guard state.submission.allowsChanges, document.state.allowsChanges else { return Self.problem(409, "not-a-draft") }
        let limit = journey.documentType(document.new.type)?.maximumBytes ?? .max
        guard length <= limit else { return Self.problem(413, "too-large") }
        let upload = UploadID.random()
        state.uploads[upload] = Upload(document: id, length: length)
        return GatewayResponse(status: 201, headers: ["location": "http://gateway.test/v1/uploads/\(upload)"])
    }

    // MARK: - Views

    private func missing(_ state: State, consent: String?) -> [MissingView] {
        guard state.submission.allowsChanges else { return [] }
        let documents = state.documents.map { document in
            DocumentFacts(
                id: document.id, type: document.new.type, issueDate: document.new.issueDate.map(StatedDate.day) ?? .absent,
                period: document.new.period, source: document.new.source,
                pages: document.pages.map { PageFacts(id: $0.id, size: $0.bytes.count, mediaType: .png) })
        }
        let facts = SubmissionFacts(
            journey: journey, documents: documents,
            today: CalendarDate(daysSinceEpoch: Int(Date().timeIntervalSince1970 / 86_400)), consent: consent ?? state.consent)
        return RuleEngine.completeness.reasons(for: facts).filter { $0.severity == .refuse }.map { reason in
            MissingView(
                rule: reason.rule, documentType: reason.documentType, document: reason.document, found: reason.found,
                expected: reason.expected, message: reason.message, remedy: reason.remedy)
        }
    }

    private func view(_ state: State, _ status: Int = 200) -> GatewayResponse {
        let missing = missing(state, consent: nil)
        let moment = Timestamp(millisecondsSinceEpoch: 0)
        return Self.json(
            status,
            SubmissionView(
                id: state.submissions.last ?? .random(), journey: journey.id, state: state.submission, version: state.version,
                subject: nil, reference: nil, locale: nil, metadata: nil, returnUrl: nil,
                consent: state.consent.map { GivenConsent(version: $0, at: moment) }, createdAt: moment, updatedAt: moment,
                submittedAt: nil, expiresAt: nil, isValid: state.submission.allowsChanges && missing.isEmpty, missing: missing,
                progress: nil, reasons: [], documents: state.documents.map(Self.view)))
    }

    private var journeyView: JourneyView {
        JourneyView(
            id: journey.id, title: journey.title, summary: journey.summary, documents: journey.documents,
            documentTypes: journey.documentTypes, consent: journey.consent, rules: journey.rules, timeZone: journey.timeZone)
    }

    private static func view(of document: StoredDocument) -> DocumentView {
        DocumentView(
            id: document.id, type: document.new.type, issueDate: document.new.issueDate, periodStart: document.new.periodStart,
            periodEnd: document.new.periodEnd, source: document.new.source, state: document.state, verdict: nil, reasons: [],
            pages: document.pages.map(view), pdf: nil)
    }

    private static func view(of page: StoredPage) -> PageView {
        PageView(
            id: page.id, mediaType: .png, size: page.bytes.count, digest: page.digest, rotation: page.rotation,
            state: .received, preview: nil, images: [])
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] { (try? CanonicalJSON.encode(value)) ?? [] }

    private static func json(_ status: Int, _ value: some Encodable) -> GatewayResponse {
        GatewayResponse(status: status, headers: ["content-type": "application/json"], body: encoded(value))
    }

    static func json(_ status: Int, _ text: String) -> GatewayResponse {
        GatewayResponse(status: status, headers: ["content-type": "application/json"], body: Array(text.utf8))
    }

    static func problem(_ status: Int, _ type: String, detail: String = "No.") -> GatewayResponse {
        json(status, #"{"type":"/problems/\#(type)","title":"No","status":\#(status),"detail":"\#(detail)"}"#)
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    fileprivate var whole: Int? { if case .number(let number) = self { Int(number) } else { nil } }
}
