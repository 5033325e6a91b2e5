import Crypto
import Custody
import Shared
import Testing

struct ManifestCheckTests {
    private let keys: SigningKeys
    private let set: JSONWebKeySet

    init() throws {
        keys = try SigningKeys(pem: SigningKey.makePEM())
        set = try JSONWebKeySet(CanonicalJSON.encode(keys.keySet))
    }

    private static let digest = ContentDigest(of: [1])
    private static func file(_ link: String) -> JSONValue {
        .object(["link": .string(link), "digest": .string(digest.description), "size": .number(1)])
    }

    private func signed(_ manifest: [String: JSONValue], facts: JSONValue? = nil) async throws -> String {
        try await SignedManifest.sign(manifest, facts: facts, at: Timestamp(millisecondsSinceEpoch: 0), with: keys.current)
    }

    @Test func `each file is found, wherever it stands`() async throws {
        let manifest: [String: JSONValue] = [
            "submission": .string("s"), "version": .number(3),
            "documents": .array([
                .object([
                    "pages": .array([.object(["original": Self.file("/o"), "images": .array([Self.file("/i")])])]),
                    "pdf": Self.file("/p"), "later": .object(["deep": Self.file("/l")]),
                ])
            ]),
        ]
        let facts = JSONValue.object(["b": .number(1), "a": .null])
        let check = try await ManifestCheck(verifying: signed(manifest, facts: facts), with: set)
        #expect(check.files.map(\.link).sorted() == ["/i", "/l", "/o", "/p"])
        #expect(check.files.allSatisfy { $0.digest == Self.digest })
        #expect(check.submission == "s" && check.version == 3 && check.signedAt == "1970-01-01T00:00:00.000Z")
        #expect(check.holds(facts: .object(["a": .null, "b": .number(1)])))
        #expect(!check.holds(facts: .object(["a": .null, "b": .number(2)])))
    }

    @Test func `what is signed and is no manifest is not believed`() async throws {
        let wrong = JSONValue.object(["link": .string("/o"), "digest": .string("md5:1"), "size": .number(1)])
        for members in [[:], ["documents": .array([wrong])]] as [[String: JSONValue]] {
            let text = try await signed(members)
            #expect(throws: SignedDocument.Fault.malformed) { try ManifestCheck(verifying: text, with: set) }
        }
    }
}
