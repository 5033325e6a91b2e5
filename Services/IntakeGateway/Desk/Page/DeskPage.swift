import FoundationEssentials
import Gzip
import HTTPServer
import Shared

/// The page of the desk. It is the same for every user and at each of its addresses: it holds no data of a tenant. Its
/// scripts request that with the user's session.
struct DeskPage: Sendable {
    /// The data that its scripts start with.
    private struct Start: Encodable {
        let language: String
        let words: [String: String]
        let logo: String
    }

    /// The page, plain and compressed. Its length reveals nothing, for it holds no personal data.
    private struct Page {
        let plain: HTTPResponse
        let packed: HTTPResponse
    }

    private let byLanguage: [String: Page]

    init() {
        let frame = PageFrame("desk/desk.html")
        byLanguage = Dictionary(
            uniqueKeysWithValues: BrowserWords.languages.map { tag in (tag, Self.answer(tag, Self.words(in: tag), frame)) })
    }

    /// The desk's own words, and the titles of rules. If a file cannot be read, its language has no words; a test checks
    /// that all languages have the same keys.
    static func words(in tag: String) -> [String: String] {
        let bytes = BrowserFiles.all["desk/words/\(tag).json"]?.bytes ?? []
        let own = (try? JSONDecoder().decode([String: String].self, from: Data(bytes))) ?? [:]
        let rules = Language(tag: tag)?.ruleNames ?? [:]
        return rules.reduce(into: own) { $0["rule.\($1.key)"] = $1.value }
    }

    private static func answer(_ tag: String, _ words: [String: String], _ frame: PageFrame) -> Page {
        let start = Start(language: tag, words: words, logo: "\(BrowserFiles.folder)/icon.svg")
        let text = frame.filled { name in
            switch name {
            case "lang": tag
            case "title", "skip", "noscript": HTML.escaped(words[String(name)] ?? "")
            case "assets": BrowserFiles.folder
            case "preloads": BrowserFiles.deskPreloads
            // Data, not a script; no text in it can end the element that it stands in.
            case "start": HTML.island(String(decoding: JSON.bytes(of: start), as: UTF8.self))
            default: ""
            }
        }
        let plain = HTTPResponse.text(
            text, contentType: "text/html; charset=utf-8",
            headers: HTTPResponse.privateHeaders.merging([
                "Content-Security-Policy": """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                form-action 'self'; base-uri 'none'; frame-ancestors 'none'
                """,
                "Content-Language": tag, "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow",
                "Vary": "Accept-Language, Accept-Encoding",
            ]))
        guard let bytes = Gzip.compressed(Array(text.utf8)) else { return Page(plain: plain, packed: plain) }
        var packed = plain
        packed.body = .bytes(bytes)
        packed.headers["Content-Encoding"] = "gzip"
        return Page(plain: plain, packed: packed)
    }

    /// The page in the language of the address, else in the browser's.
    func show(_ request: HTTPRequest) -> HTTPResponse {
        let asked = request.query["lang"].flatMap { byLanguage[$0] == nil ? nil : $0 }
        let language = Language.choose(acceptLanguage: asked ?? request.headers["accept-language"], locale: nil)
        let tag = language.tag.split(at: "-").first.map(String.init) ?? "en"
        guard let page = byLanguage[tag] ?? byLanguage["en"] else { return Problem.notFound.response }
        return request.acceptsGzip ? page.packed : page.plain
    }
}
