/// Reads request heads (RFC 9112 §2 to §5) from bytes as they arrive, line by line, so that a fault shows as soon as its line
/// is there and a limit as soon as it is passed.
struct RequestHeadParser {
    /// Limits in bytes and fields.
    struct Limits: Hashable, Sendable {
        var target = 8 * 1024
        var head = 32 * 1024
        var fields = 100
        /// What a method may be long.
        var method = 32
    }

    private let limits: Limits
    private var sawEmptyLine = false
    /// nil before the request line.
    private var requestLine: RequestLine?
    private var fields: [HTTPHeaders.Field] = []
    /// Bytes of this head that have been used.
    private var used = 0
    /// Bytes of the current line that have been looked at.
    private var scanned = 0

    init(limits: Limits) { self.limits = limits }

    /// Whether a head has begun to arrive.
    var hasBegun: Bool { requestLine != nil || scanned > 0 }

    /// The next head, when its last line is there; nil: more bytes are needed.
    mutating func parse(_ buffer: inout ReceiveBuffer) throws(RequestFault) -> RequestHead? {
        while true {
            let before = buffer.count
            guard let line = try buffer.takeLine(scanned: &scanned) else {
                try checkUnfinishedLine(buffer.unused)
                return nil
            }
            used += before - buffer.count
            if let head = try consume(line) {
                self = RequestHeadParser(limits: limits)
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

    /// Refuses what can no longer become a head within the limits, without waiting for the end of the line.
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
