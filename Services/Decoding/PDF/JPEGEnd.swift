/// Whether a JPEG (ITU T.81) goes on to its end.
enum JPEGEnd {
    /// Whether an end of image follows the first scan. Pictures within the picture, in its application data, have ends of their own.
    static func isThere(in bytes: [UInt8]) -> Bool {
        guard let scan = firstScan(of: bytes) else { return false }
        var position = bytes.count - 2
        while position >= scan {
            if bytes[position] == 0xff, bytes[position + 1] == 0xd9 { return true }
            position -= 1
        }
        return false
    }

    /// Where the first scan begins, by the lengths of the segments before it.
    private static func firstScan(of bytes: [UInt8]) -> Int? {
        guard var position = bytes.indices.first(where: { bytes[$0...].starts(with: [0xff, 0xd8]) }).map({ $0 + 2 }) else {
            return nil
        }
        while position + 4 <= bytes.count {
            // Any number of fill bytes may stand before a marker.
            guard bytes[position] == 0xff, bytes[position + 1] != 0xff else {
                position += 1
                continue
            }
            if bytes[position + 1] == 0xda { return position }
            position += 2 + max(Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]), 2)
        }
        return nil
    }
}
