import Crypto
import Custody
import Shared
import Testing

struct LogHeadTests {
    private let keys: SigningKeys
    private let set: JSONWebKeySet

    init() throws {
        keys = try SigningKeys(pem: SigningKey.makePEM())
        set = try JSONWebKeySet(CanonicalJSON.encode(keys.keySet))
    }

    private static let first = LogHead(
        tenant: "acme", era: 0, number: 1, size: 3, root: LogHash(leaf: [1]), time: Timestamp(millisecondsSinceEpoch: 5),
        previous: nil)

    @Test func `a head is read as it was signed, and names the one before`() async throws {
        let text = try await Self.first.signed(with: keys.current)
        #expect(try LogHead(verifying: text, with: set) == Self.first)
        let second = LogHead(
            tenant: "acme", era: 1, number: 2, size: 4, root: .empty, time: Timestamp(millisecondsSinceEpoch: 9),
            previous: Self.first.asPrevious(signedAs: text))
        let read = try await LogHead(verifying: second.signed(with: keys.current), with: set)
        #expect(read == second && read.previous?.digest == ContentDigest(of: Array(text.utf8)))
        #expect(read.previous?.root == Self.first.root && read.previous?.size == 3)
    }

    @Test func `what another has signed, or is no head, is not believed`() async throws {
        let other = try SigningKeys(pem: SigningKey.makePEM())
        let text = try await Self.first.signed(with: other.current)
        #expect(throws: SignedDocument.Fault.unknownKey(other.current.publicKey.id)) { try LogHead(verifying: text, with: set) }
        for members in ["{}", #"{"tenant":"a","era":0,"number":-1}"#] {
            let signed = try await SignedDocument.sign(Array(members.utf8), type: LogHead.type, with: keys.current)
            #expect(throws: SignedDocument.Fault.malformed) { try LogHead(verifying: signed, with: set) }
        }
        let manifest = try await SignedDocument.sign(
            JSONCanonicalization.bytes(of: Self.first.json), type: SignedManifest.type, with: keys.current)
        #expect(throws: SignedDocument.Fault.unsupported) { try LogHead(verifying: manifest, with: set) }
    }

    @Test func `each field of a row counts, and a salt alone opens its leaf`() {
        func audit(_ change: (inout [String: String?]) -> Void = { _ in }) -> CoveredRow {
            var row: [String: String?] = ["actor": "user:1", "note": nil, "address": "192.0.2.1"]
            change(&row)
            return .audit(
                number: 7, tenant: "acme", submission: nil, action: "submission.view", resource: "submissions/1",
                basis: "person", actor: row["actor"].flatMap { $0 } ?? "", time: "2026-11-01T09:30:00.123456Z", event: nil,
                address: row["address"].flatMap { $0 }, note: row["note"].flatMap { $0 })
        }
        let (salt, row) = (Array(repeating: UInt8(1), count: CoveredRow.saltLength), audit())
        #expect(
            String(decoding: JSONCanonicalization.bytes(of: row.json), as: UTF8.self)
                == #"{"action":"submission.view","actor":"user:1","address":"192.0.2.1","basis":"person","event":null,"kind":"audit","note":null,"number":"7","resource":"submissions/1","submission":null,"tenant":"acme","time":"2026-11-01T09:30:00.123456Z"}"#
        )
        #expect(row.leaf(salt: salt) == audit().leaf(salt: salt))
        #expect(row.leaf(salt: salt) != row.leaf(salt: [2] + salt.dropFirst()))
        #expect(audit { $0["actor"] = "user:2" }.leaf(salt: salt) != row.leaf(salt: salt))
        #expect(audit { $0["note"] = "" }.leaf(salt: salt) != row.leaf(salt: salt))
        #expect(audit { $0["address"] = .some(nil) }.leaf(salt: salt) != row.leaf(salt: salt))
        // Text of one field cannot be moved to the next.
        let event = CoveredRow.event(
            number: 7, id: "i", submission: "s", tenant: "acme", sequence: 1, type: "t", topic: nil, time: "", traceparent: nil,
            payload: ContentDigest(of: [1]))
        let changed = CoveredRow.event(
            number: 7, id: "i", submission: "s", tenant: "acme", sequence: 1, type: "t", topic: nil, time: "", traceparent: nil,
            payload: ContentDigest(of: [2]))
        #expect(event.leaf(salt: salt) != changed.leaf(salt: salt))
    }
}
