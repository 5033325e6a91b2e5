import Crypto
import Shared
import Testing

@Suite struct DigestTests {
    // FIPS 180-4 examples and RFC 3174.
    @Test(arguments: [
        (DigestAlgorithm.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            .sha512, "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func knownDigests(algorithm: DigestAlgorithm, message: String, hex: String) {
        #expect(Hex.encode(Digest.hash(Array(message.utf8), algorithm)) == hex)
        #expect(algorithm.length * 2 == hex.utf8.count)
    }

    @Test func aMillionLettersInPieces() {
        var digest = Digest()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 977)
        var left = 1_000_000
        while left > 0 {
            digest.update(piece[..<min(left, piece.count)])
            left -= min(left, piece.count)
        }
        #expect(Hex.encode(digest.finalize()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func aSnapshotDoesNotEndIt() {
        var digest = Digest()
        digest.update(Array("a".utf8))
        #expect(digest.snapshot() == SHA256.hash("a"))
        digest.update([])
        digest.update(Array("bc".utf8))
        #expect(digest.snapshot() == SHA256.hash("abc"))
        #expect(digest.finalize() == SHA256.hash("abc"))
    }

    // RFC 4231, cases 1, 2 and 6, and an empty key.
    @Test(arguments: [
        (
            String(repeating: "0b", count: 20), "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            String(repeating: "aa", count: 131),
            "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func knownCodes(key: String, message: String, code: String) throws {
        let key = try #require(Hex.decode(key))
        let message = try #require(Hex.decode(message))
        #expect(Hex.encode(HMACSHA256.authenticate(message, key: key)) == code)
        var bytes = try #require(Hex.decode(code))
        #expect(HMACSHA256.isValid(bytes, for: message, key: key))
        bytes[31] ^= 1
        #expect(!HMACSHA256.isValid(bytes, for: message, key: key))
        #expect(!HMACSHA256.isValid([], for: message, key: key))
    }

    /// The test vector of Standard Webhooks.
    @Test func standardWebhooksVector() throws {
        let key = try #require(Base64.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signed = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}"
        #expect(
            Base64.encode(HMACSHA256.authenticate(Array(signed.utf8), key: key))
                == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func equality() {
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1, 2], [1, 2]))
        #expect(!constantTimeEquals([1, 2], [1, 3]))
        #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
    }

    @Test func randomBytesDiffer() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(SecureRandom.bytes(32).count == 32)
        #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
        #expect(SecureRandom.token(byteCount: 32).utf8.count == 43)
    }
}
