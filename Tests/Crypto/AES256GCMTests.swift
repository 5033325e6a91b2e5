import Crypto
import Shared
import Testing

/// Messages that are sealed.
@Suite struct AES256GCMTests {
    private let key = SecureRandom.bytes(32)

    @Test(arguments: [0, 1, 15, 16, 17, 5_000])
    func whatWasSealedIsOpened(length: Int) throws {
        let message = SecureRandom.bytes(length)
        let sealed = try AES256GCM.seal(message, key: key, context: Array("session".utf8))
        #expect(sealed.count == length + 28)
        #expect(AES256GCM.open(sealed, key: key, context: Array("session".utf8)) == message)
    }

    @Test func noTwoSealsAreTheSame() throws {
        let seals = try (0..<10).map { _ in try AES256GCM.seal([1, 2, 3], key: key, context: []) }
        #expect(Set(seals).count == 10)
    }

    @Test func whatWasChangedIsNot() throws {
        let sealed = try AES256GCM.seal(Array("a refresh token".utf8), key: key, context: [1])
        for index in sealed.indices {
            var other = sealed
            other[index] ^= 1
            #expect(AES256GCM.open(other, key: key, context: [1]) == nil)
        }
        for length in 0..<sealed.count { #expect(AES256GCM.open(Array(sealed.prefix(length)), key: key, context: [1]) == nil) }
        #expect(AES256GCM.open(sealed + [0], key: key, context: [1]) == nil)
        #expect(AES256GCM.open(sealed, key: key, context: [2]) == nil && AES256GCM.open(sealed, key: key, context: []) == nil)
        #expect(AES256GCM.open(sealed, key: SecureRandom.bytes(32), context: [1]) == nil)
    }

    /// McGrew and Viega, “The Galois/Counter Mode of Operation”, test case 14: nonce, one block of zeros, tag.
    @Test func theStandardsOwnSealIsOpened() throws {
        let sealed =
            [UInt8](repeating: 0, count: 12) + (try #require(Hex.decode("cea7403d4d606b6e074ec5d3baf39d18")))
            + (try #require(Hex.decode("d0d1c8a799996bf0265b98b5d48ab919")))
        #expect(AES256GCM.open(sealed, key: [UInt8](repeating: 0, count: 32), context: []) == [UInt8](repeating: 0, count: 16))
    }

    @Test func aKeyHasItsLength() {
        #expect(throws: CryptoError.self) { try AES256GCM.seal([1], key: [1, 2, 3], context: []) }
        #expect(AES256GCM.open([UInt8](repeating: 0, count: 40), key: [], context: []) == nil)
    }
}
