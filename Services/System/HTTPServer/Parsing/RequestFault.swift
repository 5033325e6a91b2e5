/// Why the bytes of a connection are not an acceptable request. The connection answers with ``status`` and closes: after
/// a framing error the beginning of the next request is unknown.
struct RequestFault: Error, Hashable, Sendable {
    enum Reason: String, Hashable, Sendable {
        case malformedRequestLine, malformedHeader, malformedHost, malformedTarget, bareLineBreak, lineFolding
        case headTooLarge, targetTooLong, tooManyHeaders
        case unsupportedVersion, unsupportedMethod
        case ambiguousLength, malformedLength, unsupportedTransferCoding, malformedChunk, trailersTooLarge
        case unsupportedExpectation
        case timedOut
    }

    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    var status: Int {
        switch reason {
        case .headTooLarge, .tooManyHeaders, .trailersTooLarge: 431
        case .targetTooLong: 414
        case .unsupportedVersion: 505
        case .unsupportedMethod, .unsupportedTransferCoding: 501
        case .unsupportedExpectation: 417
        case .timedOut: 408
        default: 400
        }
    }

    /// For the developer of the client.
    var explanation: String {
        switch reason {
        case .malformedRequestLine: "The request line is not `METHOD SP target SP HTTP/1.1`."
        case .malformedHeader: "A header field is not `name: value`, or holds a control character."
        case .malformedHost: "The Host header is missing, repeated or not a host."
        case .malformedTarget: "The request target is not a path, an http URL or `*`."
        case .bareLineBreak: "A line does not end with CR LF."
        case .lineFolding: "A header is continued on a second line, which HTTP no longer allows."
        case .headTooLarge: "The header section is larger than this server accepts."
        case .targetTooLong: "The request target is longer than this server accepts."
        case .tooManyHeaders: "There are more header fields than this server accepts."
        case .unsupportedVersion: "This server speaks HTTP/1.1 and HTTP/1.0."
        case .unsupportedMethod: "This server is no proxy: CONNECT is not supported."
        case .ambiguousLength: "The length of the body is given in two ways."
        case .malformedLength: "Content-Length is not a single decimal number."
        case .unsupportedTransferCoding: "The only transfer coding understood is a single `chunked`."
        case .malformedChunk: "A chunk of the body is malformed."
        case .trailersTooLarge: "The trailer section is larger than this server accepts."
        case .unsupportedExpectation: "The only expectation understood is `100-continue`."
        case .timedOut: "The request did not arrive in time."
        }
    }
}
