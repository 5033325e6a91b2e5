import Crypto
import FoundationEssentials
import Support
import Testing

/// Keys of OpenSSL's; signatures judged by our own verifier, which is held to Python's `cryptography`.
@Suite(.timeLimit(.minutes(1))) struct ES256Tests {
    private func key(_ options: [String]) async throws -> String {
        try await Program.check("openssl", ["genpkey", "-algorithm"] + options).text
    }

    private func publicKey(of pem: String) async throws -> VerificationKey {
        // The point is the last 65 bytes of the key's own form: 4, x, y.
        let form = try await Program.check("openssl", ["pkey", "-pubout", "-outform", "DER"], input: Array(pem.utf8)).output
        let point = Array(form.suffix(64))
        return try .p256(x: Array(point[..<32]), y: Array(point[32...]))
    }

    @Test func whatIsSignedIsVerified() async throws {
        let pem = try await key(["EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
        let (signer, verifier) = (try ES256.PrivateKey(pem: pem), try await publicKey(of: pem))
        // Numbers that begin with zeros are among so many.
        for number in 0..<600 {
            let message = Array("message \(number)".utf8)
            let signature = try signer.sign(message)
            #expect(signature.count == ES256.signatureLength)
            #expect(verifier.isValid(signature, for: message))
            if number == 0 {
                #expect(!verifier.isValid(signature, for: message + [0]))
                // The same two numbers in another spelling, and parts of them.
                #expect(!verifier.isValid(Array(signature[..<32]) + [0] + signature[32...], for: message))
                for length in [0, 31, 32, 63] { #expect(!verifier.isValid(Array(signature[..<length]), for: message)) }
            }
        }
        let token = try ES256.token(header: #"{"alg":"ES256"}"#, claims: #"{"iat":1}"#, key: signer)
        let parts = token.split(separator: ".")
        #expect(parts.count == 3 && parts[0] == "eyJhbGciOiJFUzI1NiJ9")
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(verifier.isValid(signature, for: Array(parts[..<2].joined(separator: ".").utf8)))
    }

    @Test func otherKeysAreRefused() async throws {
        let others = [
            "", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            try await key(["EC", "-pkeyopt", "ec_paramgen_curve:P-384"]), try await key(["ed25519"]),
            try await key(["EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes256", "-pass", "pass:secret"]),
        ]
        for pem in others {
            let error = #expect(throws: CryptoError.self) { try ES256.PrivateKey(pem: pem) }
            #expect(error?.code == .invalidKey)
        }
    }
}
