/// Parses request heads (RFC 9112 §2 to §5) line by line as bytes arrive. A fault is found as soon as its line is
/// complete, and an exceeded limit at once.
struct RequestHeadParser {
    /// Limits in bytes, and in number of fields.
    struct Limits: Hashable, Sendable {
        var target = 8 * 1024
        var head = 32 * 1024
        var fields = 100
        /// The most bytes of a method.
        var method = 32
    }

    /// A head and its bytes.
    private struct Known {
        let bytes: [UInt8]
        let head: RequestHead
    }

    /// The most bytes of a head that is remembered.
    private static let knownLimit = 512

    private let limits: Limits
    /// The previous head. Clients repeat requests, and the same bytes give the same head.
    private var known: Known?
    /// Changes with each head that differs from the previous one in any byte.
    private(set) var headNumber = 0
    private var sawEmptyLine = false
    /// Nil before the request line.
    private var requestLine: RequestLine?
    private var fields: [HTTPHeaders.Field] = []
    /// The bytes of this head that were consumed.
    private var used = 0
    /// The bytes of the current line that were searched.
    private var scanned = 0

    init(limits: Limits) { self.limits = limits }

    private init(limits: Limits, known: Known?, headNumber: Int) {
        self.limits = limits
        self.known = known
        self.headNumber = headNumber
    }

    /// Whether a head has begun to arrive.
    var hasBegun: Bool { requestLine != nil || scanned > 0 }

    /// The next head once its last line has arrived; nil if more bytes are needed.
    mutating func parse(_ buffer: inout ReceiveBuffer) throws(RequestFault) -> RequestHead? {
        let isAtBeginning = used == 0 && scanned == 0
        if isAtBeginning, let known, buffer.unused.starts(with: known.bytes) {
            buffer.drop(known.bytes.count)
            return known.head
        }
        let start = buffer.start
        while true {
            let before = buffer.count
            guard let line = try buffer.takeLine(scanned: &scanned) else {
                try checkUnfinishedLine(buffer.unused)
                return nil
            }
            used += before - buffer.count
            if let head = try consume(line) {
                let isShort = isAtBeginning && buffer.start - start <= Self.knownLimit
                // Appended to nothing: an array made of a slice that is the whole of another shares all of its memory, here that
                // of a read.
                let known = isShort ? Known(bytes: [] + buffer.bytes[start..<buffer.start], head: head) : nil
                self = RequestHeadParser(limits: limits, known: known, headNumber: headNumber + 1)
                buffer.releaseIfEmpty()
                return head
            }
        }
    }

    private mutating func consume(_ line: ArraySlice<UInt8>) throws(RequestFault) -> RequestHead? {
        guard let requestLine else {
            if line.isEmpty {
                // One is what old clients send after a POST; more is somebody trying things.
                guard !sawEmptyLine else { throw RequestFault(.malformedRequestLine) }
                sawEmptyLine = true
                return nil
            }
            requestLine = try RequestLine.parse(line, limits: limits)
            try checkSize()
            return nil
        }
        try checkSize()
        if line.isEmpty { return try RequestHead(requestLine, HTTPHeaders(fields)) }
        guard fields.count < limits.fields else { throw RequestFault(.tooManyHeaders) }
        fields.append(try FieldLine.parse(line))
        return nil
    }

    private func checkSize() throws(RequestFault) {
        guard used <= limits.head else { throw RequestFault(.headTooLarge) }
    }

    /// Refuses an incomplete line that can no longer become a head within the limits.
    private func checkUnfinishedLine(_ rest: ArraySlice<UInt8>) throws(RequestFault) {
        if requestLine == nil {
            // Method, target, version and three separators.
            guard rest.count <= limits.method + limits.target + 11 else {
                throw RequestFault(rest.prefix(limits.method + 1).contains(ASCII.space) ? .targetTooLong : .malformedRequestLine)
            }
            if let first = rest.first, !ASCII.isToken(first), first != ASCII.carriageReturn {
                throw RequestFault(.malformedRequestLine)
            }
        }
        guard used + rest.count <= limits.head else { throw RequestFault(.headTooLarge) }
    }
}
