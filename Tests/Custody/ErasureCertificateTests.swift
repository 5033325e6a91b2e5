import Crypto
import Custody
import Shared
import Testing

struct ErasureCertificateTests {
    private static let key = ContentDigest(of: [7])

    private static func certificate(key: ContentDigest? = key) -> ErasureCertificate {
        ErasureCertificate(
            tenant: "acme", submission: SubmissionID.random(), at: Timestamp(millisecondsSinceEpoch: 0),
            request: .init(basis: "person", actor: "operator:erna", overrulesMinimum: true),
            erased: .init(documents: 1, pages: 2, blobs: 3), key: key)
    }

    @Test(arguments: [key, nil])
    func `what was made is what is read, byte for byte`(key: ContentDigest?) throws {
        let certificate = Self.certificate(key: key)
        let read = try #require(ErasureCertificate(kept: certificate.bytes))
        #expect(read == certificate && read.key == key)
        #expect(read.erased == .init(documents: 1, pages: 2, blobs: 3) && read.request.actor == "operator:erna")
        let keyText = key.map { "\"\($0)\"" } ?? "null"
        #expect(
            String(decoding: certificate.bytes, as: UTF8.self)
                == #"{"erased":{"blobs":3,"documents":1,"pages":2},"erasedAt":"1970-01-01T00:00:00.000Z","key":"# + keyText
                + #","request":{"actor":"operator:erna","basis":"person","overrulesMinimum":true},"submission":""#
                + "\(certificate.submission)" + #"","tenant":"acme"}"#)
        #expect(certificate.note == "certificate \(ContentDigest(of: certificate.bytes))")
    }

    @Test func `it is believed as what was signed, and nothing else is`() async throws {
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        let set = try JSONWebKeySet(CanonicalJSON.encode(keys.keySet))
        let certificate = Self.certificate()
        #expect(try await ErasureCertificate(verifying: certificate.signed(with: keys.current), with: set) == certificate)
        let none = try await SignedDocument.sign(Array("{}".utf8), type: ErasureCertificate.type, with: keys.current)
        #expect(throws: SignedDocument.Fault.malformed) { try ErasureCertificate(verifying: none, with: set) }
        // A manifest by the same key is no certificate.
        let manifest = try await SignedDocument.sign(certificate.bytes, type: SignedManifest.type, with: keys.current)
        #expect(throws: SignedDocument.Fault.unsupported) { try ErasureCertificate(verifying: manifest, with: set) }
    }

    @Test(arguments: [
        ("\"blobs\":3", "\"blobs\":-3"), ("\"blobs\":3", "\"blobs\":1.5"), ("\"pages\":2", "\"pages\":\"2\""),
        ("\"key\":\"sha256:", "\"key\":\"md5:"), ("\"basis\":\"person\",", ""), ("true", "1"), ("{", "["),
    ])
    func `what is no certificate is told`(part: String, instead: String) throws {
        let text = String(decoding: Self.certificate().bytes, as: UTF8.self)
        #expect(text.contains(part))
        #expect(ErasureCertificate(kept: Array(text.replacing(part, with: instead).utf8)) == nil)
    }
}
