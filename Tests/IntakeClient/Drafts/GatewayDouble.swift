import Crypto
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
        var crop: PageCrop?

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
    var expiryDates: [CalendarDate?] { state.withLock { $0.documents.map(\.new.expiryDate) } }
    var periods: [DatePeriod?] { state.withLock { $0.documents.map(\.new.period) } }
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
}
