import Domain
import FoundationEssentials
import HTTPServer
import Shared

/// An upload as its tenant sees it.
struct UploadResource: Encodable, Sendable {
    let id: UploadID
    let submission: SubmissionID
    let document: DocumentID
    let state: String
    /// Bytes that have arrived and are durable.
    let offset: Int
    /// Bytes of the whole file; nil while they are not known.
    let length: Int?
    let digest: ContentDigest?
    let createdAt: Timestamp
    /// When it is given up; nil when it has ended.
    let expiresAt: Timestamp?
    /// Why its content was refused.
    let reason: Refusal?
    let links: UploadLinks

    struct Refusal: Encodable, Sendable {
        let type: String
        let title: String
        let detail: String?
    }

    struct UploadLinks: Encodable, Sendable {
        let `self`: String
        let document: String
        /// Nil while there is none.
        let page: String?
    }

    init(_ upload: Upload, _ address: UploadAddress, links: Links) {
        id = upload.id
        submission = upload.submission
        document = upload.document
        state = upload.state.rawValue
        offset = upload.offset
        length = upload.length
        digest = upload.digest
        createdAt = upload.createdAt
        expiresAt = upload.state == .open ? upload.expiresAt : nil
        reason = upload.problem.flatMap(KeptProblem.init).map {
            Refusal(type: $0.problem.typeURI, title: $0.problem.title, detail: $0.problem.detail)
        }
        self.links = UploadLinks(
            self: address.upload, document: links.document(upload.submission, upload.document), page: address.page)
    }
}
