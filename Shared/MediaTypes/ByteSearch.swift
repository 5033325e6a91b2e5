/// Reads numbers and signatures from hostile bytes. Everything past the end is nil or false, never a trap.
extension Span<UInt8> {
    package func byte(at offset: Int) -> Int? {
        offset >= 0 && offset < count ? Int(self[offset]) : nil
    }

    func has(_ signature: StaticSignature, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - signature.bytes.count else { return false }
        for (index, byte) in signature.bytes.enumerated() where self[offset + index] != byte { return false }
        return true
    }

    /// At most eight bytes. Also nil for a number beyond any offset in a file.
    package func bigEndian(at offset: Int, bytes: Int) -> Int? {
        var value = 0
        for index in 0..<bytes {
            guard let byte = byte(at: offset + index) else { return nil }
            value = value << 8 | byte
        }
        return value < 0 ? nil : value
    }

    func littleEndian(at offset: Int, bytes: Int) -> Int? {
        var value = 0
        for index in 0..<bytes {
            guard let byte = byte(at: offset + index) else { return nil }
            value |= byte << (8 * index)
        }
        return value
    }
}

/// A few bytes that identify a format.
struct StaticSignature: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, Sendable {
    let bytes: [UInt8]

    init(stringLiteral text: String) {
        bytes = Array(text.utf8)
    }

    init(arrayLiteral bytes: UInt8...) {
        self.bytes = bytes
    }
}
