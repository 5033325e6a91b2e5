import Crypto
import Support
import Testing

/// Certificates of OpenSSL's making, and what their keys have signed.
@Suite(.timeLimit(.minutes(1)))
struct SignerCertificateTests {
    @Test(arguments: [("prime256v1", "-sha256", 32), ("secp384r1", "-sha384", 48), ("secp521r1", "-sha512", 66)])
    func `what its holder has signed holds, and nothing else`(curve: String, digest: String, length: Int) async throws {
        let signer = try await CodeSigner(curve: curve, digest: digest, length: length)
        let certificate = try SignerCertificate(signer.certificate)
        let message = Array("what was signed".utf8)
        let signature = try await signer.sign(message)
        #expect(signature.count == 2 * length && certificate.isValid(signature, for: message))
        #expect(!certificate.isValid(signature, for: message + [0x21]))
        for wrong in [
            [], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: 2 * length), signature.reversed(),
        ] {
            #expect(!certificate.isValid(wrong, for: message))
        }
    }

    @Test func `it is good on its days`() async throws {
        let certificate = try SignerCertificate(try await CodeSigner(days: 30).certificate)
        #expect(certificate.lastDay - certificate.firstDay == 30)
    }

    @Test func `DER is read as PEM is`() async throws {
        let signer = try await CodeSigner()
        let der = try await Program.check("openssl", ["x509", "-outform", "DER"], input: signer.certificate).output
        #expect(try SignerCertificate(der).isValid(try await signer.sign([1]), for: [1]))
    }

    @Test func `what is no certificate over such a curve is refused`() async throws {
        let other = try await CodeSigner(curve: "secp256k1")
        let rsa = try await Program.check(
            "openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/null", "-subj", "/CN=x"]
        ).output
        for bytes in [other.certificate, rsa, [], Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)] {
            #expect(throws: CryptoError.self) { try SignerCertificate(bytes) }
        }
    }
}
