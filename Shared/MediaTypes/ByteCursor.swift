/// Reads consecutive big-endian numbers from a range of bytes.
package struct ByteCursor {
    package private(set) var position: Int
    private let end: Int

    package init(_ range: Range<Int>) {
        (position, end) = (range.lowerBound, range.upperBound)
    }

    /// Nil past the end, for more than eight bytes, and for a number beyond any offset in a file.
    package mutating func number(_ count: Int, of bytes: Span<UInt8>) -> Int? {
        guard count <= min(8, end - position), let number = bytes.bigEndian(at: position, bytes: count) else { return nil }
        position += count
        return number
    }

    package mutating func skip(_ count: Int) {
        position = min(end, position + count)
    }

    /// Version and flags of a full box (ISO/IEC 14496-12, 4.2.2).
    mutating func fullBox(of bytes: Span<UInt8>) -> (version: Int, flags: Int)? {
        guard let version = number(1, of: bytes), let flags = number(3, of: bytes) else { return nil }
        return (version, flags)
    }
}
