import Crypto
import Custody
import Shared
import Support
import Testing

/// Keys of OpenSSL's making, what they sign, and who believes it.
@Suite(.timeLimit(.minutes(1)))
struct SigningKeyTests {
    private static func pem(_ algorithm: [String]) async throws -> String {
        try await Program.check("openssl", ["genpkey"] + algorithm).text
    }

    private static let kinds: [[String]] = [
        ["-algorithm", "ed25519"], ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    ]

    private func keySet(_ keys: SigningKeys) throws -> JSONWebKeySet { try JSONWebKeySet(CanonicalJSON.encode(keys.keySet)) }

    @Test(arguments: kinds)
    func `what a key has signed holds by the published one, and by no other`(kind: [String]) async throws {
        let keys = try SigningKeys(pem: try await Self.pem(kind))
        let signed = try await SignedDocument.sign(Array("{}".utf8), type: "x+jws", with: keys.current)
        let read = try SignedDocument(verifying: signed, type: "x+jws", with: keySet(keys))
        #expect(read.payload == Array("{}".utf8) && read.keyID == keys.current.publicKey.id)
        #expect(throws: SignedDocument.Fault.unsupported) {
            try SignedDocument(verifying: signed, type: "y+jws", with: keySet(keys))
        }
        let others = try SigningKeys(pem: try await Self.pem(kind))
        #expect(throws: SignedDocument.Fault.unknownKey(keys.current.publicKey.id)) {
            try SignedDocument(verifying: signed, type: "x+jws", with: keySet(others))
        }
        let parts = signed.split(separator: ".")
        let changed = [parts[0], Substring(Base64URL.encode(Array("[]".utf8))), parts[2]].joined(separator: ".")
        #expect(throws: SignedDocument.Fault.signature) {
            try SignedDocument(verifying: changed, type: "x+jws", with: keySet(keys))
        }
        for misshapen in ["", "a.b", "\(signed).", "%.%.%"] {
            #expect(throws: SignedDocument.Fault.malformed) {
                try SignedDocument(verifying: misshapen, type: "x+jws", with: keySet(keys))
            }
        }
    }

    @Test(arguments: kinds)
    func `after a rotation both keys are published, the new one signs, and the old one still checks`(kind: [String]) async throws
    {
        let (old, new) = (try await Self.pem(kind), try await Self.pem(kind))
        let publicHalf = try await Program.check("openssl", ["pkey", "-pubout"], input: Array(old.utf8)).text
        let before = try SigningKeys(pem: old)
        let signed = try await SignedDocument.sign([1], type: "x+jws", with: before.current)
        for kept in [old, publicHalf] {
            let keys = try SigningKeys(pem: "# of this year\n\(new)\n# of last year\n\(kept)")
            #expect(keys.published.map(\.id) == [keys.current.publicKey.id, before.current.publicKey.id])
            #expect(try SignedDocument(verifying: signed, type: "x+jws", with: keySet(keys)).payload == [1])
        }
    }

    @Test func `the thumbprint is the one in the appendix of RFC 8037`() throws {
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """
        #expect(try SigningKey(pem: pem).publicKey.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    @Test func `a key that is made is one that openssl reads`() async throws {
        let pem = try SigningKey.makePEM()
        let text = try await Program.check("openssl", ["pkey", "-noout", "-text"], input: Array(pem.utf8)).text
        #expect(text.contains("ED25519 Private-Key"))
        #expect(try SigningKey(pem: pem).publicKey.algorithm == .edDSA)
    }

    @Test func `what cannot sign is said`() async throws {
        #expect(throws: SigningKeys.Fault.self) { try SigningKeys(pem: "") }
        let rsa = try await Self.pem(["-algorithm", "RSA"])
        let fault = #expect(throws: SigningKeys.Fault.self) { try SigningKeys(pem: rsa) }
        #expect(fault?.description.contains("neither an Ed25519 key nor one over the curve P-256") == true)
        let key = try await Self.pem(Self.kinds[0])
        let publicKey = try await Program.check("openssl", ["pkey", "-pubout"], input: Array(key.utf8)).text
        #expect(throws: SigningKeys.Fault.self) { try SigningKeys(pem: publicKey) }
        #expect(throws: SigningKeys.Fault.self) { try SigningKeys(pem: key + rsa) }
    }
}
