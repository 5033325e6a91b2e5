/// Which web pages may call the server from a browser (the CORS protocol of the Fetch standard, §3.2).
public struct CORSPolicy: Sendable, Hashable {
    /// The allowed origins.
    public enum Origins: Sendable, Hashable {
        /// `*`: every page, without the browser's cookies. A page can still send a token that it has.
        case all
        /// Origins such as `https://app.example`: scheme, host and port, as browsers write them.
        case these(Set<String>)
    }

    public var origins: Origins
    /// Request headers that a page may set beyond those that are always allowed.
    public var requestHeaders: [String]
    /// Response headers that a page may read beyond those that are always allowed.
    public var responseHeaders: [String]
    /// How long a browser may keep the answer to a preflight, in seconds.
    public var maximumAge: Int

    public init(_ origins: Origins, requestHeaders: [String] = [], responseHeaders: [String] = [], maximumAge: Int = 7200) {
        self.origins = origins
        self.requestHeaders = requestHeaders
        self.responseHeaders = responseHeaders
        self.maximumAge = maximumAge
    }

    /// Whether the text is an origin as browsers send it: `scheme://host[:port]`, in lower case, without a path.
    public static func isOrigin(_ text: some StringProtocol) -> Bool {
        let text = String(text)
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            let host = String(text.dropFirst(scheme.utf8.count))
            return !host.isEmpty && host == host.lowercased() && RequestHead.isHost(host)
        }
        return false
    }

    /// The fields of an answer to a request with these headers.
    func fields(for request: HTTPHeaders) -> [HTTPHeaders.Field] {
        guard let origin = request["origin"], let allowed = allowed(origin) else { return isVarying ? [Self.varying] : [] }
        var fields = [HTTPHeaders.Field(name: "Access-Control-Allow-Origin", value: allowed)]
        if !responseHeaders.isEmpty {
            fields.append(.init(name: "Access-Control-Expose-Headers", value: responseHeaders.joined(separator: ", ")))
        }
        return isVarying ? fields + [Self.varying] : fields
    }

    /// Whether the request is a preflight, which no handler receives.
    static func isPreflight(_ method: HTTPMethod, _ request: HTTPHeaders) -> Bool {
        method == .options && request.contains("origin") && request.contains("access-control-request-method")
    }

    /// The fields of the answer to a preflight, beside ``fields(for:)``. `allow` is the resource's `Allow` list.
    func preflightFields(for request: HTTPHeaders, allow: String) -> [HTTPHeaders.Field] {
        guard let origin = request["origin"], allowed(origin) != nil else { return [] }
        return [
            .init(name: "Access-Control-Allow-Methods", value: allow),
            .init(name: "Access-Control-Allow-Headers", value: requestHeaders.joined(separator: ", ")),
            .init(name: "Access-Control-Max-Age", value: String(maximumAge)),
        ]
    }

    private func allowed(_ origin: String) -> String? {
        switch origins {
        case .all: "*"
        case .these(let known): known.contains(origin) ? origin : nil
        }
    }

    /// Whether answers differ by origin, which caches must be told.
    private var isVarying: Bool { origins != .all }

    private static let varying = HTTPHeaders.Field(name: "Vary", value: "Origin")
}
