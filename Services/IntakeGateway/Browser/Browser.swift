import HTTPServer
import Shared

/// Facts about a browser, from its request.
enum Browser {
    /// Whether it wants a page. A client that accepts JSON, or anything, is a program.
    static func wantsPage(_ request: HTTPRequest) -> Bool {
        request.headers.list("accept").contains { part in
            let fields = part.split(at: ";").map { field in
                String(decoding: field.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
            }
            return fields.first == "text/html" && !fields.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
        }
    }

    /// Whether one of our own pages sent a form. This is a second defence: without the secret link no other page knows
    /// the address.
    ///
    /// A page under `no-referrer` sends `Origin: null`, so Sec-Fetch-Site counts (W3C Fetch Metadata), which all current
    /// browsers send. Programs send neither.
    static func isSentFromHere(_ request: HTTPRequest) -> Bool {
        if let site = request.headers["sec-fetch-site"] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers["origin"], origin != "null" else { return true }
        guard let host = request.host else { return false }
        return origin.hasSameBytes(as: "https://\(host)") || origin.hasSameBytes(as: "http://\(host)")
    }
}
