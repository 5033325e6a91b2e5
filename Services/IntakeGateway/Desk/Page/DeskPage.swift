import FoundationEssentials
import Gzip
import HTTPServer
import Shared

/// The page of the desk, or of the portal. It is the same for everybody and at each of its addresses: nothing of a tenant is in it, and its scripts ask
/// for the rest in the name of whoever is signed in.
struct DeskPage: Sendable {
    /// Which of them.
    enum Place: String, Sendable {
        case desk, portal

        /// The header by which its requests are known.
        var mark: String {
            switch self {
            case .desk: PageRequest.mark
            case .portal: PortalAccess.mark
            }
        }

        var preloads: String {
            switch self {
            case .desk: BrowserFiles.deskPreloads
            case .portal: BrowserFiles.portalPreloads
            }
        }
    }

    /// What its scripts begin with.
    private struct Start: Encodable {
        let language: String
        let words: [String: String]
        let logo: String
        let mark: String
    }

    /// The page, plain and compressed. Its length reveals nothing, for it holds no personal data.
    private struct Page {
        let plain: HTTPResponse
        let packed: HTTPResponse
    }

    private let byLanguage: [String: Page]

    init(_ place: Place = .desk) {
        let frame = PageFrame("\(place.rawValue)/\(place.rawValue).html")
        byLanguage = Dictionary(
            uniqueKeysWithValues: BrowserWords.languages.map { tag in
                (tag, Self.answer(tag, Self.words(in: tag, of: place), frame, place))
            })
    }

    /// Its own, and at the desk how rules are called. A file that cannot be read leaves its language without words; a test holds that all
    /// have the same.
    static func words(in tag: String, of place: Place = .desk) -> [String: String] {
        let bytes = BrowserFiles.all["\(place.rawValue)/words/\(tag).json"]?.bytes ?? []
        let own = (try? JSONDecoder().decode([String: String].self, from: Data(bytes))) ?? [:]
        guard place == .desk else { return own }
        let rules = Language(tag: tag)?.ruleNames ?? [:]
        return rules.reduce(into: own) { $0["rule.\($1.key)"] = $1.value }
    }

    private static func answer(_ tag: String, _ words: [String: String], _ frame: PageFrame, _ place: Place) -> Page {
        let start = Start(language: tag, words: words, logo: "\(BrowserFiles.folder)/icon.svg", mark: place.mark)
        let text = frame.filled { name in
            switch name {
            case "lang": tag
            case "title", "skip", "noscript": HTML.escaped(words[String(name)] ?? "")
            case "assets": BrowserFiles.folder
            case "preloads": place.preloads
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
