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
        hex = Hex.encode(SHA256.hash(content))
    }

    /// Takes a digest computed elsewhere. Nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        hex = Hex.encode(bytes)
    }

    public var bytes: [UInt8] { Hex.decode(hex) ?? [] }
}

extension ContentDigest: LosslessStringConvertible {
    /// Reads 64 hexadecimal digits, with or without `sha256:` before them.
    public init?(_ description: String) {
        let digits = description.hasPrefix(Self.prefix) ? String(description.dropFirst(Self.prefix.count)) : description
        guard digits.utf8.count == Self.byteCount * 2, let bytes = Hex.decode(digits) else { return nil }
        self.init(bytes: bytes)
    }

    public var description: String { Self.prefix + hex }
}

extension ContentDigest: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: { Self($0) }, or: "This is not a SHA-256 digest of 64 hexadecimal digits.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
