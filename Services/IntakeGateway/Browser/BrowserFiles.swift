import CIntakePage
import Crypto
import HTTPServer
import Shared

/// The files of the page, as they stand in the source, and how browsers are given those that they ask for.
struct BrowserFiles: Sendable {
    let bytes: [UInt8]
    let contentType: String?
    let etag: ETag

    /// By name, such as `app.js`; some lie in a folder, such as `words/en.json`.
    static let all: [String: BrowserFiles] = Dictionary(
        uniqueKeysWithValues: (0..<docket_page_file_count()).map { index in
            let file = docket_page_file_at(index)
            let name = String(cString: file.name)
            return (name, BrowserFiles(name, Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
        })

    private init(_ name: String, _ bytes: [UInt8]) {
        self.bytes = bytes
        etag = ETag(String(ContentDigest(of: bytes).hex.prefix(16)))
        contentType =
            switch name.split(at: ".").last {
            case "js": "text/javascript; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            // What pages are made from is given to nobody.
            default: nil
            }
    }

    /// `GET /assets/{file}`: in public, the same for everybody. A copy is kept and asked about, so that all of one page are of one
    /// release.
    static func answer(_ request: HTTPRequest, _ parameters: PathParameters) -> HTTPResponse {
        guard let file = parameters["file"].flatMap({ all[$0] }), let contentType = file.contentType else {
            return Problem.notFound.response
        }
        return .content(
            of: file.bytes, contentType: contentType, etag: file.etag, for: request,
            headers: ["Cache-Control": "public, no-cache", "Cross-Origin-Resource-Policy": "same-origin"])
    }
}
