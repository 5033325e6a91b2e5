import Shared

/// Checks whether a JPEG (ITU T.81) is complete.
enum JPEGEnd {
    /// Whether an end of image follows the first scan. Pictures within application data have ends of their own.
    static func isThere(in bytes: [UInt8]) -> Bool {
        guard let scan = firstScan(of: bytes) else { return false }
        var position = bytes.count - 2
        while position >= scan {
            if bytes[position] == 0xff, bytes[position + 1] == 0xd9 { return true }
            position -= 1
        }
        return false
    }

    /// The offset of the first scan, from the lengths of the segments before it.
    private static func firstScan(of bytes: [UInt8]) -> Int? {
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: [0xff, 0xd8]) }),
            let last = JPEGSegments.segments(of: bytes.span, from: start + 2)?.last, last.marker == JPEGSegments.startOfScan
        else { return nil }
        return last.range.lowerBound
    }
}
