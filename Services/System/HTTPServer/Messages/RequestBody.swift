/// Why a request's body could not be read to its end.
public struct RequestBodyError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// The client went away.
        case disconnected
        /// It arrived more slowly than the server accepts.
        case tooSlow
        /// The framing of the body is broken.
        case malformed
        /// It is larger than the reader allows.
        case tooLarge
        /// The request was answered: its body can no longer be read.
        case closed
        /// The task was cancelled.
        case cancelled
    }

    public let code: Code
    /// The limit in bytes, for `tooLarge`.
    public let limit: Int?

    public init(_ code: Code, limit: Int? = nil) {
        self.code = code
        self.limit = limit
    }

    public var description: String {
        switch code {
        case .disconnected: "the client closed the connection before the whole body had arrived"
        case .tooSlow: "the body arrived too slowly"
        case .malformed: "the body is not framed as HTTP/1.1 demands"
        case .tooLarge: "the body is larger than \(limit ?? 0) bytes"
        case .closed: "the request has been answered"
        case .cancelled: "cancelled"
        }
    }
}

extension RequestBodyError: ProblemConvertible {
    public var problem: Problem {
        switch code {
        case .tooSlow, .disconnected:
            Problem(status: 408, type: "body-too-slow", detail: "The body of the request did not arrive in time. Send it again.")
        case .malformed:
            Problem(status: 400, type: "malformed-body", detail: "The body of the request is not framed as HTTP/1.1 demands.")
        case .tooLarge:
            Problem(
                status: 413, type: "body-too-large", detail: "The body of the request is larger than \(limit ?? 0) bytes.",
                extensions: ["limit": .integer(limit ?? 0)])
        case .closed, .cancelled:
            Problem(status: 503, type: "shutting-down", detail: "The server is stopping. Send the request again.")
        }
    }
}

/// The source of a body: a connection, or bytes in memory.
protocol RequestBodySource: Sendable {
    func next() async throws -> [UInt8]?
}

/// The body of a request, read piece by piece. The socket is read only when ``next()`` is called, which slows the sender
/// down. One task reads at a time.
public final class RequestBody: Sendable {
    /// The value of Content-Length; nil for a chunked body, 0 without a body.
    public let declaredLength: Int?
    private let source: any RequestBodySource

    init(declaredLength: Int?, source: any RequestBodySource) {
        self.declaredLength = declaredLength
        self.source = source
    }

    /// The body of a request that has none.
    static let none = RequestBody(pieces: [])

    /// A body from bytes in memory.
    ///
    /// - Parameter pieces: The results of ``next()``, one after another.
    public convenience init(pieces: [[UInt8]]) {
        self.init(declaredLength: pieces.reduce(0) { $0 + $1.count }, source: StoredBody(pieces))
    }

    /// The next piece, as it came from the socket; nil at the end. The first call answers `Expect: 100-continue`.
    ///
    /// - Throws: ``RequestBodyError``.
    public func next() async throws -> [UInt8]? { try await source.next() }

    /// The whole body.
    ///
    /// - Throws: ``RequestBodyError`` `tooLarge` as soon as the body is known to exceed `limit` bytes; a declared length
    ///   is checked before anything is read.
    public func collect(limit: Int) async throws -> [UInt8] {
        if let declaredLength, declaredLength > limit { throw RequestBodyError(.tooLarge, limit: limit) }
        var bytes: [UInt8] = []
        while let piece = try await next() {
            guard bytes.count + piece.count <= limit else { throw RequestBodyError(.tooLarge, limit: limit) }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return bytes
    }
}
