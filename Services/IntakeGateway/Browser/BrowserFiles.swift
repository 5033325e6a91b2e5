import CWebPages
import Crypto
import Gzip
import HTTPServer
import Shared

/// The files of the page and of the desk, as they stand in the source, and how browsers are given those that they ask for.
///
/// What browsers load lies under the digest of all of it: what has an address never changes, and is kept for a year.
struct BrowserFiles: Sendable {
    let bytes: [UInt8]
    /// Nil for what pages are made from, which is given to nobody.
    let contentType: String?
    private let packed: [UInt8]?
    private let etag: ETag

    /// By name, such as `app.js`; some lie in a folder, such as `words/en.json` and `desk/app.js`.
    static let all: [String: BrowserFiles] = Dictionary(
        uniqueKeysWithValues: (0..<docket_page_file_count()).map { index in
            let file = docket_page_file_at(index)
            let name = String(cString: file.name)
            return (name, BrowserFiles(name, Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
        })

    /// Where browsers find them.
    static let folder: String = {
        var digest = Digest(.sha256)
        for (name, file) in all.sorted(by: { $0.key < $1.key }) where file.contentType != nil {
            digest.update(Array(name.utf8) + [0])
            digest.update(file.bytes)
        }
        return "/assets/\(ContentDigest(bytes: digest.finalize())?.hex.prefix(16) ?? "0")"
    }()

    /// What is loaded when it is used: the camera in the page, and the frame around a photo's part.
    private static let laterModules: Set = ["capture.js", "cropping.js", "edges.js", "straightening.js"]

    /// All others at once: each names others, and a browser would learn of one after the other.
    static let preloads = preloading { !$0.hasPrefix("desk/") && !laterModules.contains($0) }
    /// Who is signed in, asked for while scripts are loaded, and what the desk's first view needs. A browser asks for six things at
    /// once: all of it and the styles are two rounds over a slow line, with one more it would be three.
    static let deskPreloads =
        "<link rel=\"preload\" href=\"/desk/session\" as=\"fetch\" crossorigin>" + preloading(firstOfDesk.contains)
    private static let firstOfDesk: Set = [
        "dom.js", "trouble.js", "desk/api.js", "desk/app.js", "desk/claims.js", "desk/keys.js", "desk/queue.js", "desk/times.js",
    ]

    private static func preloading(_ isLoaded: (String) -> Bool) -> String {
        all.keys.filter { $0.hasSuffix(".js") && isLoaded($0) }.sorted().map {
            "<link rel=\"modulepreload\" href=\"\(folder)/\($0)\">"
        }.joined()
    }

    private init(_ name: String, _ bytes: [UInt8]) {
        self.bytes = bytes
        etag = ETag(String(ContentDigest(of: bytes).hex.prefix(16)))
        contentType =
            switch name.split(at: ".").last {
            case "js": "text/javascript; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            default: nil
            }
        packed = contentType == nil ? nil : Gzip.compressed(bytes)
    }

    /// `GET /assets/{release}/{file}`: in public, the same for everybody. While gateways are replaced one may be asked for another
    /// one's: then it gives its own, which is not kept.
    static func answer(_ request: HTTPRequest, _ parameters: PathParameters, in part: String = "") -> HTTPResponse {
        guard let file = parameters["file"].flatMap({ all[part + $0] }), let contentType = file.contentType,
            let release = parameters["release"], isRelease(release)
        else { return Problem.notFound.response }
        let isOurs = folder.hasSuffix("/\(release)")
        var headers: HTTPHeaders = [
            "Cache-Control": isOurs ? "public, max-age=31536000, immutable" : "no-store",
            "Cross-Origin-Resource-Policy": "same-origin", "Vary": "Accept-Encoding",
        ]
        guard request.acceptsGzip, let packed = file.packed else {
            return .content(of: file.bytes, contentType: contentType, etag: file.etag, for: request, headers: headers)
        }
        headers["Content-Encoding"] = "gzip"
        return .content(
            of: packed, contentType: contentType, etag: ETag(file.etag.opaque + "-gzip"), for: request, headers: headers)
    }

    private static func isRelease(_ text: String) -> Bool {
        text.utf8.count == 16
            && text.utf8.allSatisfy { ("0"..."9").contains(UnicodeScalar($0)) || ("a"..."f").contains(UnicodeScalar($0)) }
    }
}

extension HTTPRequest {
    /// Whether what is packed may be given. A weight other than the whole one counts as a no, which is always safe.
    var acceptsGzip: Bool { headers.list("accept-encoding").contains { $0.lowercased() == "gzip" } }
}
