/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2), by its place in the file.
struct ISOBox {
    let type: String
    let typeAt: Int
    let body: Range<Int>

    /// More than any phone writes.
    static let maximumBoxes = 4096

    /// Those that lie side by side in a range, as far as they can be parsed. `budget` is how many are still looked at.
    static func boxes(in range: Range<Int>, of bytes: [UInt8], _ budget: inout Int) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var position = range.lowerBound
        while budget > 0, range.upperBound - position >= 8 {
            budget -= 1
            var headerBytes = 8
            var size = number(bytes[position..<position + 4])
            if size == 1 {
                guard range.upperBound - position >= 16, bytes[position + 8] == 0 else { break }
                size = number(bytes[position + 8..<position + 16])
                headerBytes = 16
            } else if size == 0 {
                size = range.upperBound - position
            }
            guard size >= headerBytes, size <= range.upperBound - position else { break }
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            boxes.append(ISOBox(type: type, typeAt: position + 4, body: position + headerBytes..<position + size))
            position += size
        }
        return boxes
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
