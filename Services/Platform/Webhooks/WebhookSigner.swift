import Crypto

/// The signature of a message by Standard Webhooks 1.0, “Signature scheme”: `v1`, HMAC-SHA256 over `id.timestamp.body`.
struct WebhookSigner: Sendable {
    let secrets: [WebhookSecret]

    /// The value of `webhook-signature`: a signature for each secret, with blanks between them.
    /// The id is without a full stop, which separates what is signed; the timestamp is this try's, in seconds since 1970.
    func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
        let message = Array("\(id).\(timestamp).".utf8) + body
        return secrets.map { "v1," + Base64.encode(HMACSHA256.authenticate(message, key: $0.key)) }.joined(separator: " ")
    }
}
