/// Numbers one after the other, the most significant byte first.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// Nil at the end, and for a number that is greater than any place in a file.
    mutating func number(_ count: Int) -> Int? {
        guard count <= min(8, end - position), count < 8 || bytes[position] < 0x80 else { return nil }
        defer { position += count }
        return ISOBox.number(bytes[position..<position + count])
    }

    mutating func skip(_ count: Int) {
        position = min(end, position + count)
    }

    /// Version and flags (ISO/IEC 14496-12, 4.2.2).
    mutating func fullBox() -> (version: Int, flags: Int)? {
        guard let version = number(1), let flags = number(3) else { return nil }
        return (version, flags)
    }
}
