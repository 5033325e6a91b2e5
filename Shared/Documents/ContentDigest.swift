/// The SHA-256 of some bytes. It names a blob or a version of a journey's rules, and proves that a file is unchanged.
///
/// JSON and events have it with its algorithm: `sha256:` and 64 lower-case hexadecimal digits. `hex` has the digits
/// alone, for paths and ETags.
public struct ContentDigest: Hashable, Sendable {
    public static let byteCount = 32
    private static let prefix = "sha256:"

    public let hex: String

    /// Digests bytes in memory, for small inputs. Files are digested while they stream.
    public init(of content: [UInt8]) {
        hex = Hexadecimal.encode(SHA256.hash(content))
    }

    /// Takes a digest computed elsewhere. Nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        hex = Hexadecimal.encode(bytes)
    }

    public var bytes: [UInt8] { Hexadecimal.decode(hex) ?? [] }
}

extension ContentDigest: LosslessStringConvertible {
    /// Reads 64 hexadecimal digits, with or without `sha256:` before them.
    public init?(_ description: String) {
        let digits = description.hasPrefix(Self.prefix) ? String(description.dropFirst(Self.prefix.count)) : description
        guard digits.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.decode(digits) else { return nil }
        self.init(bytes: bytes)
    }

    public var description: String { Self.prefix + hex }
}

extension ContentDigest: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is not a SHA-256 digest of 64 hexadecimal digits.")
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Base 16 (RFC 4648, section 8), written in lower case.
package enum Hexadecimal {
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes { append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digit(byte >> 4))
        text.append(digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }

    /// Nil for an odd number of digits or any other character. Reads both cases.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            if let upper = high {
                bytes.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
