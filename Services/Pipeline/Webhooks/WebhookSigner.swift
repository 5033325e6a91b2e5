internal import Crypto

/// Signs messages by Standard Webhooks 1.0, “Signature scheme”: `v1`, HMAC-SHA256, and `v1a`, ed25519, over `id.timestamp.body`.
public struct WebhookSigner: Sendable {
    /// The newest first.
    public let secrets: [WebhookSecret]
    public let keys: [WebhookSigningKey]

    public init(secrets: [WebhookSecret], keys: [WebhookSigningKey] = []) {
        self.secrets = secrets
        self.keys = keys
    }

    /// The value of `webhook-signature`: a signature for each secret and key, separated by blanks. The id must not
    /// contain a full stop, which separates the signed parts. The timestamp is the attempt's, in seconds since 1970.
    public func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
        let message = Array("\(id).\(timestamp).".utf8) + body
        let symmetric = secrets.map { "v1," + Base64.encode(HMACSHA256.authenticate(message, key: $0.key)) }
        let asymmetric = keys.compactMap { key in key.signature(of: message).map { "v1a," + Base64.encode($0) } }
        return (symmetric + asymmetric).joined(separator: " ")
    }
}
