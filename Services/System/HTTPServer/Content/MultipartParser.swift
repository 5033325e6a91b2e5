/// Finds the parts of a multipart body (RFC 2046 §5.1, RFC 7578) in bytes as they arrive.
struct MultipartParser {
    struct Limits: Hashable, Sendable {
        var parts = 100
        /// The most bytes of the header section of a part.
        var partHead = 8 * 1024
        var partHeaders = 20
        /// The most bytes before the first delimiter, and after the last.
        var outside = 64 * 1024
    }

    enum Step: Hashable {
        case part(HTTPHeaders)
        case data([UInt8])
        case endOfPart
        /// After the last delimiter; what follows is ignored.
        case end
        case needData
    }

    enum Fault: String, Error, Hashable {
        case noDelimiter, malformedDelimiter, malformedHeader, headTooLarge, tooManyParts, truncated
    }

    private enum State { case preamble, head, data, end }

    /// CR LF, two dashes, boundary: the end of a part.
    private let delimiter: [UInt8]
    private let limits: Limits
    private var buffer: [UInt8]
    private var state = State.preamble
    private var parts = 0
    private var outside = 0
    /// How far the part's head was searched for its end, so that no byte is searched twice.
    private var searched = 0
    private var sawEnd = false

    /// `boundary` is the parameter of Content-Type, 1 to 70 characters.
    init(boundary: String, limits: Limits) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.limits = limits
        // The first delimiter may stand at the very beginning, without a line break before it.
        buffer = [ASCII.carriageReturn, ASCII.lineFeed]
    }

    mutating func receive(_ bytes: [UInt8]) { buffer += bytes }

    /// Counts bytes of the epilogue, which is ignored.
    mutating func receiveEpilogue(_ count: Int) throws(Fault) {
        outside += count
        guard outside <= limits.outside else { throw .malformedDelimiter }
    }

    mutating func receiveEnd() { sawEnd = true }

    mutating func next() throws(Fault) -> Step {
        switch state {
        case .preamble:
            guard let found = firstDelimiter() else {
                try dropPreamble()
                return try needData()
            }
            // What stands before it counts once, however it came.
            if found > 0 {
                outside += found
                guard outside <= limits.outside else { throw .noDelimiter }
                buffer.removeFirst(found)
            }
            return try endDelimiter() ?? .needData
        case .head: return try partHead()
        case .data: return try partData()
        case .end: return .end
        }
    }

    private func needData() throws(Fault) -> Step {
        guard !sawEnd else { throw .truncated }
        return .needData
    }

    // MARK: - Delimiters

    private func firstDelimiter() -> Int? {
        guard buffer.count >= delimiter.count else { return nil }
        var index = 0
        let last = buffer.count - delimiter.count
        while index <= last {
            // Carriage returns are rare in compressed data: most bytes are passed by this one look.
            if buffer[index] == ASCII.carriageReturn, buffer[index..<index + delimiter.count].elementsEqual(delimiter) {
                return index
            }
            index += 1
        }
        return nil
    }

    /// How many bytes at the end of the buffer may begin a delimiter.
    private var possibleDelimiterLength: Int {
        var length = min(buffer.count, delimiter.count - 1)
        while length > 0, !buffer.suffix(length).elementsEqual(delimiter.prefix(length)) { length -= 1 }
        return length
    }

    private mutating func dropPreamble() throws(Fault) {
        let length = buffer.count - possibleDelimiterLength
        outside += length
        guard outside <= limits.outside else { throw .noDelimiter }
        buffer.removeFirst(length)
    }

    /// Consumes a complete delimiter line at the beginning of the buffer; nil while it is incomplete.
    private mutating func endDelimiter() throws(Fault) -> Step? {
        var after = delimiter.count
        guard after + 2 <= buffer.count else { return try incomplete() }
        if buffer[after] == ASCII.dash {
            guard buffer[after + 1] == ASCII.dash else { throw .malformedDelimiter }
            state = .end
            buffer = []
            return .end
        }
        while after < buffer.count, buffer[after] == ASCII.space || buffer[after] == ASCII.tab { after += 1 }
        guard after <= delimiter.count + 64 else { throw .malformedDelimiter }
        guard after + 2 <= buffer.count else { return try incomplete() }
        guard buffer[after] == ASCII.carriageReturn, buffer[after + 1] == ASCII.lineFeed else { throw .malformedDelimiter }
        parts += 1
        guard parts <= limits.parts else { throw .tooManyParts }
        // The line break stays: an empty header section is CR LF CR LF like any other's end.
        buffer.removeFirst(after)
        state = .head
        return try partHead()
    }

    private func incomplete() throws(Fault) -> Step? {
        guard !sawEnd else { throw .truncated }
        return nil
    }

    // MARK: - Parts

    /// The header section, from the line break of the delimiter line to the empty line.
    private mutating func partHead() throws(Fault) -> Step {
        let end: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed, ASCII.carriageReturn, ASCII.lineFeed]
        var index = searched
        while index + 4 <= buffer.count, !buffer[index..<index + 4].elementsEqual(end) { index += 1 }
        guard index <= limits.partHead else { throw .headTooLarge }
        guard index + 4 <= buffer.count else {
            searched = index
            return try needData()
        }
        searched = 0
        let section = buffer[..<index]
        var fields: [HTTPHeaders.Field] = []
        var start = section.startIndex + 2
        while start < section.endIndex {
            var lineEnd = start
            while lineEnd < section.endIndex, buffer[lineEnd] != ASCII.lineFeed { lineEnd += 1 }
            let isLast = lineEnd == section.endIndex
            guard isLast || buffer[lineEnd - 1] == ASCII.carriageReturn else { throw .malformedHeader }
            guard fields.count < limits.partHeaders else { throw .headTooLarge }
            do throws(RequestFault) {
                fields.append(try FieldLine.parse(section[start..<(isLast ? lineEnd : lineEnd - 1)]))
            } catch {
                throw .malformedHeader
            }
            start = lineEnd + 1
        }
        buffer.removeFirst(index + 4)
        state = .data
        return .part(HTTPHeaders(fields))
    }

    private mutating func partData() throws(Fault) -> Step {
        guard let found = firstDelimiter() else {
            let safe = buffer.count - possibleDelimiterLength
            guard safe > 0 else { return try needData() }
            let data = Array(buffer[..<safe])
            buffer.removeFirst(safe)
            return .data(data)
        }
        guard found == 0 else {
            let data = Array(buffer[..<found])
            buffer.removeFirst(found)
            return .data(data)
        }
        // The delimiter itself belongs to the next step, which sees it as the end of a preamble.
        state = .preamble
        return .endOfPart
    }
}
