internal import Crypto

extension WebhookSecret {
    /// The secret that signs the questions to one address, derived from the installation's. Each address has its own: a
    /// service of one journey cannot sign questions that another would accept as Docket's.
    public func forCallOut(to url: String) -> WebhookSecret {
        WebhookSecret(derived: HMACSHA256.authenticate(Array("docket-callout\n\(url)".utf8), key: key))
    }
}

extension WebhookSigner {
    /// Signs questions to an address. `secrets` are the installation's, the newest first.
    public init(callingOutTo url: String, with secrets: [WebhookSecret]) {
        self.init(secrets: secrets.map { $0.forCallOut(to: url) })
    }
}
