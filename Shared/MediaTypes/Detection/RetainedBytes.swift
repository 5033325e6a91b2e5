/// The retained parts of a stream: its beginning and its end.
struct RetainedBytes: Sendable {
    /// Formats refer back to their beginning only: a TIFF to its first directory, a PDF to its first objects.
    static let headLength = 64 * 1024

    private(set) var position = 0
    /// Set to false to drop the end.
    var keepsTail = true {
        didSet { if !keepsTail { tail = [] } }
    }
    private var head: [UInt8] = []
    /// At least the last `tailLength` bytes, and up to twice as many, so that dropping the oldest is rare.
    private var tail: [UInt8] = []
    private let tailLength: Int
    /// The bytes right before the current piece.
    private var recent: [UInt8] = []
    /// The number of passed bytes that a parser may read again, such as a marker that was cut between two pieces.
    private static let recentLength = 64

    init(tail length: Int) {
        tailLength = length
    }

    mutating func append(_ bytes: Span<UInt8>) {
        if position == head.count, head.count < Self.headLength {
            head.append(copying: bytes.extracting(bytes.range(at: 0, count: Self.headLength - head.count)))
        }
        position += bytes.count
        guard keepsTail else { return }
        if bytes.count >= tailLength {
            tail.removeAll(keepingCapacity: true)
            tail.append(copying: bytes.extracting(bytes.range(at: bytes.count - tailLength)))
        } else {
            if tail.count + bytes.count > 2 * tailLength {
                tail.removeFirst(min(tail.count, tail.count + bytes.count - tailLength))
            }
            tail.append(copying: bytes)
        }
    }

    mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        position += count
        tail.removeAll(keepingCapacity: true)
        recent.removeAll()
    }

    /// All of a range; nil unless all of it is retained.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        if range.upperBound <= head.count { return Array(head[range]) }
        let start = position - tail.count
        guard range.lowerBound >= start, range.upperBound <= position else { return nil }
        return Array(tail[range.lowerBound - start..<range.upperBound - start])
    }

    /// Marks a piece as passed. It was appended last.
    mutating func pass(_ bytes: Span<UInt8>) {
        if bytes.count >= Self.recentLength { recent.removeAll(keepingCapacity: true) }
        recent.append(copying: bytes.extracting(bytes.range(at: max(0, bytes.count - Self.recentLength))))
        if recent.count > Self.recentLength { recent.removeFirst(recent.count - Self.recentLength) }
    }

    /// The retained bytes between two offsets, before the current piece at `piece`; nil if the first offset is not
    /// retained.
    func earlier(from start: Int, to end: Int, before piece: Int) -> [UInt8]? {
        let end = min(end, piece)
        if start < min(head.count, end) { return Array(head[start..<min(head.count, end)]) }
        let first = piece - recent.count
        return start >= first && start < end ? Array(recent[start - first..<end - first]) : nil
    }
}
