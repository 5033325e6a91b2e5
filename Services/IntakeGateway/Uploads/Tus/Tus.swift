import HTTPServer

/// The names and the supported parts of tus 1.0.0 (tus.io/protocols/resumable-upload).
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

    /// Whether a request uses tus. One with tus's media type and no version has omitted the version.
    static func isMeant(by request: HTTPRequest) -> Bool {
        request.headers.contains("tus-resumable") || contentTypeIsOurs(request)
    }

    static func contentTypeIsOurs(_ request: HTTPRequest) -> Bool {
        request.headers["content-type"].map { MediaTypeHeader($0).essence } == contentType
    }

    /// Section “Tus-Resumable”: refuses another version before anything else.
    static func checkVersion(_ request: HTTPRequest) throws(Problem) {
        guard request.headers["tus-resumable"] == version else {
            throw Problem(
                .unsupportedProtocolVersion, detail: "Send “Tus-Resumable: \(version)”: no other version is spoken here.",
                headers: ["Tus-Version": version])
        }
    }
}
