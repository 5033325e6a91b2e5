package import Configuration
package import Custody

/// The key that evidence is signed with, as whoever signs is given it.
package enum SigningConfiguration {
    /// Nil where none is set, or the reader was told what is wrong with it.
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
