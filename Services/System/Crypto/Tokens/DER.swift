/// Writes the few ASN.1 DER (X.690) structures of public keys and signatures.
enum DER {
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap { $0 }) }

    /// A non-negative integer from its big-endian bytes.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        // Without the zero a first bit of one would make it negative.
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        return tagged(0x02, needsZero ? [0] + digits : digits)
    }

    /// A bit string of whole bytes.
    static func bitString(_ bytes: [UInt8]) -> [UInt8] { tagged(0x03, [0] + bytes) }

    /// An object identifier from its encoded form.
    static func objectIdentifier(_ bytes: [UInt8]) -> [UInt8] { tagged(0x06, bytes) }

    static let null: [UInt8] = [0x05, 0x00]

    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
