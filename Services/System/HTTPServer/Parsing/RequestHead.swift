/// The validated first line and header section of a request.
struct RequestHead: Hashable, Sendable {
    /// How the end of the body is found (RFC 9112 §6.3).
    enum Framing: Hashable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    /// The form of the target (RFC 9112 §3.2).
    enum Target: Hashable, Sendable {
        /// Path and query, as sent.
        case origin(path: String, query: String?)
        /// `OPTIONS *`
        case asterisk
    }

    let method: HTTPMethod
    let target: Target
    let version: HTTPVersion
    let headers: HTTPHeaders
    /// The Host header, or the authority of an absolute target, which takes precedence.
    let host: String?
    let framing: Framing
    /// Whether the client waits for 100 (Continue) before it sends the body.
    let expectsContinue: Bool
    /// Whether the client allows the connection to persist (RFC 9112 §9.3).
    let keepsAlive: Bool
}
