import BlobStore
import Crypto
import Custody
import Domain
import EventLoop
import Foundation
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// A tenant's log as a gateway keeps it, and as others check it: by `docket verify`, and by the manual's program.
@Suite(.timeLimit(.minutes(5)))
struct CustodyLogTests {
    private static func sweep(
        _ gateway: GatewayUnderTest, _ keys: SigningKeys, folder: String?, page: Int = 500
    ) -> CustodySweep {
        let heads = CustodyHeadStore(pool: gateway.pool, owner: InstanceID(UUID()))
        return CustodySweep(
            CustodyCollector(pool: gateway.pool), heads, key: keys,
            archive: folder.map { HeadArchive(place: WriteOnceFolder($0, pool: gateway.blockingPool), heads: heads, page: page) },
            now: { .now }, logger: .silent, metrics: gateway.metrics)
    }

    /// Until a head covers all that was done.
    @discardableResult
    static func sign(
        _ gateway: GatewayUnderTest, _ keys: SigningKeys, folder: String?, page: Int = 500
    ) async throws -> SignedHead {
        let sweep = sweep(gateway, keys, folder: folder, page: page)
        let turn = SweepTurn(of: "custody", logger: .silent, metrics: gateway.metrics)
        let collector = CustodyCollector(pool: gateway.pool)
        let heads = CustodyHeadStore(pool: gateway.pool, owner: InstanceID(UUID()))
        return try await eventually("all is signed") {
            try await sweep.sweep(turn)
            guard try await collector.waiting(most: 10).rows == 0, try await heads.due(limit: 10).isEmpty else { return nil }
            return try await heads.latest(of: "acme")
        }
    }

    private static func verify(
        _ words: [String], _ gateway: GatewayUnderTest, overDatabase: Bool = false
    ) async throws -> Program.Result {
        var environment = [
            "DOCKET_HOME": "/nowhere", "GATEWAY_URL": "http://\(gateway.address)", "DOCKET_TOKEN": GatewayUnderTest.token,
        ]
        if overDatabase { environment["DATABASE_URL"] = gateway.database }
        let way = overDatabase ? [] : ["--gateway", "http://\(gateway.address)"]
        return try await Program.run(
            try BuiltPrograms.path("docket"), ["verify", "--log"] + words + way, environment: environment)
    }

