/// Finds the bytes of a request body in the bytes of a connection (RFC 9112 §6 and §7.1).
struct BodyDecoder {
    enum Step: Hashable {
        case data([UInt8])
        case end
        case needData
    }

    private enum State {
        case length(Int)
        case chunkSize
        case chunkData(Int)
        case chunkEnd
        case trailers
        case ended
    }

    /// The most bytes of a chunk line; extensions are ignored.
    private static let chunkLineLimit = 1024
    /// The most bytes of all chunk extensions of a body: without a limit they could make a server read for ever.
    private static let extensionsLimit = 16 * 1024

    private var state: State
    private let trailerLimit: Int
    private var scanned = 0
    private var extensionBytes = 0
    private var trailerBytes = 0

    init(_ framing: RequestHead.Framing, trailerLimit: Int = 8 * 1024) {
        self.trailerLimit = trailerLimit
        switch framing {
        case .none, .length(0): state = .ended
        case .length(let length): state = .length(length)
        case .chunked: state = .chunkSize
        }
    }

    var hasEnded: Bool { if case .ended = state { true } else { false } }

    /// The bytes that are known to follow; nil while chunks may follow.
    var remaining: Int? {
        switch state {
        case .length(let count): count
        case .ended: 0
        case .chunkSize, .chunkData, .chunkEnd, .trailers: nil
        }
    }

    mutating func next(_ buffer: inout ReceiveBuffer) throws(RequestFault) -> Step {
        while true {
            switch state {
            case .length(let remaining):
                guard !buffer.isEmpty else { return .needData }
                let data = buffer.take(remaining)
                state = data.count == remaining ? .ended : .length(remaining - data.count)
                return .data(data)
            case .chunkSize:
                guard let line = try takeLine(&buffer, limit: Self.chunkLineLimit, fault: .malformedChunk) else {
                    return .needData
                }
                let size = try chunkSize(line)
                state = size == 0 ? .trailers : .chunkData(size)
            case .chunkData(let remaining):
                guard !buffer.isEmpty else { return .needData }
                let data = buffer.take(remaining)
                state = data.count == remaining ? .chunkEnd : .chunkData(remaining - data.count)
                return .data(data)
            case .chunkEnd:
                if let first = buffer.unused.first, first != ASCII.carriageReturn, first != ASCII.lineFeed {
                    throw RequestFault(.malformedChunk)
                }
                guard let line = try takeLine(&buffer, limit: 2, fault: .malformedChunk) else { return .needData }
                guard line.isEmpty else { throw RequestFault(.malformedChunk) }
                state = .chunkSize
            case .trailers:
                guard let line = try takeLine(&buffer, limit: trailerLimit, fault: .trailersTooLarge) else { return .needData }
                if line.isEmpty {
                    state = .ended
                    continue
                }
                trailerBytes += line.count + 2
                guard trailerBytes <= trailerLimit else { throw RequestFault(.trailersTooLarge) }
                // Nobody asks what a trailer says, but none may be read in another way elsewhere.
                _ = try FieldLine.parse(line)
            case .ended:
                return .end
            }
        }
    }

    private mutating func takeLine(
        _ buffer: inout ReceiveBuffer, limit: Int, fault: RequestFault.Reason
    ) throws(RequestFault) -> ArraySlice<UInt8>? {
        let line = try buffer.takeLine(scanned: &scanned)
        guard (line?.count ?? buffer.count) <= limit else { throw RequestFault(fault) }
        return line
    }

    /// One to fifteen hexadecimal digits, then nothing or `;` and extensions, which are ignored.
    private mutating func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestFault) -> Int {
        var size = 0
        var index = line.startIndex
        while index < line.endIndex, let digit = ASCII.hexValue(line[index]) {
            guard index - line.startIndex < 15 else { throw RequestFault(.malformedChunk) }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > line.startIndex else { throw RequestFault(.malformedChunk) }
        guard index < line.endIndex else { return size }
        let extensions = line[index...]
        extensionBytes += extensions.count
        guard extensions.first == ASCII.semicolon, extensions.allSatisfy(ASCII.isFieldValue),
            extensionBytes <= Self.extensionsLimit
        else { throw RequestFault(.malformedChunk) }
        return size
    }
}
