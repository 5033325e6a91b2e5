import Shared

/// The common form of all lines after the header: `{"t":` and the time (milliseconds since 1970) come first, so that a
/// recording can be counted and sorted without parsing the rest.
public enum RecordingLine {
    static let end = UInt8(ascii: "\n")
    private static let beginning = Array("{\"t\":".utf8)
    /// The most bytes of a line. Longer ones are invalid.
    public static let maximumLength = EventReader.maximumSize + 4096

    static func beginning(_ time: Int64) -> [UInt8] { beginning + Array(String(time).utf8) }

    /// The time of a line, and the index of the rest; nil if it is no line.
    static func time(of line: ArraySlice<UInt8>) -> (time: Int64, rest: Int)? {
        guard line.starts(with: beginning) else { return nil }
        var place = line.startIndex + beginning.count
        var time: Int64 = 0
        let first = place
        while place < line.endIndex, case let digit = line[place], (0x30...0x39).contains(digit), place - first < 16 {
            time = time * 10 + Int64(digit - 0x30)
            place += 1
        }
        guard place > first, place < line.endIndex, line[place] == UInt8(ascii: ",") else { return nil }
        return (time, place)
    }

    /// The time of a line that seems complete; nil if it is no line.
    public static func time(ofWhole line: ArraySlice<UInt8>) -> Int64? {
        line.last == UInt8(ascii: "}") ? time(of: line)?.time : nil
    }
}

/// Splits bytes into lines, whatever the pieces in which they arrive.
public struct LineSplitter: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// There is no line end before this index.
    private var searched = 0

    public init() {}

    public mutating func feed(_ piece: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += piece
    }

    /// The next line without its end; nil if it is not complete.
    ///
    /// - Throws: for a line longer than the most of a recording.
    public mutating func next() throws(RecordingFault) -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: RecordingLine.end) else {
            searched = bytes.count
            guard bytes.count - start <= RecordingLine.maximumLength else { throw .foreign }
            return nil
        }
        defer {
            start = end + 1
            searched = end + 1
        }
        guard end - start <= RecordingLine.maximumLength else { throw .foreign }
        return bytes[start..<end]
    }

    /// The bytes after the last line end.
    public var rest: ArraySlice<UInt8> { bytes[start...] }
}
