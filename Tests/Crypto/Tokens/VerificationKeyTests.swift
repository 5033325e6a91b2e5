import Crypto
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct VerificationKeyTests {
    @Test func anRSAKeyWithWhichEverybodySignsIsRefused() async throws {
        let pem = try await Program.check("openssl", ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]).output
        let line = try await Program.check("openssl", ["rsa", "-noout", "-modulus"], input: pem).text
        let modulus = try #require(Hex.decode(line.lowercased().filter(\.isHexDigit).suffix(512).description))
        _ = try VerificationKey.rsa(modulus: modulus, exponent: [1, 0, 1])
        for exponent: [UInt8] in [[1], [0, 1], [2], [1, 0], [0], [], [UInt8](repeating: 255, count: 9)] {
            let error = #expect(throws: CryptoError.self) { try VerificationKey.rsa(modulus: modulus, exponent: exponent) }
            #expect(error?.code == .invalidKey, "\(exponent)")
        }
    }
}
