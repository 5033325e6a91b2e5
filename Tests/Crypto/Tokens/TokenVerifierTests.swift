import Crypto
import FoundationEssentials
import Support
import Testing

/// Tokens that a Python library has made, good ones and forged ones.
@Suite(.timeLimit(.minutes(5))) struct TokenVerifierTests {
    private struct Forge: Decodable {
        struct Token: Decodable {
            let name: String
            let token: String
            /// What has to be said of it; nil for a good one.
            let refusal: String?
        }

        let keys: String
        let now: Double
        let tokens: [Token]
    }

    @Test func goodTokensOfThreeAlgorithmsAreBelievedAndForgeriesAreNot() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["cryptography"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing)")
        }
        let made = try await Program.check(python, ["-c", TokenForge.script])
        let forge = try JSONDecoder().decode(Forge.self, from: Data(made.output))
        let keys = try JSONWebKeySet(Array(forge.keys.utf8))
        let verifier = TokenVerifier(issuer: "https://issuer.example", audiences: ["docket", "docket-staging"])
        for token in forge.tokens {
            let refusal: TokenRefusal?
            do throws(TokenRefusal) {
                let claims = try verifier.verify(token.token, with: keys, now: forge.now)
                refusal = nil
                #expect(claims.subject == "person-7", "\(token.name)")
                #expect(claims.string("tenant") == "acme", "\(token.name)")
                #expect(claims.strings("roles") == ["client", "reviewer"], "\(token.name)")
            } catch {
                refusal = error
            }
            #expect(refusal?.rawValue == token.refusal, "\(token.name)")
        }
        #expect(forge.tokens.filter { $0.refusal == nil }.count >= 6)
        #expect(forge.tokens.filter { $0.refusal != nil }.count >= 44)
    }

    @Test(arguments: [
        (#"{"keys": []}"#, "no key"),
        (#"[]"#, "not a JSON Web Key Set"),
        ("", "not a JSON Web Key Set"),
        (#"{"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}"#, "no key"),
        (#"{"keys": [{"kty": "RSA", "kid": "old", "n": "AQAB", "e": "AQAB"}]}"#, "key 1 (old): an RSA key has 2048"),
        (#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "AAAA"}]}"#, "32 bytes"),
        (#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "A+A="}]}"#, "base64url"),
        (#"{"keys": [{"kty": "OKP", "crv": "Ed25519"}]}"#, "“x” is missing"),
        (
            #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE","#
                + #""y": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"}]}"#, "cannot be used"
        ),
    ])
    func aKeySetThatVerifiesNothingIsRefused(document: String, complaint: String) {
        do {
            _ = try JSONWebKeySet(Array(document.utf8))
            Issue.record("accepted: \(document)")
        } catch {
            #expect(error.description.contains(complaint), "\(error)")
        }
    }

    @Test func moreKeysThanAnybodyHasAreRefused() {
        let key = #"{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
        func keys(_ count: Int) -> [UInt8] {
            Array(#"{"keys": [\#(Array(repeating: key, count: count).joined(separator: ","))]}"#.utf8)
        }
        #expect(throws: Never.self) { try JSONWebKeySet(keys(64)) }
        #expect(throws: JSONWebKeySet.Fault.self) { try JSONWebKeySet(keys(65)) }
    }
}
