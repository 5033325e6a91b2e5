import BlobStore
import Crypto
import HTTPServer
import Shared

/// Answers with a stored file: with ranges and conditions, and so that a browser can only show it.
enum BlobAnswer {
    /// A person's file is never trusted: no script runs, no plugin opens it, no type is guessed.
    private static let untrusted: HTTPHeaders = [
        "Content-Security-Policy": "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
        "Cross-Origin-Resource-Policy": "same-site",
    ]

    enum Origin: Sendable {
        /// Made by Docket from decoded pages: shown inline.
        case made
        /// As a person sent it: offered for saving.
        case person
    }

    /// Answers with a file of the submission.
    ///
    /// `name` is the name for saving. It has ids and an extension, and nothing that a person wrote.
    static func respond(
        to request: HTTPRequest, with blob: BlobFile, digest: ContentDigest, mediaType: MediaType?, name: String, origin: Origin
    ) -> HTTPResponse {
        let disposition =
            switch origin {
            case .made: "inline"
            case .person: "attachment"
            }
        let headers: HTTPHeaders = [
            // The address of a page may show other bytes later, so a copy is kept but asked about.
            "Cache-Control": "private, no-cache",
            "Content-Disposition": "\(disposition); filename=\"\(name)\"",
            "Repr-Digest": "sha-256=:\(Base64.encode(digest.bytes)):",
        ]
        let type = (mediaType ?? .octetStream).essence
        let (length, etag, all) = (Int64(blob.size), ETag(digest.hex), headers.merging(untrusted))
        return switch blob.content {
        case .file(let file): .content(of: file, length: length, contentType: type, etag: etag, for: request, headers: all)
        case .pieces(let read): .content(length: length, contentType: type, etag: etag, for: request, headers: all, read: read)
        }
    }
}
