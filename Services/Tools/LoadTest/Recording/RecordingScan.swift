/// Looks a recording over before it is replayed: how much there is, over which time, and whether it is in order.
public struct RecordingScan: Sendable {
    public let header: RecordingHeader
    public private(set) var count = 0
    /// Milliseconds since 1970.
    public private(set) var first: Int64 = .max
    public private(set) var last: Int64 = 0
    /// Topics are recorded side by side, so a line may be of an earlier time than the one before.
    public private(set) var isOrdered = true
    /// The last line was being written when the recorder ended: it is left out.
    public private(set) var isCutOff = false
    private var before: Int64 = 0

    public init(header: RecordingHeader) { self.header = header }

    /// Takes the next line behind the header.
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

    /// Takes what came behind the last line end.
    public mutating func finish(rest: ArraySlice<UInt8>) throws(RecordingFault) {
        if !rest.isEmpty { isCutOff = true }
        if count == 0 { throw .empty }
    }

    /// From the first to the last, in milliseconds.
    public var span: Int64 { count == 0 ? 0 : last - first }

    /// When the next lap begins, in microseconds after this one: as long after the last as the others are after each other.
    public var lapLength: Int64 { count < 2 ? 1_000_000 : span * 1000 + max(1, span * 1000 / Int64(count - 1)) }
}
