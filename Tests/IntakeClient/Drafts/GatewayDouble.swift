import FoundationEssentials
import Shared
import Synchronization

@testable import IntakeClient

/// A gateway in memory: as much of one as a draft's upload speaks to. It can lose requests and answers, and refuse.
final class GatewayDouble: GatewayTransport {
    enum Fault: Sendable {
        case loseRequest
        case loseAnswer
        case answer(GatewayResponse)
    }

    private struct Upload {
        let document: DocumentID
        let length: Int
        var bytes: [UInt8] = []
        var page: PageID?
    }

    private struct Page {
        let id: PageID
        var bytes: [UInt8]
        var rotation = Rotation.none
    }

    private struct State {
        var submissions: [SubmissionID] = []
        var submission: SubmissionState = .draft
        var version = 1
        var documents: [(id: DocumentID, new: NewDocument, pages: [Page])] = []
        var uploads: [UploadID: Upload] = [:]
        var answered: [String: GatewayResponse] = [:]
        var requests: [GatewayRequest] = []
        var consent: String?
    }

    private let state = Mutex(State())
    /// Asked before each request, counted from 0.
    private let fault: @Sendable (Int, GatewayRequest) -> Fault?

    init(_ fault: @escaping @Sendable (Int, GatewayRequest) -> Fault? = { _, _ in nil }) { self.fault = fault }

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
            let response = Self.answer(request, &state)
            if let key, response.isSuccess { state.answered[key] = response }
            return response
        }
    }

    private static func answer(_ request: GatewayRequest, _ state: inout State) -> GatewayResponse {
        let path = request.url.split(separator: "?")[0].split(separator: "/").dropFirst(3).map(String.init)
        let bytes: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
        let json = try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        switch (request.method, path.first, path.count) {
        case ("POST", "submissions", 1):
            state.submissions.append(.random())
            return view(state)
        case ("GET", "submissions", 2): return view(state)
        case ("POST", "submissions", 3) where path[2] == "submit":
            state.consent = json?["consent"]?.text ?? state.consent
            state.submission = .submitted
            state.version += 1
            return view(state, 202)
        case ("POST", "submissions", 3):
            guard let new = try? CanonicalJSON.decode(NewDocument.self, from: bytes) else {
                return problem(422, "invalid-request")
            }
            let id = DocumentID.random()
            state.documents.append((id, new, []))
            return documentView(id, state)
        case ("POST", "uploads", 1): return create(request, &state)
        case (let method, "uploads", 2): return upload(method, UploadID(path[1]), request, bytes, &state)
        default: return document(request, path, json, &state)
        }
    }

    private static func document(
        _ request: GatewayRequest, _ path: [String], _ json: JSONValue?, _ state: inout State
    ) -> GatewayResponse {
        guard path.count >= 4, let index = state.documents.firstIndex(where: { $0.id.description == path[3] }) else {
            return problem(404, "not-found")
        }
        let id = state.documents[index].id
        let page = path.count > 5 ? state.documents[index].pages.firstIndex { $0.id.description == path[5] } : nil
        guard path.count <= 5 || page != nil else { return problem(404, "not-found") }
        if request.method == "DELETE" {
            guard request.headers["docket-confirmation"] == "token" else {
                return Self.json(
                    428,
                    #"{"type":"/problems/confirmation-required","title":"t","status":428,"message":"m","actionLabel":"a","#
                        + #""token":"token","expiresAt":"2026-10-31T09:05:07Z"}"#)
            }
            if let page { state.documents[index].pages.remove(at: page) } else { state.documents.remove(at: index) }
            return GatewayResponse(status: 204)
        }
        if path.count == 5, path[4] == "order" {
            let order = json?["pages"]?.items.compactMap(\.text) ?? []
            let pages = state.documents[index].pages
            guard Set(order) == Set(pages.map(\.id.description)), order.count == pages.count else {
                return problem(422, "invalid-request")
            }
            state.documents[index].pages = order.compactMap { id in pages.first { $0.id.description == id } }
            return documentView(id, state)
        }
        if let page {
            guard let rotation = json?["rotation"]?.whole.flatMap({ Rotation(rawValue: $0) }) else {
                return problem(422, "invalid-request")
            }
            state.documents[index].pages[page].rotation = rotation
            return Self.json(200, String(decoding: encoded(pageView(state.documents[index].pages[page])), as: UTF8.self))
        }
        if let day = json?["issueDate"]?.text { state.documents[index].new.issueDate = CalendarDate(day) }
        return documentView(id, state)
    }

    private static func create(_ request: GatewayRequest, _ state: inout State) -> GatewayResponse {
        guard request.headers["tus-resumable"] == "1.0.0", let length = request.headers["upload-length"].flatMap({ Int($0) }),
            let document = request.url.split(separator: "document=").last.flatMap({ DocumentID(String($0)) }),
            state.documents.contains(where: { $0.id == document })
        else { return problem(404, "not-found") }
        let id = UploadID.random()
        state.uploads[id] = Upload(document: document, length: length)
        return GatewayResponse(status: 201, headers: ["location": "http://gateway.test/v1/uploads/\(id)"])
    }

    private static func upload(
        _ method: String, _ id: UploadID?, _ request: GatewayRequest, _ bytes: [UInt8], _ state: inout State
    ) -> GatewayResponse {
        guard let id, var upload = state.uploads[id] else { return problem(404, "not-found") }
        switch method {
        case "HEAD": break
        case "DELETE":
            state.uploads[id] = nil
            return GatewayResponse(status: 204)
        default:
            guard request.headers["upload-offset"] == String(upload.bytes.count) else {
                return problem(409, "mismatching-upload-offset")
            }
            upload.bytes += bytes
            guard upload.bytes.count <= upload.length else { return problem(413, "upload-length-exceeded") }
            if upload.bytes.count == upload.length {
                let page = Page(id: .random(), bytes: upload.bytes)
                upload.page = page.id
                if let index = state.documents.firstIndex(where: { $0.id == upload.document }) {
                    state.documents[index].pages.append(page)
                }
            }
            state.uploads[id] = upload
        }
        var headers = ["upload-offset": String(upload.bytes.count), "upload-length": String(upload.length)]
        if let page = upload.page {
            headers["content-location"] = "http://gateway.test/v1/submissions/s/documents/d/pages/\(page)"
        }
        return GatewayResponse(status: method == "HEAD" ? 200 : 204, headers: headers)
    }

    // MARK: - Views

    private static func view(_ state: State, _ status: Int = 200) -> GatewayResponse {
        let view = SubmissionView(
            id: state.submissions.last ?? .random(), journey: "sample", state: state.submission, version: state.version,
            subject: nil, reference: nil, locale: nil, metadata: nil, returnUrl: nil,
            createdAt: Timestamp(millisecondsSinceEpoch: 0), updatedAt: Timestamp(millisecondsSinceEpoch: 0), submittedAt: nil,
            expiresAt: nil, isValid: true, missing: [], progress: nil, reasons: [],
            documents: state.documents.map(documentView))
        return json(status, String(decoding: encoded(view), as: UTF8.self))
    }

    private static func documentView(_ id: DocumentID, _ state: State) -> GatewayResponse {
        guard let document = state.documents.first(where: { $0.id == id }) else { return problem(404, "not-found") }
        return Self.json(200, String(decoding: encoded(documentView(document)), as: UTF8.self))
    }

    private static func documentView(_ document: (id: DocumentID, new: NewDocument, pages: [Page])) -> DocumentView {
        DocumentView(
            id: document.id, type: document.new.type, issueDate: document.new.issueDate, source: document.new.source,
            state: .open,
            verdict: nil, reasons: [], pages: document.pages.map(pageView), pdf: nil)
    }

    private static func pageView(_ page: Page) -> PageView {
        PageView(
            id: page.id, mediaType: .png, size: page.bytes.count, digest: nil, rotation: page.rotation, state: .received,
            preview: nil, images: [])
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] { (try? CanonicalJSON.encode(value)) ?? [] }

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
