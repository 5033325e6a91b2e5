import HTTPServer
import Shared

/// Distinguishes requests of the desk's own pages from those of other sites' pages: a browser sends the cookie with both.
///
/// A page of another origin cannot set a header of its own without a preflight, and cannot claim the desk's origin.
struct PageRequest: Sendable, Hashable {
    /// What the desk's pages send with whatever changes something.
    static let mark = "Docket-Desk"

    /// The header that the page sends.
    var header = Self.mark
    var method: HTTPMethod
    var mark: String?
    var origin: String?
    var fetchSite: String?
    /// Scheme and host of the gateway, in lower case.
    var own: Set<String>

    /// - Throws: ``Problem`` `forbidden`.
    func check() throws(Problem) {
        if [.get, .head, .options].contains(method) {
            // What a person has typed or opened in another tab comes from no site.
            guard comesFromUs(orNobody: true) else { throw Self.foreign }
        } else {
            guard mark == "1" else {
                throw Problem(
                    .forbidden,
                    detail:
                        "What changes something by a session's cookie has to carry “\(header): 1”, which only our own pages can send."
                )
            }
            guard comesFromUs(orNobody: false) else { throw Self.foreign }
        }
    }

    /// For a request without a cookie that sets one: another site must not sign its own user in here.
    func checkOrigin() throws(Problem) {
        guard comesFromUs(orNobody: true) else { throw Self.foreign }
    }

    private func comesFromUs(orNobody nobody: Bool) -> Bool {
        if let site = fetchSite?.lowercased() { return site == "same-origin" || (nobody && site == "none") }
        guard let origin else { return nobody }
        return own.contains(origin.lowercased())
    }

    private static var foreign: Problem {
        Problem(
            .forbidden,
            detail:
                "This request says that a page of another origin made it, or not whose page did. Only our own pages may use a session."
        )
    }
}

extension PageRequest {
    init(_ request: HTTPRequest, links: Links, mark header: String = Self.mark) {
        let headers = request.headers
        self.init(
            header: header, method: request.method, mark: headers[header], origin: headers["origin"],
            fetchSite: headers["sec-fetch-site"],
            own: Self.own(request, links))
    }

    /// TLS may have ended before the gateway, so both schemes are accepted unless the scheme is known.
    private static func own(_ request: HTTPRequest, _ links: Links) -> Set<String> {
        let base = links.base.isEmpty ? request.forwardedSite ?? "" : links.base
        if let origin = origin(of: base) { return [origin] }
        guard let host = request.host?.lowercased() else { return [] }
        return ["http://\(host)", "https://\(host)"]
    }

    /// Scheme and host of a URL.
    static func origin(of url: String) -> String? {
        let parts = url.split(at: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty, !parts[2].isEmpty else { return nil }
        return "\(parts[0])//\(parts[2])".lowercased()
    }
}
