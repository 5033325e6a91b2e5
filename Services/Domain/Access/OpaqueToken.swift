internal import Crypto
internal import Shared

/// A secret token of Docket that names its kind and its row: `dk_0123456789ab_` and 43 letters of base64url.
///
/// Only its digest is stored. The secret has 256 random bits, so a plain hash of it resists a search.
public struct OpaqueToken: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case key = "dk"
        case link = "dl"
        /// Of a developer of the tenant's, who comes to its portal; it comes in a cookie alone.
        case portal = "dp"
        /// Of who has signed in at the desk; it comes in a cookie alone.
        case session = "ds"
        /// For a browser that is signing in, until it returns from the issuer.
        case signIn = "di"
    }

    public let kind: Kind
    /// Finds the row. It is no secret.
    public let prefix: String
    /// The whole token. It is shown once, and never stored.
    public let text: String

    private static let prefixBytes = 6
    private static let secretBytes = 32

    /// Makes a new token.
    public init(_ kind: Kind) {
        self.kind = kind
        prefix = Hex.encode(SecureRandom.bytes(Self.prefixBytes))
        text = "\(kind.rawValue)_\(prefix)_\(SecureRandom.token(byteCount: Self.secretBytes))"
    }

    /// Derives the token of a seed. Any holder of the key can derive it again, so it need not be stored.
    package init(_ kind: Kind, seed: [UInt8], key: [UInt8]) {
        func code(_ part: String) -> [UInt8] { HMACSHA256.authenticate(Array("\(part)\u{0}".utf8) + seed, key: key) }
        self.kind = kind
        prefix = Hex.encode(Array(code("prefix").prefix(Self.prefixBytes)))
        text = "\(kind.rawValue)_\(prefix)_\(Base64URL.encode(code("secret")))"
    }

    /// Nil for a text of another form.
    public init?(_ text: some StringProtocol) {
        // The secret may hold underscores itself.
        let parts = Substring(text).split(at: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard text.utf8.count < 80, parts.count == 3, let kind = Kind(rawValue: String(parts[0])),
            Self.isPrefix(parts[1]), Base64URL.decode(parts[2])?.count == Self.secretBytes
        else { return nil }
        self.kind = kind
        prefix = String(parts[1])
        self.text = String(text)
    }

    public var digest: [UInt8] { SHA256.hash(text) }

    /// Compares in constant time.
    public func matches(_ digest: [UInt8]) -> Bool { constantTimeEquals(self.digest, digest) }

    /// Whether the text has the form of a prefix.
    public static func isPrefix(_ text: some StringProtocol) -> Bool {
        text.utf8.count == prefixBytes * 2
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

extension OpaqueToken: CustomStringConvertible {
    /// Without its secret.
    public var description: String { "\(kind.rawValue)_\(prefix)_…" }
}
