import CLibcrypto
import Crypto
import Testing

@testable import Shared

/// `Shared` has digests and ciphers in Swift, for it links no library. They answer what libcrypto answers.
@Suite struct PortableCipherTests {
    /// Lengths around the blocks of 16, 64 and 128 bytes, and what a PDF's password hash takes.
    static let lengths = [0, 1, 15, 16, 17, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 4_096, 9_973]

    @Test(arguments: lengths) func digestsAreThoseOfLibcrypto(length: Int) throws {
        let bytes = SecureRandom.bytes(length)
        #expect(Shared.SHA256.hash(bytes) == Digest.hash(bytes, .sha256))
        #expect(SHA512.hash(bytes, .bits512) == Digest.hash(bytes, .sha512))
        #expect(SHA512.hash(bytes, .bits384) == (try Self.digest(bytes, EVP_sha384())))
        #expect(MD5.hash(bytes) == (try Self.digest(bytes, EVP_md5())))
        #expect(
            Shared.SHA256.authenticationCode(for: bytes, key: Array(bytes.prefix(100)))
                == HMACSHA256.authenticate(bytes, key: Array(bytes.prefix(100))))
    }

    @Test(arguments: lengths.filter { $0 >= 16 }) func blocksAreEncryptedAsByLibcrypto(length: Int) throws {
        let (key, vector) = (SecureRandom.bytes(16), SecureRandom.bytes(16))
        let whole = SecureRandom.bytes(length / 16 * 16)
        #expect(
            AES128(key: key).encryptCBC(whole, vector: vector)
                == (try Self.encrypted(whole, EVP_aes_128_cbc(), key: key, vector: vector)))
    }

    // RFC 6229: libcrypto has RC4 in a provider that not every installation has.
    @Test(arguments: [
        ("0102030405", "b2396305f03dc027ccc3524a0a1118a8"),
        ("0102030405060708090a0b0c0d0e0f10", "9ac7cc9a609d1ef7b2932899cde41b97"),
    ])
    func aStreamIsEncryptedAsTheStandardSays(key: String, stream: String) throws {
        let key = try #require(Hex.decode(key))
        #expect(Hex.encode(RC4.apply(key, to: [UInt8](repeating: 0, count: 16))) == stream)
    }

    private static func digest(_ bytes: [UInt8], _ algorithm: OpaquePointer?) throws -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: CUnsignedInt = 0
        try #require(EVP_Digest(bytes, bytes.count, &digest, &length, algorithm, nil) == 1)
        return Array(digest.prefix(Int(length)))
    }

    private static func encrypted(
        _ bytes: [UInt8], _ cipher: OpaquePointer?, key: [UInt8], vector: [UInt8]
    ) throws -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        try #require(EVP_EncryptInit_ex(context, cipher, nil, key, vector) == 1)
        EVP_CIPHER_CTX_set_padding(context, 0)
        var result = [UInt8](repeating: 0, count: bytes.count + 16)
        var length: CInt = 0
        try #require(EVP_EncryptUpdate(context, &result, &length, bytes, CInt(bytes.count)) == 1)
        return Array(result.prefix(Int(length)))
    }
}
