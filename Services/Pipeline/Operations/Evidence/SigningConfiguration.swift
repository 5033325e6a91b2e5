package import Configuration
import Crypto
package import Custody
import PKCS11

/// The configured key for signing evidence: in memory, or in a token.
package enum SigningConfiguration {
    private static let variable = "DOCKET_SIGNING_KEY"

    /// Nil if none is set, or if it has a fault, which the reader gets.
    package static func keys(reading reader: inout ConfigurationReader) -> SigningKeys? {
        let text = reader.optionalSecret(
            variable,
            "Private key in PEM (Ed25519 or P-256) that signs manifests and heads of logs; keys of before may follow, and are published to check with"
        )
        let isInToken = reader.optionalString(TokenSigner.variable, TokenSigner.help) != nil
        let key = TokenKey(reading: &reader, TokenSigner.variable, .ellipticCurve, TokenSigner.help)
        guard let text else {
            if isInToken { reader.fault(variable, "is not set; \(TokenSigner.variable) needs the public half of its key there") }
            return nil
        }
        // What could not be read is named already.
        guard !text.reveal.isEmpty, isInToken == (key != nil) else { return nil }
        do throws(SigningKeys.Fault) {
            guard let key else { return try SigningKeys(pem: text.reveal) }
            return try SigningKeys(publicPEM: text.reveal, .es256) { TokenSigner($0, key) }
        } catch {
            reader.fault(variable, error.description)
            return nil
        }
    }
}
