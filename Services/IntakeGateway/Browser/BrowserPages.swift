import HTTPServer
import Shared

/// Makes whole pages from the frame's file and the content.
struct BrowserPages: Sendable {
    let words: BrowserWords
    /// Origins of pages that may frame this one, for any submission.
    private let frames: [String]
    /// The hosts of each tenant's own pages, which may frame it, too.
    private let hosts: ReturnHosts
    let looks: TenantLooks
    private let frame = PageFrame("page.html")
    private let headers: HTTPHeaders

    init(words: BrowserWords, frames: [String] = [], hosts: ReturnHosts = ReturnHosts(), looks: TenantLooks = TenantLooks()) {
        self.words = words
        self.looks = looks
        self.frames = frames
        self.hosts = hosts
        headers = HTTPResponse.privateHeaders.merging([
            "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex, nofollow",
            "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
            "Vary": "Accept, Accept-Language",
        ])
    }

    /// Scripts and styles are files of ours. Nothing is loaded from or sent to other hosts.
    private static func contentSecurityPolicy(frames: [String]) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; \
        base-uri 'none'; frame-ancestors \(frames.isEmpty ? "'none'" : frames.joined(separator: " "))
        """
    }

    private func frames(of tenant: TenantID) -> [String] {
        frames + hosts.origins(of: tenant).filter { !frames.contains($0) }
    }

    /// The page that a person fills in. Scripts, if they run, replace its content.
    func whole(_ view: BrowserView, status: Int, notice: String? = nil, first: BrowserStart.First? = nil) -> HTTPResponse {
        let markup = BrowserMarkup(view: view)
        let told = notice.map { "<p class=\"notice bad\" role=\"alert\">\(HTML.escaped($0))</p>" } ?? ""
        return page(
            told + markup.whole, view, status: status,
            start: BrowserStart(view, isReadOnly: false, frames: frames(of: view.submission.tenant), first: first))
    }

    func status(_ view: BrowserView, first: BrowserStart.First?) -> HTTPResponse {
        page(
            BrowserMarkup(view: view).status, view, status: 200,
            start: BrowserStart(view, isReadOnly: true, frames: frames(of: view.submission.tenant), first: first))
    }

    /// The question before something is destroyed.
    func question(_ form: BrowserForm, _ view: BrowserView, token: ProblemValue?) -> HTTPResponse {
        guard case .string(let token)? = token else { return problem(Problem.internalError, in: view.say) }
        return page(BrowserMarkup(view: view).question(form, token: token), view, status: 428, start: nil)
    }

    func problem(_ problem: Problem, in say: BrowserVoice) -> HTTPResponse {
        let (title, text) =
            switch problem.type {
            case ProblemType.linkEnded.rawValue: (say("link.ended"), say("link.endedText"))
            case ProblemType.unauthenticated.rawValue, ProblemType.notFound.rawValue:
                (say("link.unknown"), say("link.unknownText"))
            default: (say("link.trouble"), say.text(of: problem))
            }
        let content = "<section class=\"card end\"><h1>\(HTML.escaped(title))</h1><p>\(HTML.escaped(text))</p></section>"
        var answer = page(content, say, status: problem.status, start: nil)
        answer.headers = problem.headers.merging(answer.headers)
        return answer
    }

    private func page(_ content: String, _ view: BrowserView, status: Int, start: BrowserStart?) -> HTTPResponse {
        page(
            content, view.say, status: status, start: start, look: looks[view.submission.tenant],
            isTest: view.submission.tenant.isSandbox, frames: frames(of: view.submission.tenant))
    }

    private func page(
        _ content: String, _ say: BrowserVoice, status: Int, start: BrowserStart?, look: TenantLook = TenantLook(),
        isTest: Bool = false, frames: [String]? = nil
    ) -> HTTPResponse {
        // Data, not a script; no text in it can end the element that it stands in.
        let data = start.map { HTML.island(String(decoding: JSON.bytes(of: $0), as: UTF8.self)) }
        let script =
            data.map {
                "<script type=\"application/json\" id=\"start\">\($0)</script>"
                    + "<script type=\"module\" src=\"\(BrowserFiles.folder)/app.js\"></script>"
            } ?? ""
        let languages = BrowserWords.languages.map { tag in
            "<a href=\"?lang=\(tag)\" lang=\"\(tag)\"\(tag == say.base ? " aria-current=\"true\"" : "")>"
                + "\(BrowserWords.names[tag] ?? tag)</a>"
        }
        let text = frame.filled { name in
            switch name {
            case "lang": say.base
            case "title": HTML.escaped(say("title"))
            case "skip": HTML.escaped(say("skip"))
            case "language": HTML.escaped(say("language"))
            case "languages": languages.joined()
            // Where scripts run the element stands in place of what is in it.
            case "content": start == nil ? content : "<docket-intake full-page theme=\"auto\">\(content)</docket-intake>"
            case "start": script
            case "assets": BrowserFiles.folder
            case "brand": HTML.escaped(look.name ?? say("title"))
            case "test": isTest ? " <span class=\"chip\">\(HTML.escaped(say("test")))</span>" : ""
            case "logo": look.logo?.path ?? "\(BrowserFiles.folder)/icon.svg"
            case "look": look.style.map { "<link rel=\"stylesheet\" href=\"\($0.path)\">" } ?? ""
            case "footer": footer(of: look, say)
            case "preloads": start == nil ? "" : BrowserFiles.preloads
            default: ""
            }
        }
        return .text(
            text, status: status, contentType: "text/html; charset=utf-8",
            headers: headers.merging([
                "Content-Language": say.language.tag,
                "Content-Security-Policy": Self.contentSecurityPolicy(frames: frames ?? self.frames),
            ]))
    }

    private func footer(of look: TenantLook, _ say: BrowserVoice) -> String {
        let help = look.help.map {
            "<a href=\"\(HTML.escaped($0))\" rel=\"noreferrer noopener\" target=\"_blank\">\(HTML.escaped(say("help")))</a>"
        }
        let parts = [help, look.footer.map { "<span>\(HTML.escaped($0))</span>" }].compactMap { $0 }
        return parts.isEmpty ? "" : "<footer class=\"foot\">\(parts.joined(separator: " "))</footer>"
    }
}
