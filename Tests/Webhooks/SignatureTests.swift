import Crypto
import Testing
import Webhooks

@Suite struct SignatureTests {
    /// Standard Webhooks' own test vector.
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private func signer(_ secrets: String = secret) throws -> WebhookSigner {
        WebhookSigner(secrets: try WebhookSecret.parse(list: secrets))
    }

    @Test func theVectorOfTheSpecification() throws {
        let signature = try signer().signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func eachSecretSigns() throws {
        let other = "whsec_" + Base64.encode([UInt8](repeating: 7, count: 32))
        let body = Array("{}".utf8)
        let both = try signer("\(other) \(Self.secret)").signature(id: "a", timestamp: 1, body: body)
        let each = try [other, Self.secret].map { try signer($0).signature(id: "a", timestamp: 1, body: body) }
        #expect(both == each.joined(separator: " "))
    }

    @Test func anAsymmetricKeySignsBesideTheSecrets() throws {
        let seed = [UInt8](repeating: 9, count: 32)
        let key = try #require(WebhookSigningKey(seed: seed))
        let signature = WebhookSigner(secrets: try WebhookSecret.parse(list: Self.secret), keys: [key])
            .signature(id: "a", timestamp: 1, body: Array("{}".utf8))
        let parts = signature.split(separator: " ")
        #expect(parts.count == 2 && parts[0].hasPrefix("v1,") && parts[1].hasPrefix("v1a,"))
        let publicBytes = try #require(Base64.decode(key.publicText.dropFirst(WebhookSigningKey.publicPrefix.count)))
        let bytes = try #require(Base64.decode(parts[1].dropFirst(4)))
        let publicKey = try VerificationKey.ed25519(publicBytes)
        #expect(publicKey.isValid(bytes, for: Array("a.1.{}".utf8)))
        #expect(!publicKey.isValid(bytes, for: Array("a.2.{}".utf8)))
        #expect(WebhookSigningKey(seed: [1]) == nil)
    }

    @Test func theTimestampAndTheIDAreSigned() throws {
        let signer = try signer()
        let first = signer.signature(id: "a", timestamp: 1, body: [])
        #expect(first != signer.signature(id: "a", timestamp: 2, body: []))
        #expect(first != signer.signature(id: "b", timestamp: 1, body: []))
        #expect(first != signer.signature(id: "a", timestamp: 1, body: [0]))
    }

    @Test(arguments: [
        ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", WebhookSecretFault.noPrefix), ("", .noPrefix), ("   ", .noPrefix),
        ("whsec_", .wrongLength(0)), ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", .notBase64), ("whsec_-_-_", .notBase64),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa0=", .wrongLength(23)),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_AAAA", .wrongLength(3)),
    ])
    func aBadSecretIsRefusedWithoutBeingQuoted(text: String, fault: WebhookSecretFault) {
        do {
            _ = try WebhookSecret.parse(list: text)
            Issue.record("accepted")
        } catch {
            #expect(error == fault)
            #expect(!error.description.contains("MfKQ"))
        }
    }

    @Test(arguments: [24, 25, 64]) func secretsOfTheAllowedLengths(count: Int) throws {
        let key = [UInt8](repeating: 1, count: count)
        #expect(try WebhookSecret("whsec_" + Base64.encode(key)).key == key)
        #expect(throws: WebhookSecretFault.wrongLength(65)) {
            try WebhookSecret("whsec_" + Base64.encode([UInt8](repeating: 1, count: 65)))
        }
    }
}
