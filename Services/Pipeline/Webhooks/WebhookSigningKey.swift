internal import Crypto

/// An asymmetric signing key of Standard Webhooks (`v1a`, ed25519). The receiver has the public half, `whpk_` and its 32
/// bytes in base64, and cannot sign with it.
public struct WebhookSigningKey: Sendable {
    public static let publicPrefix = "whpk_"

    private let key: Ed25519.PrivateKey
    /// The notation for its receiver.
    public let publicText: String

    /// From the 32 bytes that RFC 8032 calls the private key. Nil for another length.
    public init?(seed: [UInt8]) {
        guard let key = try? Ed25519.PrivateKey(seed: seed), let publicKey = try? key.publicKey() else { return nil }
        self.key = key
        publicText = Self.publicPrefix + Base64.encode(publicKey)
    }

    /// Nil only if the library has no memory left.
    func signature(of message: [UInt8]) -> [UInt8]? { try? key.sign(message) }
}
