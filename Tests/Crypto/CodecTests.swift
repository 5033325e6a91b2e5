import Crypto
import Shared
import Testing

@Suite struct CodecTests {
    // RFC 4648, section 10.
    @Test(arguments: [
        ("", "", "", ""), ("f", "66", "Zg==", "Zg"), ("fo", "666f", "Zm8=", "Zm8"), ("foo", "666f6f", "Zm9v", "Zm9v"),
        ("foob", "666f6f62", "Zm9vYg==", "Zm9vYg"), ("fooba", "666f6f6261", "Zm9vYmE=", "Zm9vYmE"),
        ("foobar", "666f6f626172", "Zm9vYmFy", "Zm9vYmFy"),
    ])
    func knownTexts(text: String, hex: String, base64: String, url: String) {
        let bytes = Array(text.utf8)
        #expect(Hex.encode(bytes) == hex && Hex.decode(hex) == bytes)
        #expect(Base64.encode(bytes) == base64 && Base64.decode(base64) == bytes)
        #expect(Base64URL.encode(bytes) == url && Base64URL.decode(url) == bytes)
    }

    @Test func theAlphabetsDiffer() {
        #expect(Base64.encode([0xFB, 0xFF, 0xFE]) == "+//+")
        #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
        #expect(Base64.decode("-__-") == nil)
        #expect(Base64URL.decode("+//+") == nil)
    }

    @Test func allBytesRoundTrip() {
        for length in 0..<70 {
            let bytes = SecureRandom.bytes(length)
            #expect(Hex.decode(Hex.encode(bytes)) == bytes)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zg==Zg==", "=", "====", "Z===", "Zh==", "Zm9=", "Zm9v\n", " Zm9v", "Zm9v====", "Zm=v", "Z g=",
        "Zmé=",
    ])
    func base64IsStrict(text: String) { #expect(Base64.decode(text) == nil) }

    @Test(arguments: ["Zg==", "Z", "Zh", "Zm9", "Zm9vY", "Zm9v\n", "Zm.v"])
    func base64URLIsStrict(text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test(arguments: ["0", "0g", " 00", "0x00", "é"])
    func hexIsStrict(text: String) { #expect(Hex.decode(text) == nil) }

    @Test func hexTakesBothCases() { #expect(Hex.decode("aAFf") == [0xAA, 0xFF]) }
}
