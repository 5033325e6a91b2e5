internal import Crypto
import Shared

/// A hash of a tenant's log (RFC 9162, section 2.1.1): of a leaf, or of two hashes. Their first bytes differ, so that one
/// cannot pass for the other.
public struct LogHash: Sendable, Hashable, CustomStringConvertible {
    public static let length = 32

    public let bytes: [UInt8]

    /// Nil unless there are 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// From 64 hexadecimal digits, the form of `description`.
    public init?(hex: String) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(bytes)
    }

    /// Of a log without leaves.
    public static let empty = LogHash(hashing: [])

    public init(leaf content: [UInt8]) { self.init(hashing: [0x00] + content) }

    /// Of a row's leaf. It also commits to the submission's id, even after the salt is deleted.
    public init(commitment: [UInt8], submission: String?) { self.init(leaf: commitment + Array((submission ?? "").utf8)) }

    public init(_ left: LogHash, _ right: LogHash) { self.init(hashing: [0x01] + left.bytes + right.bytes) }

    private init(hashing content: [UInt8]) { bytes = SHA256.hash(content) }

    public var description: String { Hex.encode(bytes) }
}
