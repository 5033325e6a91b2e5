import CWebPages
import Crypto
import HTTPServer
import Shared

/// The files of the page and of the desk, as they stand in the source, and how browsers are given those that they ask for.
///
/// What browsers load lies under the digest of all of it: what has an address never changes, and is kept for a year.
struct BrowserFiles: Sendable {
    let bytes: [UInt8]
    /// Nil for what pages are made from, which is given to nobody.
    let contentType: String?
    private let packed: PackedFile
    private let etag: ETag

    /// By name, such as `app.js`; some lie in a folder, such as `words/en.json` and `desk/app.js`. What was joined of them is among
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

    /// What browsers have as a part of another file.
    private static let joined = Set(JoinedModules.intake + JoinedModules.camera).subtracting(["intake.js"])

    /// What the element says before the gateway has answered, and how it looks.
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

    /// By it the element knows its own camera: caches may have kept the one longer than the other.
    private static func cameraRelease(_ sources: [String: [UInt8]]) -> String {
        String(ContentDigest(of: JoinedModules.text(JoinedModules.camera, of: sources, exporting: [])).hex.prefix(16))
    }

    /// Where browsers find them.
    static let folder: String = {
        var digest = Digest(.sha256)
        for (name, file) in all.sorted(by: { $0.key < $1.key }) where file.contentType != nil {
            digest.update(Array(name.utf8) + [0])
            digest.update(file.bytes)
        }
        return "/assets/\(ContentDigest(bytes: digest.finalize())?.hex.prefix(16) ?? "0")"
    }()

    /// The page's own script names the element's.
    static let preloads = preloading { ["app.js", "intake.js"].contains($0) }
    /// Who is signed in, asked for while scripts are loaded, and what the desk's first view needs. A browser asks for six things at
    /// once: all of it and the styles are two rounds over a slow line, with one more it would be three.
    static let deskPreloads =
        "<link rel=\"preload\" href=\"/desk/session\" as=\"fetch\" crossorigin>" + preloading(firstOfDesk.contains)
    private static let firstOfDesk = Set(["api", "app", "claims", "dom", "keys", "queue", "times"].map { "desk/\($0).js" })

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

    /// `GET /assets/{release}/{file}`: in public, the same for everybody. While gateways are replaced one may be asked for another
    /// one's: then it gives its own, which is not kept.
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

    /// What is at an address that stays, for pages of others: the element, its camera and its types.
    static let embedded: Set = ["intake.js", "intake-camera.js", "intake.d.ts"]

    /// `GET /embed/{file}`: for every page. There is nothing of anybody in it; who may call is asked when it calls.
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
    /// Whether what is packed may be given. A weight other than the whole one counts as a no, which is always safe.
    var acceptsGzip: Bool { headers.list("accept-encoding").contains { $0.lowercased() == "gzip" } }
}
