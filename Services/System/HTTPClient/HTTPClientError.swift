import CLibcurl

/// Why there is no answer. An answer with a status of 400 or more is not an error here.
public struct HTTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case invalidRequest
        /// The guard permits none of the host's addresses.
        case addressRefused
        case nameNotResolved
        case connectionFailed
        case tlsFailed
        case timedOut
        /// The connection ended before the answer did.
        case connectionLost
        case responseTooLarge
        case protocolViolation
        /// The request's file could not be read, or is shorter than announced.
        case bodyUnavailable
        /// The receiver of the answer's body failed.
        case sinkFailed
        case cancelled
        /// The client was closed, or its loop has ended.
        case closed
        case outOfResources
        case other
    }

    public let code: Code
    /// What went wrong, without host, path or contents.
    public let description: String
    /// The message of libcurl for the log; it names the host.
    public let detail: String

    public init(code: Code, description: String, detail: String = "") {
        self.code = code
        self.description = description
        self.detail = detail
    }

    /// The description with libcurl's message, for an operator.
    public var words: String { detail.isEmpty ? description : "\(description) (\(detail))" }

    /// Whether the same request may succeed later. The server may have carried it out nevertheless: repeat only
    /// idempotent requests.
    public var isRetriable: Bool {
        switch code {
        case .nameNotResolved, .connectionFailed, .timedOut, .connectionLost, .outOfResources: true
        case .invalidRequest, .addressRefused, .tlsFailed, .responseTooLarge, .protocolViolation, .bodyUnavailable, .sinkFailed,
            .cancelled, .closed, .other:
            false
        }
    }

    static func invalidRequest(_ what: String) -> HTTPClientError {
        HTTPClientError(code: .invalidRequest, description: "the request cannot be sent: \(what)")
    }

    static let cancelled = HTTPClientError(code: .cancelled, description: "the request was cancelled")
    static let closed = HTTPClientError(code: .closed, description: "the HTTP client has been closed")

    /// The error for a code of libcurl. `verdict`: the fault of the server's certificate.
    init(_ curl: CURLcode, verdict: CertificateVerdict? = nil, detail: String) {
        let (code, description): (Code, String) =
            switch curl {
            case CURLE_URL_MALFORMAT:
                (.invalidRequest, "the request cannot be sent: the URL is malformed")
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
                (.nameNotResolved, "the server's name cannot be resolved")
            case CURLE_COULDNT_CONNECT: (.connectionFailed, "the server cannot be connected to")
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
                (.tlsFailed, (verdict ?? .untrusted).description)
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CRL_BADFILE, CURLE_USE_SSL_FAILED, CURLE_SSL_INVALIDCERTSTATUS:
                (.tlsFailed, "no secure connection to the server can be made")
            case CURLE_OPERATION_TIMEDOUT: (.timedOut, "the server took too long to answer")
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM,
                CURLE_SEND_FAIL_REWIND:
                (.connectionLost, "the connection was lost before the answer was complete")
            case CURLE_FILESIZE_EXCEEDED: (.responseTooLarge, "the answer is larger than allowed")
            case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_UNSUPPORTED_PROTOCOL:
                (.protocolViolation, "the server does not answer in HTTP")
            case CURLE_OUT_OF_MEMORY: (.outOfResources, "there is not enough memory for the request")
            default: (.other, "the request failed")
            }
        self.init(code: code, description: description, detail: detail)
    }
}
