import HTTPServer

/// Distinguishes a request of this machine's developer from one that a foreign page makes the browser send.
///
/// A page reaches this machine in two ways. It sends a “simple” request, which needs no preflight, and cannot read the
/// answer. Or its own name resolves to a loopback address (DNS rebinding), and then it has the same origin.
struct DevelopmentRequest: Sendable {
    /// The host of the request, with its port if it has one.
    var host: String?
    var origin: String?
    var fetchSite: String?
    var method: HTTPMethod
    var contentType: String?
    var hasBody: Bool
    /// Whether it has a header of a resumable upload's protocol, for which a browser needs a preflight.
    var isResumable: Bool

    /// - Parameter named: The origins whose pages may also call.
    /// - Throws: `forbidden` or `unsupported-media-type`, with the remedy.
    func check(_ named: Set<String>) throws(Problem) {
        guard let host, Self.isLoopback(host) else {
            throw Problem(
                .forbidden,
                detail:
                    "Development mode answers requests to localhost, 127.0.0.0/8 and [::1] alone, and this one is to another host. Make an API key (“docket keys create”), or call the gateway by such an address."
            )
        }
        let isNamed = origin.map(named.contains) ?? false
        let isOwn = origin.map { Self.isOrigin($0, of: host) } ?? true
        let isOfThisSite = fetchSite.map { ["same-origin", "none"].contains($0.lowercased()) } ?? true
        guard isNamed || (isOwn && isOfThisSite) else {
            throw Problem(
                .forbidden,
                detail:
                    "Development mode answers no page of another origin. Name it in DOCKET_CORS_ORIGINS, or make an API key (“docket keys create”)."
            )
        }
        try checkContentType()
    }

    /// Leaves forms to their routes: a browser states the origin of a form.
    private func checkContentType() throws(Problem) {
        guard method == .post, hasBody else { return }
        let essence = contentType.map { MediaTypeHeader($0).essence }
        let isSimple = essence.map { $0.isEmpty || Self.simpleTypes.contains($0) } ?? !isResumable
        guard isSimple else { return }
        throw Problem(
            .unsupportedMediaType,
            detail: "Say what the body is, with “Content-Type: application/json” or the type of the file that you send.",
            members: ["accepted": .strings(["application/json"])])
    }

    private static let simpleTypes: Set = ["application/x-www-form-urlencoded", "text/plain"]

    static func isLoopback(_ host: String) -> Bool {
        var name = host[...]
        // A colon within brackets is part of an address.
        if let colon = host.lastIndex(of: ":"), host.last != "]" {
            guard host[host.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
            name = host[..<colon]
        }
        if name.lowercased() == "localhost" { return true }
        if name.hasPrefix("["), name.hasSuffix("]") {
            name = name.dropFirst().dropLast()
        } else if name.contains(":") {
            return false
        }
        return IPAddress(parsing: name)?.isLoopback ?? false
    }

    /// TLS may have ended before the gateway, so both schemes count as its own.
    private static func isOrigin(_ origin: String, of host: String) -> Bool {
        let origin = origin.lowercased()
        return ["http://", "https://"].contains { $0 + host.lowercased() == origin }
    }
}

extension DevelopmentRequest {
    init(_ request: HTTPRequest) {
        let headers = request.headers
        self.init(
            host: request.host, origin: headers["origin"], fetchSite: headers["sec-fetch-site"], method: request.method,
            contentType: headers["content-type"], hasBody: request.body.declaredLength != 0,
            isResumable: ["tus-resumable", "upload-complete", "upload-incomplete"].contains { headers.contains($0) })
    }
}
