import Domain
import HTTPServer
import Shared

/// A way in which clients speak of uploads. It understands requests and words answers; what happens is the same for all.
protocol UploadDialect: Sendable {
    /// `document` is the one whose resource the request was sent to; nil where the request has to name it.
    func creation(_ request: HTTPRequest, document: DocumentID?) throws(Problem) -> UploadCreation
    func append(_ request: HTTPRequest) throws(Problem) -> UploadAppend
    /// What every request must have right, for those that are neither.
    func check(_ request: HTTPRequest) throws(Problem)

    func created(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse
    func appended(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse
    /// The answer to HEAD.
    func state(of upload: Upload, _ address: UploadAddress) -> HTTPResponse
    func cancelled() -> HTTPResponse
    /// A problem with the headers that the dialect wants of it.
    func refused(_ problem: Problem) -> Problem

    /// What is told while the body comes.
    func announcements(_ interim: InterimResponses) -> UploadAnnouncements
}

/// What a client is told between the answers. A client that is gone is not told; its body says so soon enough.
struct UploadAnnouncements: Sendable {
    /// The upload exists, and is found there.
    /// Nil where the client learns it from the final answer alone.
    let created: (@Sendable (Upload, UploadAddress) async -> Void)?
    /// So many bytes are durable. Nil where nobody listens.
    let offset: (@Sendable (Int) async -> Void)?

    static let none = UploadAnnouncements(created: nil, offset: nil)

    init(
        created: (@Sendable (Upload, UploadAddress) async -> Void)?, offset: (@Sendable (Int) async -> Void)?
    ) {
        self.created = created
        self.offset = offset
    }
}

/// Where an upload is, and the page that it became.
struct UploadAddress: Hashable, Sendable {
    let upload: String
    /// Nil while there is none.
    let page: String?
    /// The page as JSON, for dialects that answer with it.
    var body: [UInt8] = []
}

/// What this installation takes.
struct UploadLimits: Hashable, Sendable {
    /// Bytes of a file.
    let maximumBytes: Int
    /// How long an upload may take.
    let expiry: Duration
    let now: Timestamp
}

extension UploadService.Outcome {
    var upload: Upload {
        switch self {
        case .open(let upload), .part(let upload), .page(let upload, _, _): upload
        }
    }
}
