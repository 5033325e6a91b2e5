import Crypto
import Shared
import Testing

/// Keys that follow from keys.
@Suite struct HKDFTests {
    /// RFC 5869, appendix A.1, of which the first 32 bytes are taken; and A.3, with neither salt nor info.
    @Test(arguments: [
        (
            "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
        ),
        ("", "", "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"),
    ])
    func `the standard's own keys are derived`(salt: String, info: String, expected: String) throws {
        let key = SecretBytes([UInt8](repeating: 0x0b, count: 22))
        let derived = HKDFSHA256.derive(
            from: key, salt: try #require(Hex.decode(salt)), info: try #require(Hex.decode(info)))
        // A key shows nothing of itself, so it is known by what it makes of a message.
        let known = SecretBytes(try #require(Hex.decode(expected)))
        #expect(derived.authenticationCode(of: [1, 2, 3]) == known.authenticationCode(of: [1, 2, 3]))
        #expect(known.authenticationCode(of: [1]) == HMACSHA256.authenticate([1], key: try #require(Hex.decode(expected))))
    }

    @Test func `a key is not printed`() {
        let key = SecretBytes(Array("not to be seen".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "[secret]" && !dumped.contains("not") && !String(reflecting: key).contains("not"))
    }

    @Test func `a wrapped key comes back under its own context alone`() throws {
        let (key, secret) = (SecretBytes.random(32), SecretBytes.random(32))
        let wrapped = try AES256GCM.wrap(secret, by: key, context: [1])
        let back = try #require(AES256GCM.unwrap(wrapped, by: key, context: [1]))
        #expect(back.authenticationCode(of: []) == secret.authenticationCode(of: []))
        #expect(AES256GCM.unwrap(wrapped, by: key, context: [2]) == nil)
        #expect(AES256GCM.unwrap(wrapped, by: secret, context: [1]) == nil)
        #expect(AES256GCM.unwrap(Array(wrapped.dropLast()), by: key, context: [1]) == nil)
    }
}
