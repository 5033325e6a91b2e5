public import PostgresStore

extension WebhookSigner {
    /// Signs with an endpoint's keys, in their order.
    public init(_ keys: [WebhookKey]) {
        self.init(
            secrets: keys.filter { $0.kind == .symmetric }.compactMap { try? WebhookSecret(key: $0.bytes) },
            keys: keys.filter { $0.kind == .asymmetric }.compactMap { WebhookSigningKey(seed: $0.bytes) })
    }
}

extension WebhookKey {
    /// The text for its receiver to verify with: the secret (`whsec_…`), or the public half (`whpk_…`). Nil for a key
    /// that signs nothing.
    public var receiverText: String? {
        switch kind {
        case .symmetric: (try? WebhookSecret(key: bytes))?.text
        case .asymmetric: WebhookSigningKey(seed: bytes)?.publicText
        }
    }
}
