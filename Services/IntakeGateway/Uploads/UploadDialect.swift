import Domain
import HTTPServer
import Shared

/// A protocol of uploads. It parses requests and makes answers; the behaviour is the same for all.
protocol UploadDialect: Sendable {
    /// `document` is the target of the request; nil if the request must name it.
    func creation(_ request: HTTPRequest, document: DocumentID?) throws(Problem) -> UploadCreation
    func append(_ request: HTTPRequest) throws(Problem) -> UploadAppend
    /// Checks the requirements of all requests, for those that are neither a creation nor an append.
    func check(_ request: HTTPRequest) throws(Problem)

    func created(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse
    func appended(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse
    /// The answer to HEAD.
    func state(of upload: Upload, _ metadata: String?, _ address: UploadAddress) -> HTTPResponse
    func cancelled() -> HTTPResponse
    /// A problem with the dialect's headers.
    func refused(_ problem: Problem) -> Problem

    /// The interim answers during the body.
    func announcements(_ interim: InterimResponses) -> UploadAnnouncements
}

/// Interim answers to a client. A lost client gets none; its body fails soon enough.
struct UploadAnnouncements: Sendable {
    /// The upload exists at this address. Nil if only the final answer has the address.
    let created: (@Sendable (Upload, UploadAddress) async -> Void)?
    /// The number of durable bytes. Nil if the client does not listen.
    let offset: (@Sendable (Int) async -> Void)?

    static let none = UploadAnnouncements(created: nil, offset: nil)
}

/// The address of an upload, and of its page.
struct UploadAddress: Hashable, Sendable {
    let upload: String
    /// Nil before there is one.
    let page: String?
    /// The page as JSON, for dialects that answer with it.
    var body: [UInt8] = []
}

/// The limits of uploads in this installation.
struct UploadLimits: Hashable, Sendable {
    /// Of a file, in bytes.
    let maximumBytes: Int
    /// The time for an upload.
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
