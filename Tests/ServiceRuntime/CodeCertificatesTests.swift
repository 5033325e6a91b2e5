import Configuration
import Crypto
import FoundationEssentials
import ServiceRuntime
import Shared
import Support
import Testing

/// A folder of certificates, and what the codes that they signed prove.
@Suite(.timeLimit(.minutes(1)))
struct CodeCertificatesTests {
    private static let today = CalendarDate(Timestamp(Date()), in: .utc)

    private static func read(_ folder: String) -> (certificates: CodeCertificates, faults: [String]) {
        var reader = ConfigurationReader(environment: [CodeCertificates.variable: folder])
        let certificates = CodeCertificates(reading: &reader)
        do {
            try reader.finish()
            return (certificates, [])
        } catch {
            return (certificates, error.faults.map(\.problem))
        }
    }

    @Test func `a code is proven by the certificate that it names`() async throws {
        let (signer, other) = (try await CodeSigner(), try await CodeSigner())
        let folder = try TemporaryFolder("codes")
        try Data(signer.certificate).write(to: URL(filePath: "\(folder.path)/FR000001.pem"))
        try Data(other.certificate).write(to: URL(filePath: "\(folder.path)/FR000002.crt"))
        let (certificates, faults) = Self.read(folder.path)
        #expect(faults == [])
        let code = try await signer.code(signedOn: Self.today)
        #expect(certificates.proof(of: try #require(TwoDDoc(code))) == true)

        var moved = code
        let town = try #require(code.firstRange(of: Array("METZ".utf8)))
        moved.replaceSubrange(town, with: Array("NICE".utf8))
        #expect(certificates.proof(of: try #require(TwoDDoc(moved))) == false)
        #expect(certificates.proof(of: try #require(TwoDDoc(try await other.code(signedOn: Self.today)))) == false)
        // Whoever has stolen the key of a certificate that has ended gives another day, or none that helps.
        for day in [Self.today.adding(days: -2), Self.today.adding(days: 40)] {
            #expect(certificates.proof(of: try #require(TwoDDoc(try await signer.code(signedOn: day)))) == false)
        }
        let unknown = Array(String(decoding: code, as: UTF8.self).replacing("FR000001", with: "FR010001").utf8)
        #expect(certificates.proof(of: try #require(TwoDDoc(unknown))) == nil)
    }

    @Test func `every file that is none is named`() async throws {
        let folder = try TemporaryFolder("codes")
        let signer = try await CodeSigner()
        for (name, bytes) in [
            ("FR000001.pem", signer.certificate), ("FR000001.der", signer.certificate), ("fr000002.pem", signer.certificate),
            ("FR000003.pem", [0x20]), ("readme", []), (".hidden", []),
        ] {
            try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        let faults = Self.read(folder.path).faults
        #expect(faults.count == 4, "\(faults)")
        for name in ["FR000001.pem", "fr000002.pem", "FR000003.pem", "readme"] {
            #expect(faults.contains { $0.contains("“\(name)”") }, "\(name): \(faults)")
        }
        #expect(Self.read("/nowhere").faults.count == 1)
        #expect(Self.read("").faults == [])
    }
}
