/// The header of a box (ISO/IEC 14496-12, section 4.2).
struct BoxHeader: Sendable {
    let type: FourCC
    /// The length of the header.
    let length: Int
    /// Of header and contents; nil for a box that extends to the end of its container.
    let size: Int?

    /// Nil for fewer than 8 bytes, and for a size smaller than the header.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        guard let short = bytes.bigEndian(at: offset, bytes: 4), let type = FourCC(bytes, at: offset + 4) else { return nil }
        self.type = type
        switch short {
        case 0:
            size = nil
            length = 8
        case 1:
            guard let long = bytes.bigEndian(at: offset + 8, bytes: 8), long >= 16 else { return nil }
            size = long
            length = 16
        default:
            guard short >= 8 else { return nil }
            size = short
            length = 8
        }
    }
}

/// A box of the ISO base media file format, by its offsets.
package struct ISOBox {
    package let type: FourCC
    package let typeAt: Int
    package let body: Range<Int>

    /// More boxes than any phone writes.
    package static let maximumBoxes = 4096

    /// The sibling boxes in a range, as far as they can be parsed. `budget` is the number of boxes that may still be
    /// examined.
    package static func boxes(in range: Range<Int>, of bytes: Span<UInt8>, _ budget: inout Int) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var position = range.lowerBound
        while budget > 0, position < range.upperBound, let header = BoxHeader(bytes, at: position) {
            budget -= 1
            let size = header.size ?? range.upperBound - position
            guard header.length <= size, size <= range.upperBound - position else { break }
            boxes.append(ISOBox(type: header.type, typeAt: position + 4, body: position + header.length..<position + size))
            position += size
        }
        return boxes
    }
}

/// A four-character code.
package struct FourCC: Sendable, Hashable, ExpressibleByStringLiteral {
    private let code: UInt32

    package init(stringLiteral text: StaticString) {
        code = text.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Nil past the end.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        guard let number = bytes.bigEndian(at: offset, bytes: 4), let code = UInt32(exactly: number) else { return nil }
        self.code = code
    }

    /// Whether it has four printable ASCII characters, as codes in use do.
    var isPrintable: Bool {
        (0..<4).allSatisfy { (0x20...0x7e).contains(code >> (8 * UInt32($0)) & 0xff) }
    }

    package static let meta: FourCC = "meta"
}
