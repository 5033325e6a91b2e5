import Crypto
import Shared
import Testing

@Suite struct Ed25519Tests {
    // RFC 8032, section 7.1, tests 1 to 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func knownSignatures(seed: String, publicKey: String, message: String, signature: String) throws {
        let message = try #require(Hex.decode(message))
        let signature = try #require(Hex.decode(signature))
        let key = try Ed25519.PrivateKey(seed: #require(Hex.decode(seed)))
        #expect(Hex.encode(try key.publicKey()) == publicKey)
        #expect(try key.sign(message) == signature)
        let verifier = try VerificationKey.ed25519(#require(Hex.decode(publicKey)))
        #expect(verifier.isValid(signature, for: message))
        #expect(!verifier.isValid(signature, for: message + [0]))
        #expect(!verifier.isValid(Array(signature.dropLast()), for: message))
        var forged = signature
        forged[40] ^= 1
        #expect(!verifier.isValid(forged, for: message))
    }

    @Test func randomKeysWork() throws {
        let key = try Ed25519.PrivateKey(seed: SecureRandom.bytes(32))
        let message = SecureRandom.bytes(1_000)
        #expect(try VerificationKey.ed25519(key.publicKey()).isValid(key.sign(message), for: message))
        let other = try Ed25519.PrivateKey(seed: SecureRandom.bytes(32))
        #expect(try !VerificationKey.ed25519(other.publicKey()).isValid(key.sign(message), for: message))
    }

    @Test func keysOfAnotherLengthAreRefused() {
        let error = #expect(throws: CryptoError.self) { try Ed25519.PrivateKey(seed: [1, 2, 3]) }
        #expect(error?.code == .invalidKey)
        #expect(error?.description == "an Ed25519 key has 32 bytes, this one 3")
        #expect(throws: CryptoError.self) { try VerificationKey.ed25519([]) }
    }
}
