import Crypto
import Custody
import Domain
import EventLoop
import Foundation
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Whoever owns the database changes what an outcome has settled. The gateway signs a manifest over it, and the log tells.
@Suite(.timeLimit(.minutes(5)))
struct OutcomeRecordTests {
    private struct Outcome {
        let ground: OperatorsGround
        let id: String
        let keys: SigningKeys
        let pem: String
        let place: TemporaryFolder

        /// What is said of what `docket export` writes now.
        func exported(_ way: OperatorsGround.Way, to name: String) async throws -> (said: Program.Result, folder: String) {
            let made = try await ground.docket(
                way, ["export", id, "--to", "\(place.path)/\(name)", "--reason", "they asked for it"],
                way == .database ? ["DOCKET_SIGNING_KEY": pem] : [:])
            #expect(made.status.isSuccess, "\(made.text)\(made.complaints)")
            let folder = "\(place.path)/\(name)/\(id)"
            return (try await verify(folder), folder)
        }

        /// Asks nobody.
        func verify(_ words: String...) async throws -> Program.Result {
            try await Program.run(
                try BuiltPrograms.path("docket"), ["verify"] + words, environment: ["DOCKET_HOME": "/nowhere"])
        }

        /// What is said of what the gateway has now.
        func fetched(to name: String) async throws -> (said: Program.Result, folder: String) {
            let folder = "\(place.path)/\(name)"
            let environment = [
                "DOCKET_HOME": "/nowhere", "GATEWAY_URL": "http://\(ground.gateway.address)",
                "DOCKET_TOKEN": GatewayUnderTest.token,
            ]
            let said = try await Program.run(
                try BuiltPrograms.path("docket"), ["verify", id, "--save", folder], environment: environment)
            return (said, folder)
        }
    }

