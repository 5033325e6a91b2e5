package import Configuration
package import Custody

/// The configured key for signing evidence.
package enum SigningConfiguration {
    /// Nil if none is set, or if it has a fault, which the reader gets.
    package static func keys(reading reader: inout ConfigurationReader) -> SigningKeys? {
        let text = reader.optionalSecret(
            "DOCKET_SIGNING_KEY",
            "Private key in PEM (Ed25519 or P-256) that signs manifests and heads of logs; keys of before may follow, and are published to check with"
        )
        // One that could not be read is named already.
        guard let text, !text.reveal.isEmpty else { return nil }
        do throws(SigningKeys.Fault) {
            return try SigningKeys(pem: text.reveal)
        } catch {
            reader.fault("DOCKET_SIGNING_KEY", error.description)
            return nil
        }
    }
}
