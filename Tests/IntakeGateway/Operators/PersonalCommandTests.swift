import Crypto
import Custody
import Domain
import EventLoop
import FoundationEssentials
import Operations
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// `docket export` and `docket erase` over the gateway, and what the gateway keeps of erasures.
@Suite(.timeLimit(.minutes(5)))
struct PersonalCommandTests {
    /// A draft of a person, with a file.
    private static func draft(_ ground: OperatorsGround, of person: String) async throws -> String {
        let made = try await ground.gateway.client.send(
            "POST", "/v1/submissions", json: #"{"journey": "proof-of-address", "subject": "\#(person)"}"#)
        let id = try #require(try made.json()["id"]?.string)
        _ = try await ground.gateway.page(try await ground.gateway.document(id))
        return id
    }

    @Test func anExportIsTheSameBothWaysButForTheReason() async throws {
        let pem = try SigningKey.makePEM()
        var options = GatewayUnderTest.Options()
        options.signing = try SigningKeys(pem: pem)
        try await OperatorsGround.run(options) { ground in
            let id = try await Self.draft(ground, of: "person-7")
            let folder = try TemporaryFolder("export")
            let silent = try await ground.docket(.gateway, ["export", "person-7", "--to", "\(folder.path)/none"])
            #expect(!silent.status.isSuccess && silent.complaints.contains("--reason"), "\(silent.complaints)")
            var texts: [[String: [UInt8]]] = []
            for (way, name) in [(OperatorsGround.Way.database, "a"), (.gateway, "b")] {
                let place = "\(folder.path)/\(name)"
                let done = try await ground.docket(
                    way, ["export", "person-7", "--to", place, "--reason", "they asked for it"],
                    way == .database ? ["DOCKET_SIGNING_KEY": pem] : [:])
                #expect(done.status.isSuccess && done.text.contains("1 files"), "\(done.text)\(done.complaints)")
                var files: [String: [UInt8]] = [:]
                for path in try FileManager.default.subpathsOfDirectory(atPath: "\(place)/\(id)") {
                    files[path] = FileManager.default.contents(atPath: "\(place)/\(id)/\(path)").map { Array($0) }
                }
                // A head may be signed in between.
                texts.append(files.filter { !$0.value.isEmpty && $0.key != "custody.json" })
            }
            #expect(texts[0].keys.sorted() == texts[1].keys.sorted() && texts[0].count >= 4)
            // Each is signed at its own time, and the trail within it has grown by what was done in between.
            let grown = ["export.json", "manifest.jws"]
            for (path, bytes) in texts[0] where !grown.contains(path) { #expect(texts[1][path] == bytes, "\(path)") }
            let tables = try texts.map { try JSONDecoder().decode(TestJSON.self, from: Data($0["export.json"] ?? [])) }
            #expect(tables[0]["submissions"] == tables[1]["submissions"] && tables[0]["submissions"] != nil)
            let acts = try await AuditStore(pool: ground.gateway.pool, keys: ground.gateway.keys).entries(tenant: nil, limit: 50)
                .map(\.act)
            for action in ["glass.break", "submission.export"] {
                #expect(acts.contains { $0.action == action && $0.note == "they asked for it" }, "\(action)")
            }
            for person in ["nobody", "\(SubmissionID.random())"] {
                let unknown = try await ground.docket(
                    .gateway, ["export", person, "--to", "\(folder.path)/c", "--reason", "a try"])
                #expect(
                    !unknown.status.isSuccess && unknown.complaints.contains("there is no submission"), "\(unknown.complaints)")
            }
        }
    }

    @Test func nothingOfAnExportIsGivenOutWhileTheGlassIsWhole() async throws {
        try await OperatorsGround.run { ground in
            let id = try await Self.draft(ground, of: "person-7")
            let path = "/v1/admin/exports/\(id)"
            let digest = "sha256:\(String(repeating: "0", count: 64))"
            for path in [path, "\(path)/files", "\(path)/files/\(digest)", "\(path)/evidence"] {
                #expect(try await ground.olga.send("GET", path).status == 403)
            }
            let listed = try await ground.olga.send("GET", "/v1/admin/exports?subject=person-7").json()["items"]?.array ?? []
            #expect(listed.count == 1 && listed[0]["submission"]?.string == id && listed[0]["documents"] == nil)
            for query in ["", "?subject=a&submission=\(id)", "?submission=x"] {
                #expect(try await ground.olga.send("GET", "/v1/admin/exports\(query)").status == 400, "\(query)")
            }
            let reason = #"{"submission": "\#(id)", "reason": "they asked for it"}"#
            #expect(try await ground.olga.send("POST", "/v1/admin/glass", json: reason).status == 201)
            #expect(try await ground.olga.send("GET", path).status == 200)
            #expect(try await ground.olga.send("GET", "\(path)/files/\(digest)").status == 404)
        }
    }

    @Test func erasuresOverTheGatewayAreNotedBeforeTheyAreDone() async throws {
        let folder = try TemporaryFolder("ledger")
        var options = GatewayUnderTest.Options()
        options.operations.ledger = "\(folder.path)/erasures.ndjson"
        try await OperatorsGround.run(options) { ground in
            let (id, other) = (try await Self.draft(ground, of: "person-7"), try await Self.draft(ground, of: "person-8"))
            let dry = try await ground.docket(.gateway, ["erase", "person-7", "--dry-run"])
            #expect(dry.status.isSuccess && dry.text.contains("would be erased: \(id)"), "\(dry.complaints)")
            let done = try await ground.docket(.gateway, ["erase", "person-7", "--yes"])
            #expect(done.status.isSuccess && done.text.contains("\(id): erased"), "\(done.text)\(done.complaints)")
            let entries = try ErasureLedger(path: "\(folder.path)/erasures.ndjson").entries().entries
            #expect(entries.map(\.submission.description) == [id] && entries[0].by.hasPrefix("key:"))
            // A database of an older dump knows nothing of it: the same ledger erases again.
            try await ground.gateway.pool.execute("update submissions set erased_at = null where id = \(SubmissionID(id)?.uuid)")
            let again = try await ground.docket(
                .gateway, ["erase", "--again", "\(folder.path)/erasures.ndjson", "--yes", "--json"])
            #expect(again.status.isSuccess && again.text.contains(#""outcome":"erased""#), "\(again.text)\(again.complaints)")
            // What cannot be noted is not done.
            try FileManager.default.removeItem(atPath: "\(folder.path)/erasures.ndjson")
            try FileManager.default.createDirectory(atPath: "\(folder.path)/erasures.ndjson", withIntermediateDirectories: false)
            let refused = try await ground.docket(.gateway, ["erase", other, "--yes"])
            #expect(!refused.status.isSuccess && refused.complaints.contains("DOCKET_ERASURE_LEDGER"), "\(refused.complaints)")
            #expect(try await ground.gateway.count("submissions where erased_at is null") == 1)
        }
    }

    @Test func whereTwoHaveToAskTheSecondOneErases() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        var options = GatewayUnderTest.Options(signed: try issuer.access(in: folder))
        options.operations.erasing = .two
        try await OperatorsGround.run(options) { ground in
            let id = try await Self.draft(ground, of: "person-7")
            let otto = ground.gateway.client.with(token: try issuer.token("otto", ["operator"]))
            let body = #"{"submission": "\#(id)"}"#
            func erase(_ client: WireClient, _ json: String) async throws -> WireResponse {
                let asked = try await client.send("POST", "/v1/admin/erasures", json: json)
                #expect(asked.status == 428 && asked.text.contains("second operator"))
                let token = try asked.json()["token"]?.string ?? "none"
                return try await client.send("POST", "/v1/admin/erasures", json: json, headers: [("Docket-Confirmation", token)])
            }
            // However often one asks, one is not two; and who agrees to another thing does not agree to this.
            for _ in 0..<2 {
                let asked = try await erase(ground.olga, body)
                #expect(asked.status == 202 && asked.text.contains(#""outcome":"asked""#), "\(asked.text)")
            }
            // A key that one has made oneself is oneself.
            let keys = APIKeyStore(pool: ground.gateway.pool)
            let actor = try #require(
                try await AuditStore(pool: ground.gateway.pool, keys: ground.gateway.keys).entries(tenant: nil, limit: 50).map(
                    \.act
                )
                .first { $0.action == "erasure.request" }?.origin.actor)
            // However many keys lie between.
            var made = actor
            for number in 1...20 {
                let (key, token) = try await keys.create(
                    NewAPIKey(tenant: "ops", role: .operator), by: AuditOrigin(actor: made))
                made = "key:\(key.prefix)"
                if number == 1 || number == 20 {
                    #expect(try await erase(ground.gateway.client.with(token: token.text), body).status == 202)
                }
            }
            let overruled = #"{"submission": "\#(id)", "overruleMinimum": true}"#
            #expect(try await erase(otto, overruled).status == 202)
            #expect(try await ground.gateway.count("submissions where erased_at is null") == 1)
            let command = try await ground.docket(.gateway, ["erase", id, "--yes"])
            #expect(!command.status.isSuccess && command.text.contains("a second person has to agree"), "\(command.complaints)")
            let done = try await erase(otto, body)
            #expect(done.status == 200 && done.text.contains(#""outcome":"erased""#), "\(done.text)")
            #expect(try await ground.gateway.count("submissions where erased_at is null") == 0)
            let acts = try await AuditStore(pool: ground.gateway.pool, keys: ground.gateway.keys).entries(tenant: nil, limit: 50)
                .map(\.act)
            // Who asked outlasts what was erased.
            #expect(acts.filter { $0.action == "erasure.request" && $0.origin.actor != "erased" }.count == 4)
            #expect(acts.contains { $0.action == "submission.erase" && $0.origin.actor == "user:otto" })
        }
    }

    @Test func aRequestOfLastWeekCountsNoMore() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        var options = GatewayUnderTest.Options(signed: try issuer.access(in: folder))
        options.operations.erasing = .two
        try await OperatorsGround.run(options) { ground in
            let id = try #require(SubmissionID(try await Self.draft(ground, of: "person-7")))
            let found = try #require(
                try await PersonalDataStore(pool: ground.gateway.pool, owner: ground.lease.instance, source: "/docket/test")
                    .submission(id))
            let audit = AuditStore(pool: ground.gateway.pool, keys: ground.gateway.keys)
            let keys = APIKeyStore(pool: ground.gateway.pool)
            let (olga, otto) = (AuditOrigin(actor: "user:olga"), AuditOrigin(actor: "user:otto"))
            let now = Timestamp(Date())
            let early = ErasureConsent(audit: audit, keys: keys, now: { now.adding(.seconds(-8 * 86_400)) })
            #expect(try await early.missing(for: found, .kept, by: olga) == now.adding(.seconds(-86_400)))
            let late = ErasureConsent(audit: audit, keys: keys, now: { now })
            #expect(try await late.missing(for: found, .kept, by: otto) == now.adding(.seconds(7 * 86_400)))
            #expect(try await late.missing(for: found, .kept, by: olga) == nil)
        }
    }
}