    /// The second program of the page.
    private static func manualsProgram() throws -> String {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/manual/evidence.md"),
            encoding: .utf8)
        let begin = try #require(page.range(of: "```python\n", options: .backwards))
        let end = try #require(page.range(of: "\n```", range: begin.upperBound..<page.endIndex))
        return String(page[begin.upperBound..<end.lowerBound])
    }

    @Test func `a folder that was away gets all heads that it has missed, page by page`() async throws {
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        var options = GatewayUnderTest.Options()
        options.signing = keys
        try await GatewayUnderTest.run(options) { gateway in
            let place = try TemporaryFolder("custody")
            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/heads/acme").sorted()
            }
            try FileManager.default.createDirectory(atPath: "\(place.path)/heads", withIntermediateDirectories: false)
            _ = try await gateway.draft()
            let first = try await Self.sign(gateway, keys, folder: "\(place.path)/heads", page: 2)
            let before = try names()
            // Away for seven heads, which are three pages and more.
            for _ in 0..<7 {
                _ = try await gateway.draft()
                try await Self.sign(gateway, keys, folder: "\(place.path)/none", page: 2)
            }
            #expect(try names() == before)
            _ = try await gateway.draft()
            let last = try await Self.sign(gateway, keys, folder: "\(place.path)/heads", page: 2)
            #expect(last.head.number >= first.head.number + 8)
            #expect(try names().count == last.head.number)
            // A folder that is new gets those of the time before it, too.
            try FileManager.default.moveItem(atPath: "\(place.path)/heads/acme", toPath: "\(place.path)/old")
            _ = try await gateway.draft()
            let next = try await Self.sign(gateway, keys, folder: "\(place.path)/heads", page: 2)
            #expect(try names().count == next.head.number)
        }
    }

    @Test func `whoever kept a head checks a log over the gateway, over the database and by hand`() async throws {
        var options = GatewayUnderTest.Options()
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        options.signing = keys
        try await GatewayUnderTest.run(options) { gateway in
            let place = try TemporaryFolder("custody")
            let heads = "\(place.path)/heads"
            try FileManager.default.createDirectory(atPath: heads, withIntermediateDirectories: false)
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            let kept = try await Self.sign(gateway, keys, folder: heads)
            _ = try await gateway.submission(draft)
            for _ in 0..<3 { _ = try await gateway.draft() }
            let latest = try await Self.sign(gateway, keys, folder: heads)
            #expect(latest.head.size > kept.head.size && latest.head.number > kept.head.number)

            // All of them are in the folder.
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(heads)/acme").sorted()
            #expect(names.count == latest.head.number && names.allSatisfy { $0.hasSuffix(".jws") }, "\(names)")
            let file = "\(place.path)/kept.jws"
            try Data("\(kept.statement)\n".utf8).write(to: URL(filePath: file))

            for way in [true, false] {
                let sound = try await Self.verify(["--kept", file, "--kept", heads], gateway, overDatabase: way)
                #expect(sound.status == .exited(0), "\(sound.text)\(sound.complaints)")
            }
            // A check against nothing is none.
            let empty = "\(place.path)/empty"
            try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
            try Data("\n".utf8).write(to: URL(filePath: "\(place.path)/empty.jws"))
            for path in [empty, "\(place.path)/empty.jws"] {
                let refused = try await Self.verify(["--kept", file, "--kept", path], gateway, overDatabase: true)
                #expect(refused.complaints.contains("\(path) has no head"), "\(refused.text)\(refused.complaints)")
                #expect(refused.status != .exited(0))
            }
            let foreignTenant = try await Self.verify(["--tenant", "other", "--kept", file], gateway, overDatabase: true)
            #expect(foreignTenant.complaints.contains("no head of other"), "\(foreignTenant.text)\(foreignTenant.complaints)")
            #expect(foreignTenant.status != .exited(0))
            let ofOne = try await Self.verify([draft, "--json"], gateway)
            #expect(ofOne.status == .exited(0), "\(ofOne.text)\(ofOne.complaints)")
            let told = try JSONDecoder().decode(TestJSON.self, from: Data(ofOne.output))["logs"]?[0]
            #expect(told?["held"]?.number ?? 0 >= 3 && told?["leaves"]?.number == Double(latest.head.size))
            let foreign = try SigningKeys(pem: SigningKey.makePEM())
            let others = "\(place.path)/foreign.json"
            try Data(CanonicalJSON.encode(foreign.keySet)).write(to: URL(filePath: others))
            let unbelieved = try await Self.verify(["--keys", others], gateway)
            #expect(unbelieved.status == .exited(1) && unbelieved.text.contains("which the key set does not have"))

            // By hand.
            let custody = try await gateway.client.send("GET", "/v1/submissions/\(draft)/custody")
            #expect(custody.status == 200)
            let proof = "/v1/custody/proofs/consistency?from=\(kept.head.size)&to=\(latest.head.size)"
            let grown = try await gateway.client.send("GET", proof)
            try Data(custody.body).write(to: URL(filePath: "\(place.path)/custody.json"))
            try Data(grown.body).write(to: URL(filePath: "\(place.path)/grown.json"))
            func byHand() async throws -> Program.Result {
                let program = "import os; os.chdir('\(place.path)')\n" + (try Self.manualsProgram())
                return try await Program.run("python3", ["-c", program, draft])
            }
            let sound = try await byHand()
            #expect(sound.status == .exited(0), "\(sound.text)\(sound.complaints)")

            // Whoever owns the database changes a row, and has a log made anew that says the same.
            try await gateway.pool.pipeline([
                "alter table audit disable trigger all", "alter table events disable trigger all",
                """
                update events set time = time - interval '1 hour' where position =
                    (select min(position) from events where submission_id = \(UUID(uuidString: draft)))
                """,
            ])
            let row = try await Self.verify([draft], gateway)
            #expect(row.status == .exited(1) && row.text.contains("is not what the log was told"), "\(row.text)")
            let changed = try await gateway.client.send("GET", "/v1/submissions/\(draft)/custody")
            try Data(changed.body).write(to: URL(filePath: "\(place.path)/custody.json"))
            let wrong = try await byHand()
            #expect(wrong.status == .exited(1), "\(wrong.text)")
            // A salt that is gone makes no erasure.
            try await gateway.pool.execute("delete from custody_salts where submission_id = \(UUID(uuidString: draft))")
            let bare = try await Self.verify([draft], gateway)
            #expect(bare.status == .exited(1) && bare.text.contains("salts are gone"), "\(bare.text)")
            #expect(wrong.complaints.contains("is not what the log was told"), "\(wrong.complaints)")

            try await gateway.pool.pipeline([
                "delete from custody_leaves", "delete from custody_salts", "delete from custody_tiles",
                "delete from custody_heads", "delete from custody_trees",
                "update custody_collector set event_place = '0', event_position = 0, audit_place = '0', audit_number = 0",
            ])
            let anew = try await Self.sign(gateway, keys, folder: nil)
            #expect(anew.head.size >= latest.head.size)
            for way in [true, false] {
                let alone = try await Self.verify([], gateway, overDatabase: way)
                #expect(alone.status == .exited(0), "\(alone.text)\(alone.complaints)")
                let found = try await Self.verify(["--kept", file], gateway, overDatabase: way)
                #expect(found.status == .exited(1) && found.text.contains("rewritten"), "\(found.text)\(found.complaints)")
                #expect(found.text.contains(file))
            }
        }
    }

    @Test func `heads, proofs and leaves are told to whoever may see the audit trail, of their tenant alone`() async throws {
        var options = GatewayUnderTest.Options()
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        options.signing = keys
        try await GatewayUnderTest.run(options) { gateway in
            let none = try await gateway.client.send("GET", "/v1/custody/heads/latest")
            #expect(none.status == 404 && none.text.contains("every minute"), "\(none.text)")
            let draft = try await gateway.draft()
            let head = try await Self.sign(gateway, keys, folder: nil)
            let latest = try await gateway.client.send("GET", "/v1/custody/heads/latest").json()
            #expect(latest["signed"]?.string == head.statement && latest["size"]?.number == Double(head.head.size))
            let events = try await gateway.pool.query("select id from events where submission_id = \(UUID(uuidString: draft))")
            let event = EventID(try #require(events.first).decode("id", as: UUID.self))
            let proven = try await gateway.client.send("GET", "/v1/custody/proofs/inclusion?event=\(event)").json()
            let leaf = try #require(proven["leaf"])
            let path = (leaf["proof"]?.array ?? []).compactMap { $0.string.flatMap { LogHash(hex: $0) } }
            #expect(
                LogProofCheck.holds(
                    leaf: try #require(leaf["hash"]?.string.flatMap { LogHash(hex: $0) }),
                    index: Int(try #require(leaf["index"]?.number)), size: head.head.size, root: head.head.root, proof: path))
            #expect(leaf["row"]?["type"]?.string == "com.docket.submission.created.v1")
            #expect(try await gateway.foreigner.send("GET", "/v1/custody/proofs/inclusion?event=\(event)").status == 404)
            #expect(try await gateway.foreigner.send("GET", "/v1/custody/heads").json()["items"]?.array.isEmpty == true)
            for query in [
                "heads?after=-1", "heads?limit=0", "heads?colour=red", "proofs/inclusion", "proofs/inclusion?event=7",
                "proofs/inclusion?audit=0", "proofs/inclusion?audit=1&event=\(event)", "proofs/consistency?from=9&to=1",
                "proofs/consistency?to=999999999",
            ] {
                let answer = try await gateway.client.send("GET", "/v1/custody/\(query)")
                #expect(answer.status == 400, "\(query): \(answer.status)")
            }
            // The sweep says how far it is.
            #expect(gateway.metrics.renderPrometheus().contains("docket_custody_uncollected 0\n"))
        }
    }
}
