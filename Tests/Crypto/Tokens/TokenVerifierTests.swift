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

    /// “é” of one scalar and of two are equal to `==`, and are two names to everybody else.
    @Test func anIssuerOrAudienceThatOnlyLooksLikeOursIsAnother() throws {
        let key = try Ed25519.PrivateKey(seed: SecureRandom.bytes(32))
        let x = Base64URL.encode(try key.publicKey())
        let keys = try JSONWebKeySet(Array(#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "\#(x)"}]}"#.utf8))
        let verifier = TokenVerifier(issuer: "https://caf\u{E9}.example", audiences: ["t\u{E9}"])
        func refusal(_ issuer: String, _ audience: String) throws -> TokenRefusal? {
            let head = Base64URL.encode(Array(#"{"alg":"EdDSA"}"#.utf8))
            let claims = Base64URL.encode(Array(#"{"iss":"\#(issuer)","aud":\#(audience),"exp":1000}"#.utf8))
            let signature = Base64URL.encode(try key.sign(Array("\(head).\(claims)".utf8)))
            do throws(TokenRefusal) {
                _ = try verifier.verify("\(head).\(claims).\(signature)", with: keys, now: 0)
                return nil
            } catch { return error }
        }
        #expect(try refusal("https://caf\u{E9}.example", "\"t\u{E9}\"") == nil)
        #expect(try refusal("https://caf\u{E9}.example", "[\"x\", \"t\u{E9}\"]") == nil)
        #expect(try refusal("https://cafe\u{301}.example", "\"t\u{E9}\"") == .issuer)
        #expect(try refusal("https://caf\u{E9}.example", "\"te\u{301}\"") == .audience)
        #expect(try refusal("https://caf\u{E9}.example", "[\"te\u{301}\"]") == .audience)
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
