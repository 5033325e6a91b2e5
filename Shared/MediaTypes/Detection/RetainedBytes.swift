/// What is kept of a stream that has gone by: its beginning and its end.
struct RetainedBytes: Sendable {
    /// Formats that refer back do so to their beginning: a TIFF to its first directory, a PDF to its first objects.
    static let headLength = 64 * 1024

    private(set) var position = 0
    /// False lets go of the end.
    var keepsTail = true {
        didSet { if !keepsTail { tail = [] } }
    }
    private var head: [UInt8] = []
    /// At least the last `tailLength` bytes, up to twice as many: so the oldest are dropped seldom.
    private var tail: [UInt8] = []
    private let tailLength: Int
    /// What came right before the piece at hand.
    private var recent: [UInt8] = []
    /// A parser may look at so many bytes again that it has seen: the marker or the header that a piece was cut in.
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

    /// All of a range, if all of it is kept.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        if range.upperBound <= head.count { return Array(head[range]) }
        let start = position - tail.count
        guard range.lowerBound >= start, range.upperBound <= position else { return nil }
        return Array(tail[range.lowerBound - start..<range.upperBound - start])
    }

    /// Says that a piece has been looked at, which was appended last.
    mutating func pass(_ bytes: Span<UInt8>) {
        if bytes.count >= Self.recentLength { recent.removeAll(keepingCapacity: true) }
        recent.append(copying: bytes.extracting(bytes.range(at: max(0, bytes.count - Self.recentLength))))
        if recent.count > Self.recentLength { recent.removeFirst(recent.count - Self.recentLength) }
    }

    /// What is kept between two offsets of what came before the piece at hand, which begins at `piece`; nil if the first of them
    /// is not kept.
    func earlier(from start: Int, to end: Int, before piece: Int) -> [UInt8]? {
        let end = min(end, piece)
        if start < min(head.count, end) { return Array(head[start..<min(head.count, end)]) }
        let first = piece - recent.count
        return start >= first && start < end ? Array(recent[start - first..<end - first]) : nil
    }
}
