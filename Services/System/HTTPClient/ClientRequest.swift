internal import Shared
public import Telemetry

/// A request of the client. It holds values only, so it can be sent again.
public struct ClientRequest: Sendable {
    /// What is sent after the head.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of an open file, read while it is sent. The caller keeps the descriptor open until the answer has
        /// arrived. Its file offset is neither used nor moved.
        case file(descriptor: CInt, offset: Int64, length: Int64)
    }

    /// The HTTP version to use.
    public enum Version: Sendable, Hashable {
        case http1
        /// HTTP/2 if TLS negotiates it, otherwise 1.1.
        case http2
    }

    public var method: String
    /// Absolute, `http` or `https`.
    public var url: String
    public var headers: ClientHeaders
    public var body: Body
    public var version: Version = .http1
    /// The limit of the whole exchange, from the name look-up to the last byte of the answer. Nil for no limit, as for
    /// large files.
    public var timeout: Duration? = .seconds(30)
    /// The limit for connecting, TLS included.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest time without a byte in either direction, in whole seconds, at least one.
    public var idleTimeout: Duration = .seconds(60)
    /// The most bytes sent in a second; nil for no limit.
    public var maximumSendRate: Int64?
    /// The most bytes of the answer's body.
    public var maximumResponseBytes: Int = 1_048_576
    /// Which addresses may be connected to.
    public var addressGuard: AddressGuard = .anyAddress
    /// Sent as `traceparent`.
    public var trace: TraceContext?
    /// Connect to this Unix socket instead of the URL's host.
    public var unixSocketPath: String?
    /// Called on the loop while bytes are sent, a few times a second at most; must not block.
    public var progress: (@Sendable (UploadProgress) -> Void)?

    /// Set if this is a message for a mail server rather than a request.
    var mail: MailRequest?

    public init(_ method: String, _ url: String, headers: ClientHeaders = [:], body: Body = .none) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// How much of a request's body has been sent.
public struct UploadProgress: Sendable, Hashable {
    public let sentBytes: Int64
    public let totalBytes: Int64
}

extension ClientRequest {
    /// The host that it is sent to, as `host:port`.
    var authority: String {
        let rest = url.drop { $0 != "/" }.drop { $0 == "/" }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        return host.last != "]" && host.contains(":") ? String(host) : "\(host):\(url.hasPrefix("https:") ? 443 : 80)"
    }

    /// Throws for line breaks that would begin another header or request.
    func validate() throws(HTTPClientError) {
        guard !method.isEmpty, method.utf8.allSatisfy(MediaType.isTokenCharacter) else {
            throw .invalidRequest("the method is not a token")
        }
        guard mail != nil || url.hasPrefix("http://") || url.hasPrefix("https://") else {
            throw .invalidRequest("the URL is not an absolute http or https URL")
        }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidRequest("the URL has blanks, control characters or letters that are not escaped")
        }
        for field in headers {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(MediaType.isTokenCharacter) else {
                throw .invalidRequest("a header's name is not a token")
            }
            guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .invalidRequest("the value of header \(field.name) has control characters")
            }
        }
        if case .file(_, let offset, let length) = body, offset < 0 || length < 0 {
            throw .invalidRequest("the part of the file is negative")
        }
    }
}
