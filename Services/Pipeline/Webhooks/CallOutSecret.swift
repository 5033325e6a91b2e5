internal import Crypto

extension WebhookSecret {
    /// What signs the questions to one address. Each has a secret of its own, made of the installation's: who is asked by one journey can
    /// sign nothing that another would take for Docket's.
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