    /// Runs `body` with a submission that was refused, whose log is signed if that is wanted.
    private static func run(isSigned: Bool = true, _ body: (Outcome) async throws -> Void) async throws {
        let pem = try SigningKey.makePEM()
        var options = GatewayUnderTest.Options()
        let keys = try SigningKeys(pem: pem)
        options.signing = keys
        try await OperatorsGround.run(options) { ground in
            let gateway = ground.gateway
            let id = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(id), SampleFiles.jpeg(5, size: 4_000))
            if !isSigned { _ = try await CustodyLogTests.sign(gateway, keys, folder: nil) }
            let submitted = try await gateway.client.send("POST", "/v1/submissions/\(id)/submit")
            #expect(submitted.status == 202, "\(submitted.text)")
            try await WorkersWork.pass(
                id, gateway, stages: [.validation], finding: SampleSubmissions.refusal, facts: Self.facts)
            if isSigned { _ = try await CustodyLogTests.sign(gateway, keys, folder: nil) }
            try await body(
                Outcome(ground: ground, id: id, keys: keys, pem: pem, place: try TemporaryFolder("outcome")))
        }
    }

    /// Its file says what has written it.
    private static func facts(of submission: Submission) -> FactsRecord {
        var facts = SubmissionFacts(submission, journey: JourneyDefinition(ProofOfAddress.self), at: submission.changedAt)
        facts.documents[0].pages[0].origin = FileOrigin(programs: ["Writer"])
        return FactsRecord(facts, salt: UUID())
    }

    @Test func `a manifest over changed facts is signed, and contradicts the outcome in the log`() async throws {
        try await Self.run { outcome in
            let whole = try await outcome.exported(.gateway, to: "whole")
            #expect(whole.said.status == .exited(0) && whole.said.text.contains("facts     hold"), "\(whole.said.text)")
            #expect(try await ManualPrograms.run("record.py", whole.folder).status == .exited(0))

            // As a gateway of before signs it.
            let manifest = "\(whole.folder)/manifest.jws"
            let signed = try SignedDocument(
                verifying: String(decoding: try Data(contentsOf: URL(filePath: manifest)).filter { $0 > 0x20 }, as: UTF8.self),
                type: SignedManifest.type, with: JSONWebKeySet(CanonicalJSON.encode(outcome.keys.keySet)))
            guard case .object(var members) = try CanonicalJSON.decode(JSONValue.self, from: signed.payload) else {
                throw CancellationError()
            }
            #expect(members.removeValue(forKey: "storedFactsDigest") != nil)
            let less = try await SignedDocument.sign(
                JSONCanonicalization.bytes(of: .object(members)), type: SignedManifest.type, with: outcome.keys.current)
            try Data(less.utf8).write(to: URL(filePath: manifest))
            let untold = try await outcome.verify(whole.folder)
            #expect(untold.status == .exited(5) && untold.text.contains("record    cannot be told"), "\(untold.text)")

            let forgeries: [SQL] = [
                "update inspections set facts = facts || '\\xf80705'::bytea", "delete from inspections",
            ]
            for (number, forgery) in forgeries.enumerated() {
                try await outcome.ground.gateway.pool.execute(forgery)
                for way in OperatorsGround.Way.allCases {
                    let changed = try await outcome.exported(way, to: "changed-\(number)-\(way)")
                    let said = changed.said
                    #expect(
                        said.status == .exited(1) && said.text.contains("record    does not hold"),
                        "\(said.text)\(said.complaints)")
                    for words in ["manifest  holds", "custody   holds"] { #expect(said.text.contains(words), "\(said.text)") }
                    #expect(try await ManualPrograms.run("record.py", changed.folder).status == .exited(1))
                }
                let fetched = try await outcome.fetched(to: "fetched-\(number)").said
                #expect(fetched.status == .exited(1) && fetched.text.contains("record    does not hold"), "\(fetched.text)")
            }
        }
    }

    @Test func `a manifest over changed rows is signed, and contradicts the outcome in the log`() async throws {
        try await Self.run { outcome in
            for way in OperatorsGround.Way.allCases {
                let whole = try await outcome.exported(way, to: "whole-\(way)").said
                #expect(whole.status == .exited(0), "\(whole.text)\(whole.complaints)")
                #expect(whole.text.contains("record    holds"), "\(whole.text)")
            }
            let fetched = try await outcome.fetched(to: "fetched")
            #expect(fetched.said.status == .exited(0), "\(fetched.said.text)\(fetched.said.complaints)")
            for words in ["record    holds", "custody   holds"] {
                #expect(fetched.said.text.contains(words), "\(fetched.said.text)")
            }
            let kept = try await outcome.verify(fetched.folder)
            #expect(kept.status == .exited(0) && kept.text.contains("record    holds"), "\(kept.text)")
            #expect(try await ManualPrograms.run("record.py", fetched.folder).status == .exited(0))

            try await outcome.ground.gateway.pool.pipeline([
                "update documents set verdict = 'accepted', reasons = '[]'",
                // What the gateway remembers of it counts no more.
                "update submissions set previews = previews + 1",
            ])
            let forged = "record    does not hold: the manifest does not say what the outcome was told with"
            for way in OperatorsGround.Way.allCases {
                let changed = try await outcome.exported(way, to: "changed-\(way)").said
                #expect(changed.status == .exited(1) && changed.text.contains(forged), "\(changed.text)\(changed.complaints)")
                // Nothing else is wrong with it.
                for words in ["manifest  holds", "custody   holds"] { #expect(changed.text.contains(words), "\(changed.text)") }
            }
            let again = try await outcome.fetched(to: "again")
            #expect(again.said.status == .exited(1) && again.said.text.contains(forged), "\(again.said.text)")
            #expect(try await ManualPrograms.run("record.py", again.folder).status == .exited(1))
        }
    }

    /// What was refused is put right: the rows are those of a draft, until it is submitted again.
    @Test func `what has changed since its outcome is held against no outcome`() async throws {
        try await Self.run { outcome in
            let gateway = outcome.ground.gateway
            let view = try await gateway.client.send("GET", "/v1/submissions/\(outcome.id)").json()
            let document = try #require(view["documents"]?[0]?["id"]?.string)
            let address = "/v1/submissions/\(outcome.id)/documents/\(document)"
            _ = try await gateway.page(address, SampleFiles.jpeg(6, size: 5_000))
            _ = try await CustodyLogTests.sign(gateway, outcome.keys, folder: nil)
            let exported = try await outcome.exported(.database, to: "later")
            #expect(exported.said.status == .exited(0), "\(exported.said.text)\(exported.said.complaints)")
            #expect(!exported.said.text.contains("record"), "\(exported.said.text)")
            let fetched = try await outcome.fetched(to: "fetched").said
            #expect(fetched.status == .exited(0) && fetched.text.contains("custody   holds"), "\(fetched.text)")
            let byHand = try await ManualPrograms.run("record.py", exported.folder)
            #expect(byHand.status == .exited(1) && byHand.complaints.contains("no outcome of the manifest's version"))
        }
    }

    @Test func `an outcome's event that is changed or left out is named`() async throws {
        try await Self.run { outcome in
            let folder = try await outcome.exported(.database, to: "export").folder
            let file = URL(filePath: "\(folder)/custody.json")
            let before = try CanonicalJSON.decode(JSONValue.self, from: Array(try Data(contentsOf: file)))
            func changed(_ change: (String) -> JSONValue?) async throws -> Program.Result {
                guard case .object(var members) = before, case .array(let leaves)? = members["leaves"] else {
                    throw CancellationError()
                }
                var count = 0
                members["leaves"] = .array(
                    leaves.map { leaf in
                        guard case .object(var parts) = leaf, case .string(let event)? = parts["event"] else { return leaf }
                        count += 1
                        parts["event"] = change(event)
                        return .object(parts)
                    })
                #expect(count == 1)
                try Data(CanonicalJSON.encode(JSONValue.object(members))).write(to: file)
                return try await outcome.verify(folder)
            }
            let other = try await changed { .string($0.replacing("needs_input", with: "accepted")) }
            #expect(other.status == .exited(1) && other.text.contains("row: the event beside event row"), "\(other.text)")
            let absent = try await changed { _ in nil }
            #expect(absent.status == .exited(5) && absent.text.contains("record    cannot be told"), "\(absent.text)")
        }
    }

    /// Whoever owns the database has what it says signed: the log tells otherwise, and where it cannot, that is said.
    @Test func `rows that are taken back to what they were, or to what they never were, contradict the log`() async throws {
        try await Self.run { outcome in
            let pool = outcome.ground.gateway.pool
            func forged(_ change: SQL, as name: String) async throws -> Program.Result {
                let before = try await pool.query("select state, version from submissions")[0]
                let (state, version) = (try before.decode("state", as: String.self), try before.decode("version", as: Int64.self))
                try await pool.query("update submissions set \(change)")
                let said = try await outcome.exported(.database, to: name).said
                try await pool.query("update submissions set state = \(state), version = \(version)")
                return said
            }
            let draft = try await forged("state = 'draft'", as: "draft")
            #expect(draft.status == .exited(1) && draft.text.contains("record    does not hold"), "\(draft.text)")
            let accepted = try await forged("state = 'accepted', version = version - 1", as: "accepted")
            #expect(accepted.status == .exited(1) && accepted.text.contains("record    does not hold"), "\(accepted.text)")
            let later = try await forged("state = 'accepted', version = version + 9", as: "accepted-later")
            #expect(later.status == .exited(5) && later.text.contains("no event of this version"), "\(later.text)")

            // Without the log's part an outcome is no more than what the tables say.
            let folder = try await outcome.exported(.database, to: "bare").folder
            for name in ["custody.json", "export.json"] { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
            let bare = try await outcome.verify(folder)
            #expect(bare.status == .exited(0) && !bare.text.contains("record"), "\(bare.text)")
            try await pool.query("update submissions set state = 'accepted'")
            let settled = try await outcome.exported(.database, to: "settled").folder
            try FileManager.default.removeItem(atPath: "\(settled)/custody.json")
            let less = try await outcome.verify(settled)
            #expect(
                less.status == .exited(5) && less.text.contains("what the log has of the outcome is not there"), "\(less.text)")
        }
    }

    @Test func `an outcome that no head covers yet cannot be told, and that is said`() async throws {
        try await Self.run(isSigned: false) { outcome in
            let early = try await outcome.exported(.database, to: "early").said
            #expect(early.status == .exited(5) && early.text.contains("record    cannot be told"), "\(early.text)")
            _ = try await CustodyLogTests.sign(outcome.ground.gateway, outcome.keys, folder: nil)
            let later = try await outcome.exported(.database, to: "later").said
            #expect(later.status == .exited(0) && later.text.contains("record    holds"), "\(later.text)")
        }
    }

    /// A stage's outcome, a withdrawal and their webhooks name the record of the manifest as it is answered.
    @Test func `what the gateway answers is what the event has named`() async throws {
        try await Self.run { outcome in
            let gateway = outcome.ground.gateway
            func check(_ type: EventType) async throws {
                let answered = try await gateway.client.send("GET", "/v1/submissions/\(outcome.id)/manifest")
                let rows = try await gateway.pool.query(
                    "select payload from events where submission_id = \(UUID(uuidString: outcome.id)) and type = \(type.rawValue)"
                )
                let event = try #require(rows.first).decode("payload", as: [UInt8].self)
                let manifest = try CanonicalJSON.decode(JSONValue.self, from: Array(answered.text.utf8))
                let named = try EventReader.event(SubmissionOutcome.self, from: event).data.record
                var expected = SubmissionRecord(manifest: manifest).digests
                // A manifest names them where it is signed.
                #expect(expected.facts == nil && named?.facts != nil)
                expected.facts = named?.facts
                #expect(named == expected)
            }
            try await check(.submissionNeedsInput)
            let withdrawn = try await gateway.confirmed("DELETE", "/v1/submissions/\(outcome.id)")
            try #require((200..<300).contains(withdrawn.status), "\(withdrawn.text)")
            try await check(.submissionWithdrawn)
        }
    }
}
