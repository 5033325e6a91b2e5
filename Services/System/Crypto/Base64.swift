/// Base64 with padding (RFC 4648, section 4).
public enum Base64 {
    private static let codec = Base64Codec(lastTwo: "+/", isPadded: true)

    public static func encode(_ bytes: some Sequence<UInt8>) -> String { codec.encode(Array(bytes)) }

    /// Strict: nil for missing or wrong padding, blanks, letters of the other alphabet, or left-over bits that are not
    /// zero. So bytes have one spelling only.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { codec.decode(Array(text.utf8)) }
}

/// Base64 for URLs and file names, without padding (RFC 4648, section 5; RFC 7515, section 2).
public enum Base64URL {
    private static let codec = Base64Codec(lastTwo: "-_", isPadded: false)

    public static func encode(_ bytes: some Sequence<UInt8>) -> String { codec.encode(Array(bytes)) }

    /// Strict, as `Base64.decode`; padding is refused.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { codec.decode(Array(text.utf8)) }
}

/// The common part of both alphabets.
private struct Base64Codec: Sendable {
    private static let padding = UInt8(ascii: "=")
    private static let noLetter: UInt8 = 0xFF

    private let letters: [UInt8]
    private let values: [UInt8]
    private let isPadded: Bool

    init(lastTwo: String, isPadded: Bool) {
        letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + Array(lastTwo.utf8)
        var values = [UInt8](repeating: Self.noLetter, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        self.values = values
        self.isPadded = isPadded
    }

    func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var start = 0
        while start < bytes.count {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for position in 0..<group.count + 1 { text.append(letters[Int(bits >> UInt32(18 - 6 * position) & 63)]) }
            if isPadded { text.append(contentsOf: repeatElement(Self.padding, count: 3 - group.count)) }
            start += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    func decode(_ text: [UInt8]) -> [UInt8]? {
        var letters = text[...]
        if isPadded {
            guard text.count.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where letters.last == Self.padding { letters.removeLast() }
        }
        // One letter alone holds no whole byte.
        guard letters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for letter in letters {
            let value = values[Int(letter)]
            guard value != Self.noLetter else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }
}
