import Synchronization

/// Reads the parts of a `multipart/form-data` request one after another, directly from its body. It reads the socket only
/// on demand.
///
/// ```swift
/// let reader = try MultipartReader(request)
/// while let part = try await reader.nextPart() {
///     while let bytes = try await part.next() { … }
/// }
/// ```
public struct MultipartReader: Sendable {
    private let core: Core

    /// - Parameters:
    ///   - request: Its Content-Type names the boundary.
    ///   - maximumParts: The most parts; more are a 413.
    ///   - maximumPartHead: The most bytes of a part's header section.
    /// - Throws: ``Problem``: 415 if the request is not `multipart/form-data`, 400 if its boundary is missing or
    ///   malformed.
    public init(_ request: HTTPRequest, maximumParts: Int = 100, maximumPartHead: Int = 8192) throws(Problem) {
        guard let type = request.headers["content-type"].map(MediaTypeHeader.init), type.essence == "multipart/form-data" else {
            throw Problem(
                status: 415, type: "unsupported-media-type", detail: "Send the body as multipart/form-data.",
                headers: ["Accept": "multipart/form-data"])
        }
        guard let boundary = type.parameters["boundary"], Self.isBoundary(boundary) else {
            throw Problem(status: 400, type: "malformed-multipart", detail: "Content-Type has no usable boundary parameter.")
        }
        core = Core(
            request.body,
            MultipartParser(boundary: boundary, limits: .init(parts: maximumParts, partHead: maximumPartHead)))
    }

    /// `boundary` of RFC 2046 §5.1.1.
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && !text.hasSuffix(" ")
            && text.utf8.allSatisfy { byte in
                ASCII.isDigit(byte) || 0x61 <= ASCII.lowercased(byte) && ASCII.lowercased(byte) <= 0x7A
                    || "'()+_,-./:=? ".utf8.contains(byte)
            }
    }

    /// The next part; the unread rest of the previous one is skipped. Nil after the last part, when the body was read to
    /// its end.
    ///
    /// - Throws: ``Problem`` 400 `malformed-multipart`, 413 `too-many-parts`; ``RequestBodyError``.
    public func nextPart() async throws -> MultipartPart? {
        let (number, headers) = try await core.nextPart()
        return headers.map { MultipartPart($0, number: number, core: core) }
    }

    /// The parser and the source of its bytes. One task at a time; the mutex is never held during a wait.
    final class Core: Sendable {
        private struct State {
            var parser: MultipartParser
            var part = 0
            var isInPart = false
        }

        private let body: RequestBody
        private let state: Mutex<State>

        init(_ body: RequestBody, _ parser: MultipartParser) {
            self.body = body
            state = Mutex(State(parser: parser))
        }

        func nextPart() async throws -> (Int, HTTPHeaders?) {
            while true {
                switch try await step() {
                case .part(let headers):
                    return state.withLock { state in
                        state.part += 1
                        state.isInPart = true
                        return (state.part, headers)
                    }
                case .end:
                    // The epilogue is read, so that the connection can be used again.
                    while let bytes = try await body.next() {
                        try parsing { parser throws(MultipartParser.Fault) in try parser.receiveEpilogue(bytes.count) }
                    }
                    return (0, nil)
                case .data: continue  // of a part that nobody wanted
                case .endOfPart: state.withLock { $0.isInPart = false }
                case .needData: continue
                }
            }
        }

        func data(ofPart number: Int) async throws -> [UInt8]? {
            while state.withLock({ $0.part == number && $0.isInPart }) {
                switch try await step() {
                case .data(let bytes): return bytes
                case .needData: continue
                case .endOfPart, .part, .end: state.withLock { $0.isInPart = false }
                }
            }
            return nil
        }

        /// The parser's next step, other than a demand for bytes.
        private func step() async throws -> MultipartParser.Step {
            while true {
                let step = try parsing { parser throws(MultipartParser.Fault) in try parser.next() }
                guard step == .needData else { return step }
                let bytes = try await body.next()
                state.withLock { state in
                    if let bytes { state.parser.receive(bytes) } else { state.parser.receiveEnd() }
                }
            }
        }

        private func parsing<T: Sendable>(
            _ body: (inout MultipartParser) throws(MultipartParser.Fault) -> T
        ) throws(Problem) -> T {
            try state.withLock { state throws(Problem) in
                do throws(MultipartParser.Fault) { return try body(&state.parser) } catch { throw problem(error) }
            }
        }

        private func problem(_ fault: MultipartParser.Fault) -> Problem {
            switch fault {
            case .tooManyParts:
                Problem(status: 413, type: "too-many-parts", detail: "The form has more parts than are accepted.")
            case .headTooLarge:
                Problem(status: 413, type: "part-head-too-large", detail: "The headers of a part are larger than is accepted.")
            case .malformedHeader:
                Problem(status: 400, type: "malformed-multipart", detail: "A part's header is not `name: value`.")
            case .noDelimiter:
                Problem(status: 400, type: "malformed-multipart", detail: "The body does not begin with its boundary.")
            case .malformedDelimiter:
                Problem(status: 400, type: "malformed-multipart", detail: "A boundary line is malformed.")
            case .truncated:
                Problem(status: 400, type: "malformed-multipart", detail: "The body ends before its last boundary.")
            }
        }
    }
}

/// One part of a form.
public struct MultipartPart: Sendable {
    /// The form field (`name` of Content-Disposition).
    public let name: String?
    /// The client's name of the file: untrusted and personal. Never log it or use it as a path.
    public let fileName: String?
    /// The declared type, without parameters.
    public let contentType: String?
    private let number: Int
    private let core: MultipartReader.Core

    fileprivate init(_ headers: HTTPHeaders, number: Int, core: MultipartReader.Core) {
        let disposition = headers["content-disposition"].map(MediaTypeHeader.init)
        name = disposition?.parameters["name"]
        fileName = disposition?.parameters["filename"]
        contentType = headers["content-type"].map { MediaTypeHeader($0).essence }
        self.number = number
        self.core = core
    }

    /// The next piece; nil at the part's end, or after the reader has gone on to another part.
    ///
    /// - Throws: As ``MultipartReader/nextPart()``.
    public func next() async throws -> [UInt8]? { try await core.data(ofPart: number) }

    /// All bytes of the part.
    ///
    /// - Throws: ``RequestBodyError`` `tooLarge` beyond `limit` bytes, and as ``next()``.
    public func collect(limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await next() {
            guard bytes.count + piece.count <= limit else { throw RequestBodyError(.tooLarge, limit: limit) }
            bytes += piece
        }
        return bytes
    }
}
