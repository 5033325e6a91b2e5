/// Scans a recording before a replay: the number of lines, their period, and whether they are in order.
public struct RecordingScan: Sendable {
    public let header: RecordingHeader
    public private(set) var count = 0
    /// Milliseconds since 1970.
    public private(set) var first: Int64 = .max
    public private(set) var last: Int64 = 0
    /// False if a line is earlier than the one before: topics are recorded concurrently.
    public private(set) var isOrdered = true
    /// Whether the last line is incomplete, because the recorder ended while writing. It is left out.
    public private(set) var isCutOff = false
    private var before: Int64 = 0

    public init(header: RecordingHeader) { self.header = header }

    /// Adds the next line after the header.
    public mutating func take(_ line: ArraySlice<UInt8>) throws(RecordingFault) {
        guard let time = RecordingLine.time(ofWhole: line) else {
            throw .damaged(line: count + 2, problem: "it is no line of a recording")
        }
        count += 1
        first = min(first, time)
        last = max(last, time)
        if time < before { isOrdered = false }
        before = time
    }

    /// Adds the bytes after the last line end.
    public mutating func finish(rest: ArraySlice<UInt8>) throws(RecordingFault) {
        if !rest.isEmpty { isCutOff = true }
        if count == 0 { throw .empty }
    }

    /// From the first to the last line, in milliseconds.
    public var span: Int64 { count == 0 ? 0 : last - first }

    /// The length of a lap in microseconds: the span and the mean distance between lines. One second with fewer than two
    /// lines.
    public var lapLength: Int64 { count < 2 ? 1_000_000 : span * 1000 + max(1, span * 1000 / Int64(count - 1)) }
}
