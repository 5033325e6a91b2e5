/// The segments of a whole JPEG up to its first scan (ITU-T T.81, annex B).
///
/// Two other parsers read segments. `JPEGParser` sniffs a stream, without the whole file. `CleanJPEG` continues through
/// the scans, and allows only listed segments.
package enum JPEGSegments {
    package struct Segment: Sendable, Hashable {
        /// The marker's second byte.
        package let marker: UInt8
        /// From the marker's first byte to the segment's end. For the start of a scan and the end of the picture, only
        /// the marker.
        package let range: Range<Int>
        /// The bytes between the previous segment and this one: fill bytes, and stray ones.
        package let gap: Range<Int>
    }

    package static let startOfScan: UInt8 = 0xda
    private static let endOfImage: UInt8 = 0xd9
    private static let maximumSegments = 4096

    /// Segments from `start` on, right after the picture's first marker. The last one is the start of a scan or the end
    /// of the picture. Nil if the segments cannot be followed that far.
    package static func segments(of bytes: Span<UInt8>, from start: Int = 2) -> [Segment]? {
        var segments: [Segment] = []
        var end = start
        while segments.count < maximumSegments {
            var position = end
            // A marker may have any number of 0xff before it.
            while position < bytes.count - 1, bytes[position] != 0xff || bytes[position + 1] == 0 || bytes[position + 1] == 0xff {
                position += 1
            }
            guard position < bytes.count - 3 else { return nil }
            let marker = bytes[position + 1]
            let gap = end..<position
            if marker == startOfScan || marker == endOfImage {
                return segments + [Segment(marker: marker, range: position..<position + 2, gap: gap)]
            }
            let isAlone = (0xd0...0xd8).contains(marker) || marker == 1
            let length = isAlone ? 0 : bytes.bigEndian(at: position + 2, bytes: 2) ?? 0
            guard isAlone || length >= 2 else { return nil }
            end = position + 2 + length
            segments.append(Segment(marker: marker, range: position..<end, gap: gap))
        }
        return nil
    }
}
