/// The header of a box (ISO/IEC 14496-12, section 4.2).
struct BoxHeader: Sendable {
    /// Four printable characters.
    let type: FourCC
    /// Bytes of the header itself.
    let length: Int
    /// Of header and contents; nil for a box that goes on to the end of the file.
    let size: Int?

    /// Nil for what is no box: fewer than 8 bytes, no name, or a size that does not even hold the header.
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

/// A four-character code.
struct FourCC: Sendable, Hashable, ExpressibleByStringLiteral {
    private let code: UInt32

    init(stringLiteral text: StaticString) {
        code = text.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Nil unless these are four printable ASCII characters.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        var code: UInt32 = 0
        for index in 0..<4 {
            guard let byte = bytes.byte(at: offset + index), (0x20...0x7e).contains(byte) else { return nil }
            code = code << 8 | UInt32(byte)
        }
        self.code = code
    }

    static let meta: FourCC = "meta"
}
