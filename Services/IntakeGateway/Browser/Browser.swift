import HTTPServer
import Shared

/// What is known of a browser by its request.
enum Browser {
    /// Whether it wants to be shown a page: who asks for JSON, or for anything, is a program.
    static func wantsPage(_ request: HTTPRequest) -> Bool {
        request.headers.list("accept").contains { part in
            let fields = part.split(at: ";").map { field in
                String(decoding: field.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
            }
            return fields.first == "text/html" && !fields.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
        }
    }

    /// Whether a form was sent by a page of ours. The link is a secret, so that no other page can know where to send one; this
    /// stands behind that.
    ///
    /// A page under `no-referrer` sends `Origin: null`, so that what counts is Sec-Fetch-Site (W3C Fetch Metadata), which every
    /// browser sends that is up to date. Programs send neither.
    static func isSentFromHere(_ request: HTTPRequest) -> Bool {
        if let site = request.headers["sec-fetch-site"] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers["origin"], origin != "null" else { return true }
        guard let host = request.host else { return false }
        return origin.hasSameBytes(as: "https://\(host)") || origin.hasSameBytes(as: "http://\(host)")
    }
}
