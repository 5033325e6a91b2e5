import HTTPServer
import Shared

/// Makes whole pages: the frame from its file, and what stands in it.
struct BrowserPages: Sendable {
    let words: BrowserWords
    private let frame: String
    private let headers: HTTPHeaders

    /// `frames` are the origins of the pages that may show this one within them.
    init(words: BrowserWords, frames: [String] = []) {
        self.words = words
        headers = HTTPResponse.privateHeaders.merging([
            "Content-Security-Policy": Self.contentSecurityPolicy(frames: frames),
            "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex, nofollow",
            "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
            "Vary": "Accept, Accept-Language",
        ])
        frame = String(decoding: BrowserFiles.all["page.html"]?.bytes ?? [], as: UTF8.self)
    }

    /// Scripts and styles are files of ours; nothing is loaded from or sent to anybody else.
    private static func contentSecurityPolicy(frames: [String]) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; \
        base-uri 'none'; frame-ancestors \(frames.isEmpty ? "'none'" : frames.joined(separator: " "))
        """
    }

    /// The page that a person fills in. Where scripts run they take over what stands in it.
    func whole(_ view: BrowserView, status: Int, notice: String? = nil, first: BrowserStart.First? = nil) -> HTTPResponse {
        let markup = BrowserMarkup(view: view)
        let told = notice.map { "<p class=\"notice bad\" role=\"alert\">\(HTML.escaped($0))</p>" } ?? ""
        return page(told + markup.whole, view.say, status: status, start: BrowserStart(view, isReadOnly: false, first: first))
    }

    func status(_ view: BrowserView, first: BrowserStart.First?) -> HTTPResponse {
        page(BrowserMarkup(view: view).status, view.say, status: 200, start: BrowserStart(view, isReadOnly: true, first: first))
    }

    /// Asks before something is destroyed.
    func question(_ form: BrowserForm, _ view: BrowserView, token: ProblemValue?) -> HTTPResponse {
        guard case .string(let token)? = token else { return problem(Problem.internalError, in: view.say) }
        return page(BrowserMarkup(view: view).question(form, token: token), view.say, status: 428, start: nil)
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

    private func page(_ content: String, _ say: BrowserVoice, status: Int, start: BrowserStart?) -> HTTPResponse {
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
        var text = ""
        // In one pass: nothing that was put in is looked at again.
        for part in frame.utf8.split(separator: "{{".utf8, omittingEmptySubsequences: false).map({ Substring($0) }) {
            guard let end = part.firstRange(of: "}}") else {
                text += part
                continue
            }
            switch part[..<end.lowerBound] {
            case "lang": text += say.base
            case "title": text += HTML.escaped(say("title"))
            case "skip": text += HTML.escaped(say("skip"))
            case "language": text += HTML.escaped(say("language"))
            case "languages": text += languages.joined()
            case "content": text += content
            case "start": text += script
            case "assets": text += BrowserFiles.folder
            case "preloads": text += start == nil ? "" : BrowserFiles.preloads
            default: break
            }
            text += part[end.upperBound...]
        }
        return .text(
            text, status: status, contentType: "text/html; charset=utf-8",
            headers: headers.merging(["Content-Language": say.language.tag]))
    }
}
