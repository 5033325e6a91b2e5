import HTTPServer
import Shared

/// tus 1.0.0 (tus.io/protocols/resumable-upload): what it is called by, and what of it is spoken.
enum Tus {
    static let version = "1.0.0"
    static let extensions =
        "creation,creation-with-upload,creation-defer-length,checksum,expiration,termination,concatenation"
    static let checksumAlgorithms = "sha1,sha256,sha512"
    static let contentType = "application/offset+octet-stream"

    /// Of `Upload-Metadata`, in bytes.
    static let maximumMetadata = 8 * 1024
    /// Of one final upload.
    static let maximumParts = 256

    /// Whether a request means tus. One with its media type and without its version has forgotten the latter.
    static func isMeant(by request: HTTPRequest) -> Bool {
        request.headers.contains("tus-resumable") || contentTypeIsOurs(request)
    }

    static func contentTypeIsOurs(_ request: HTTPRequest) -> Bool {
        request.headers["content-type"].map { MediaTypeHeader($0).essence } == contentType
    }

    /// Section “Tus-Resumable”: another version is refused before anything else is looked at.
    static func checkVersion(_ request: HTTPRequest) throws(Problem) {
        guard request.headers["tus-resumable"] == version else {
            throw Problem(
                .unsupportedProtocolVersion, detail: "Send “Tus-Resumable: \(version)”: no other version is spoken here.",
                headers: ["Tus-Version": version])
        }
    }
}
