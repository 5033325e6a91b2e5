import CWebPages
import Crypto
import HTTPServer
import Shared

/// The files of the page, of the desk and of the portal, as they stand in the source, and how browsers are given those that they ask for.
///
/// The address of a file contains the digest of all files: its content never changes, and is cached for a year.
struct BrowserFiles: Sendable {
    let bytes: [UInt8]
    /// Nil for a source of pages, which is never served.
    let contentType: String?
    private let packed: PackedFile
    private let etag: ETag

    /// By name, such as `app.js`; some lie in a folder, such as `words/en.json`, `desk/app.js` and `portal/app.js`. What was joined of them is among
    /// them: `intake.js`, `intake-camera.js` and `desk/dom.js`.
    static let all: [String: BrowserFiles] = {
        let sources = Dictionary(
            uniqueKeysWithValues: (0..<docket_page_file_count()).map { index in
                let file = docket_page_file_at(index)
                return (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
            })
        var files = sources.map { ($0.key, BrowserFiles($0.key, $0.value, isGiven: !joined.contains($0.key))) }
        files.append(("intake-camera.js", BrowserFiles("intake-camera.js", camera(sources))))
        var all = Dictionary(uniqueKeysWithValues: files)
        all["intake.js"] = BrowserFiles("intake.js", intake(sources, BrowserWords(all)))
        all["desk/dom.js"] = BrowserFiles("desk/dom.js", JoinedModules.deskParts(of: sources))
        return all
    }()

    /// Served only as a part of another file.
    private static let joined = Set(JoinedModules.intake + JoinedModules.camera).subtracting(["intake.js"])

    /// The element's texts before the gateway has answered, and its looks.
    private struct Given: Encodable {
        let css: String
        let beginnings: [String: [String: String]]
        let cameraRelease: String
    }

    private static func intake(_ sources: [String: [UInt8]], _ words: BrowserWords) -> [UInt8] {
        let keys: Set = ["failed", "link.ended", "link.endedText", "reload", "unsent"]
        let beginnings = Dictionary(
            uniqueKeysWithValues: BrowserWords.languages.map { tag in (tag, words.all(in: tag).filter { keys.contains($0.key) }) }
        )
        let given = Given(
            css: JoinedModules.style(sources["page.css"] ?? []), beginnings: beginnings, cameraRelease: cameraRelease(sources))
        return JoinedModules.text(
            JoinedModules.intake, of: sources,
            before: "const { css, beginnings, cameraRelease } = \(String(decoding: JSON.bytes(of: given), as: UTF8.self))\n",
            exporting: ["DocketIntake"])
    }

    private static func camera(_ sources: [String: [UInt8]]) -> [UInt8] {
        JoinedModules.text(
            JoinedModules.camera, of: sources, before: "const cameraRelease = \"\(cameraRelease(sources))\"\n",
            exporting: [
                "capture", "watching", "cropper", "straightened", "consider", "concernOf", "greyOf", "sheetIn", "edgeSide",
                "cameraRelease",
            ])
    }

    /// Identifies the element's own camera: caches may have stored one longer than the other.
    private static func cameraRelease(_ sources: [String: [UInt8]]) -> String {
        String(ContentDigest(of: JoinedModules.text(JoinedModules.camera, of: sources, exporting: [])).hex.prefix(16))
    }

    /// The address of the files for browsers.
    static let folder: String = {
        var digest = Digest(.sha256)
        for (name, file) in all.sorted(by: { $0.key < $1.key }) where file.contentType != nil {
            digest.update(Array(name.utf8) + [0])
            digest.update(file.bytes)
        }
        return "/assets/\(ContentDigest(bytes: digest.finalize())?.hex.prefix(16) ?? "0")"
    }()

    /// The page's own script imports the element's.
    static let preloads = preloading { ["app.js", "intake.js"].contains($0) }
    /// The session is requested while scripts load, and so is the desk's first view. A browser makes six requests at
    /// once: all files and styles take two rounds on a slow line; one more file would take three.
    static let deskPreloads =
        "<link rel=\"preload\" href=\"/desk/session\" as=\"fetch\" crossorigin>" + preloading(firstOfDesk.contains)
    private static let firstOfDesk = Set(["api", "app", "claims", "dom", "keys", "queue", "times"].map { "desk/\($0).js" })

    /// What the portal's views need: all of them are few.
    static let portalPreloads = preloading { $0.hasPrefix("portal/") || partsOfDesk.contains($0) }
    private static let partsOfDesk = Set(["acts", "api", "dom", "table", "times"].map { "desk/\($0).js" })

    private static func preloading(_ isLoaded: (String) -> Bool) -> String {
        all.keys.filter { $0.hasSuffix(".js") && isLoaded($0) }.sorted().map {
            "<link rel=\"modulepreload\" href=\"\(folder)/\($0)\">"
        }.joined()
    }

    private init(_ name: String, _ bytes: [UInt8], isGiven: Bool = true) {
        self.bytes = bytes
        etag = ETag(String(ContentDigest(of: bytes).hex.prefix(16)))
        contentType =
            switch isGiven ? name.split(at: ".").last : nil {
            case "js": "text/javascript; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            case "ts": "text/plain; charset=utf-8"
            default: nil
            }
        packed = PackedFile(bytes)
    }

    /// `GET /assets/{release}/{file}`: public, the same for everyone. During an update a gateway may be asked for another
    /// release: it then serves its own, which is not cached.
    static func answer(_ request: HTTPRequest, _ parameters: PathParameters, in part: String = "") -> HTTPResponse {
        guard let file = parameters["file"].flatMap({ all[part + $0] }), let contentType = file.contentType,
            let release = parameters["release"], isRelease(release)
        else { return Problem.notFound.response }
        let isOurs = folder.hasSuffix("/\(release)")
        return file.answer(
            request, contentType,
            [
                "Cache-Control": isOurs ? "public, max-age=31536000, immutable" : "no-store",
                "Cross-Origin-Resource-Policy": "same-origin",
            ])
    }

    /// Files with a permanent address, for foreign pages: the element, its camera and its types.
    static let embedded: Set = ["intake.js", "intake-camera.js", "intake.d.ts"]

    /// `GET /embed/{file}`: for any page. It has no data of anyone; access is checked by the API.
    static func embed(_ request: HTTPRequest, _ parameters: PathParameters) -> HTTPResponse {
        guard let name = parameters["file"], embedded.contains(name), let file = all[name], let contentType = file.contentType
        else { return Problem.notFound.response }
        return file.answer(
            request, contentType,
            [
                "Cache-Control": "public, max-age=300",
                "Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*",
            ])
    }

    private func answer(_ request: HTTPRequest, _ contentType: String, _ headers: HTTPHeaders) -> HTTPResponse {
        var headers = headers
        headers["Vary"] = "Accept-Encoding"
        guard request.acceptsGzip, let packed = packed.bytes else {
            return .content(of: bytes, contentType: contentType, etag: etag, for: request, headers: headers)
        }
        headers["Content-Encoding"] = "gzip"
        return .content(of: packed, contentType: contentType, etag: ETag(etag.opaque + "-gzip"), for: request, headers: headers)
    }

    private static func isRelease(_ text: String) -> Bool {
        text.utf8.count == 16
            && text.utf8.allSatisfy { ("0"..."9").contains(UnicodeScalar($0)) || ("a"..."f").contains(UnicodeScalar($0)) }
    }
}

extension HTTPRequest {
    /// Whether gzip may be used. Any weight below 1 counts as a refusal, which is always safe.
    var acceptsGzip: Bool { headers.list("accept-encoding").contains { $0.lowercased() == "gzip" } }
}
