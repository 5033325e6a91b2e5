import Crypto

/// The receiver's side of Standard Webhooks (version 1, symmetric): verifies signatures.
struct WebhookSignature: Sendable {
    private let key: [UInt8]

    private static let prefix = "whsec_"

    /// `secret`: `whsec_` and the key in Base64.
    init?(secret: String) {
        guard secret.hasPrefix(Self.prefix), let key = Base64.decode(secret.dropFirst(Self.prefix.count)) else { return nil }
        self.key = key
    }

    static func newSecret() -> String { prefix + Base64.encode(SecureRandom.bytes(32)) }

    /// What is wrong with a request; nil if its signature is valid and its time is recent. `now`: seconds since 1970.
    /// `tolerance`: how many seconds its time may differ from now.
    func fault(id: String?, timestamp: String?, signature: String?, body: [UInt8], now: Int, tolerance: Int = 300) -> String? {
        guard let id, !id.isEmpty else { return "webhook-id is missing" }
        guard let timestamp, let time = Int(timestamp) else { return "webhook-timestamp is missing or no number" }
        guard let signature else { return "webhook-signature is missing" }
        guard abs(now - time) <= tolerance else { return "webhook-timestamp is \(abs(now - time)) s away from now" }
        let signed = Array("\(id).\(timestamp).".utf8) + body
        // Several signatures stand beside each other while a secret is being replaced.
        let isValid = signature.split(separator: " ").contains { entry in
            guard entry.hasPrefix("v1,"), let code = Base64.decode(entry.dropFirst(3)) else { return false }
            return HMACSHA256.isValid(code, for: signed, key: key)
        }
        return isValid ? nil : "no signature of webhook-signature is valid"
    }
}
