import Crypto
import Custody
import EventLoop
import Foundation
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What an export proves to whoever has nobody to ask.
@Suite(.timeLimit(.minutes(5)))
struct ExportEvidenceTests {
    private struct Export {
        let id: String
        /// Of the submission.
        let folder: String
        let place: TemporaryFolder
        let said: Program.Result
        let keys: SigningKeys
        let pem: String
    }

    /// Runs `body` with an export of a submission with two pages, of whose log three heads were signed.
    private static func run(
        _ way: OperatorsGround.Way, _ body: (OperatorsGround, Export) async throws -> Void
    ) async throws {
        let pem = try SigningKey.makePEM()
        var options = GatewayUnderTest.Options()
        let keys = try SigningKeys(pem: pem)
        options.signing = keys
        try await OperatorsGround.run(options) { ground in
            let id = try await ground.gateway.draft()
            let document = try await ground.gateway.document(id)
            _ = try await CustodyLogTests.sign(ground.gateway, keys, folder: nil)
            for seed in UInt8(1)...2 {
                _ = try await ground.gateway.page(document, SampleFiles.jpeg(seed, size: 4_000))
                _ = try await CustodyLogTests.sign(ground.gateway, keys, folder: nil)
            }
            let place = try TemporaryFolder("export")
            let said = try await ground.docket(
                way, ["export", id, "--to", "\(place.path)/all", "--reason", "they asked for it"],
                way == .database ? ["DOCKET_SIGNING_KEY": pem] : [:])
            #expect(said.status.isSuccess, "\(said.text)\(said.complaints)")
            try Data(CanonicalJSON.encode(keys.keySet)).write(to: URL(filePath: "\(place.path)/trusted.json"))
            let folder = "\(place.path)/all/\(id)"
            try await body(ground, Export(id: id, folder: folder, place: place, said: said, keys: keys, pem: pem))
        }
    }

    /// Without a gateway, a database or a home.
    private static func verify(_ words: String...) async throws -> Program.Result { try await verify(words) }

    private static func verify(_ words: [String]) async throws -> Program.Result {
        try await Program.run(try BuiltPrograms.path("docket"), ["verify"] + words, environment: ["DOCKET_HOME": "/nowhere"])
    }

    @Test(arguments: OperatorsGround.Way.allCases)
    func `an export is verified offline, and each change of a file, the manifest and the log is named`(
        way: OperatorsGround.Way
    ) async throws {
        try await Self.run(way) { ground, export in
            let trusted = "\(export.place.path)/trusted.json"
            let whole = try await Self.verify(export.folder, "--keys", trusted)
            #expect(whole.status == .exited(0), "\(whole.text)\(whole.complaints)")
            for part in ["2 of 2 are as the manifest says", "custody   holds", "which was draft then"] {
                #expect(whole.text.contains(part), "\(part): \(whole.text)")
            }
            let alone = try await Self.verify(export.folder, "--json")
            #expect(alone.status == .exited(0))
            let told = try JSONDecoder().decode(TestJSON.self, from: Data(alone.output))
            #expect(told["submission"]?.string == export.id && told["custody"]?["held"]?.number ?? 0 >= 2)

            /// Runs `verify` over the folder with one file of it changed, which is put back.
            func changed(_ name: String, _ change: (inout Data) throws -> Void) async throws -> Program.Result {
                let file = URL(filePath: "\(export.folder)/\(name)")
                let before = try Data(contentsOf: file)
                var after = before
                try change(&after)
                try after.write(to: file)
                let result = try await Self.verify(export.folder, "--keys", trusted)
                try before.write(to: file)
                return result
            }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: export.folder)
            let page = try #require(paths.first { $0.contains("page-1-original") })
            let file = try await changed(page) { $0[1_000] ^= 1 }
            #expect(file.status == .exited(5) && file.text.contains("1 of 2"), "\(file.text)")
            #expect(file.text.contains("not there, or changed: ") && file.text.contains("/original"), "\(file.text)")

            let manifest = try await changed("manifest.jws") { content in
                let parts = String(decoding: content, as: UTF8.self).split(separator: ".")
                let payload = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
                let forged = payload.replacing("\"state\":\"draft\"", with: "\"state\":\"accepted\"")
                #expect(forged != payload)
                content = Data("\(parts[0]).\(Base64URL.encode(Array(forged.utf8))).\(parts[2])".utf8)
            }
            #expect(manifest.status == .exited(1) && manifest.text.contains("it was changed"), "\(manifest.text)")

            func log(_ change: (inout [String: JSONValue]) throws -> Void) async throws -> String {
                let result = try await changed("custody.json") { content in
                    guard case .object(var members) = try CanonicalJSON.decode(JSONValue.self, from: Array(content)) else {
                        Issue.record("custody.json is no object")
                        return
                    }
                    try change(&members)
                    content = Data(try CanonicalJSON.encode(JSONValue.object(members)))
                }
                #expect(result.status == .exited(1), "\(result.text)")
                // The files are none the worse for it.
                #expect(result.text.contains("2 of 2 are as the manifest says"), "\(result.text)")
                return result.text
            }
            let row = try await log { members in
                guard case .array(var leaves)? = members["leaves"], case .object(var leaf)? = leaves.first,
                    case .object(var row)? = leaf["row"]
                else { throw CancellationError() }
                row["time"] = "2001-01-01T00:00:00.000000Z"
                leaf["row"] = .object(row)
                leaves[0] = .object(leaf)
                members["leaves"] = .array(leaves)
            }
            #expect(row.contains("row: ") && row.contains("is not what the log was told"), "\(row)")
            let other = try await log { $0["submission"] = .string("\(SubmissionID.random())") }
            for words in ["and the manifest is of \(export.id)", "is not of the submission"] {
                #expect(other.contains(words), "\(other)")
            }
            let grown = try await log { $0["consistency"] = .null }
            #expect(grown.contains("rewritten: the log is not proven to go on from head"), "\(grown)")
            let proof = try await log { members in
                guard case .array(var leaves)? = members["leaves"], case .object(var leaf)? = leaves.first else {
                    throw CancellationError()
                }
                leaf["proof"] = .array([])
                leaves[0] = .object(leaf)
                members["leaves"] = .array(leaves)
            }
            #expect(proof.contains("leaf: ") && proof.contains("is not proven to be in the log"), "\(proof)")
            let head = try await log { members in
                guard case .object(var head)? = members["head"], case .string(let text)? = head["signed"] else {
                    throw CancellationError()
                }
                head["signed"] = .string(String(text.reversed()))
                members["head"] = .object(head)
            }
            #expect(head.contains("head: the head is not believed"), "\(head)")

            // Another installation's keys are no reason to believe any of it.
            let foreign = "\(export.place.path)/foreign.json"
            try Data(CanonicalJSON.encode(try SigningKeys(pem: SigningKey.makePEM()).keySet)).write(to: URL(filePath: foreign))
            let unknown = try await Self.verify(export.folder, "--keys", foreign)
            #expect(unknown.status == .exited(1) && unknown.text.contains("the head is not believed"), "\(unknown.text)")

            for (name, status, words) in [
                ("custody.json", Int32(5), "whether nothing that was done was changed since cannot be told"),
                ("manifest.jws", 5, "whether the files are those of the installation cannot be told"),
            ] {
                try FileManager.default.removeItem(atPath: "\(export.folder)/\(name)")
                let less = try await Self.verify(export.folder)
                #expect(less.status == .exited(status) && less.text.contains(words), "\(less.text)")
            }
        }
    }

    /// Whoever hands an export on may leave leaves out, and add one that no head covers.
    @Test func `an event that is left out is missed, and an erasure that nobody has proven accounts for no salt`() async throws {
        try await Self.run(.database) { _, export in
            let file = URL(filePath: "\(export.folder)/custody.json")
            let whole = try CanonicalJSON.decode(JSONValue.self, from: Array(try Data(contentsOf: file)))
            guard case .object(let members) = whole, case .array(let leaves)? = members["leaves"],
                case .number(let size)? = members["head"]?["size"]
            else { throw CancellationError() }
            /// What is said where the log's part has these leaves.
            func verify(_ leaves: [JSONValue]) async throws -> Program.Result {
                var changed = members
                changed["leaves"] = .array(leaves)
                try Data(CanonicalJSON.encode(JSONValue.object(changed))).write(to: file)
                return try await Self.verify(export.folder, "--keys", "\(export.place.path)/trusted.json")
            }
            func isEvent(_ leaf: JSONValue) -> Bool { leaf["kind"] == .string("event") }

            // Nobody misses an act, and that is said.
            for some in [leaves, leaves.filter(isEvent)] {
                let sound = try await verify(some)
                #expect(sound.status == .exited(0), "\(sound.text)\(sound.complaints)")
                #expect(sound.text.contains("whether an act of the audit trail was left out"), "\(sound.text)")
            }
            let second = try #require(leaves.firstIndex { $0["row"]?["sequence"] == .string("2") })
            var less = leaves
            less.remove(at: second)
            let gap = try await verify(less)
            #expect(gap.status == .exited(1), "\(gap.text)\(gap.complaints)")
            #expect(gap.text.contains("leaf-gone: ") && gap.text.contains("such as that of version 2"), "\(gap.text)")

            guard case .object(var bare) = leaves[second], case .object(var row)? = bare["row"] else { throw CancellationError() }
            row["time"] = "2001-01-01T00:00:00.000000Z"
            (bare["row"], bare["salt"]) = (.object(row), .null)
            var changed = leaves
            changed[second] = .object(bare)
            let gone = try await verify(changed)
            #expect(gone.status == .exited(1) && gone.text.contains("salt-gone: 1 salts are gone"), "\(gone.text)")
            // One that agrees with itself.
            let act: JSONValue = .object(["action": .string(LogExamination.erasure)])
            let salt = [UInt8](repeating: 7, count: CoveredRow.saltLength)
            let commitment = HMACSHA256.authenticate(JSONCanonicalization.bytes(of: act), key: salt)
            let hash = LogHash(commitment: commitment, submission: export.id.lowercased())
            let claim: JSONValue = .object([
                "index": .number(size), "kind": .string("audit"), "number": .string("99"), "row": act, "proof": .null,
                "salt": .string(Hex.encode(salt)), "commitment": .string(Hex.encode(commitment)),
                "hash": .string(hash.description),
            ])
            let claimed = try await verify(changed + [claim])
            #expect(claimed.status == .exited(5), "\(claimed.text)\(claimed.complaints)")
            #expect(claimed.text.contains("cannot be told: whether 1 salts are gone by the erasure"), "\(claimed.text)")
        }
    }

    /// The signed texts of all heads, as the gateway gives them out.
    private static func heads(_ gateway: GatewayUnderTest) async throws -> [(head: LogHead, statement: String)] {
        let answer = try await gateway.client.send("GET", "/v1/custody/heads").json()
        return try (answer["items"]?.array ?? []).map { item in
            let statement = try #require(item["signed"]?.string)
            return (try #require(LogHead(unverified: statement)), statement)
        }
    }

    @Test func `heads that an auditor kept are compared with an export, and what is wrong or cannot be told is named`()
        async throws
    {
        try await Self.run(.database) { ground, export in
            let trusted = "\(export.place.path)/trusted.json"
            let folder = "\(export.place.path)/heads"
            try FileManager.default.createDirectory(atPath: "\(folder)/acme", withIntermediateDirectories: true)
            func keep(_ statement: String, in file: String) throws -> String {
                try Data("\(statement)\n".utf8).write(to: URL(filePath: "\(export.place.path)/\(file)"))
                return "\(export.place.path)/\(file)"
            }
            /// What is said to people, and `kept` of what is said to programs.
            func verify(_ kept: String...) async throws -> (said: Program.Result, kept: [TestJSON]) {
                let words = [export.folder, "--keys", trusted] + kept.flatMap { ["--kept", $0] }
                let said = try await Self.verify(words)
                let json = try await Self.verify(words + ["--json"])
                #expect(json.status == said.status, "\(json.text)\(json.complaints)")
                let told = try? JSONDecoder().decode(TestJSON.self, from: Data(json.output))
                return (said, told?["kept"]?.array ?? [])
            }
            let all = try await Self.heads(ground.gateway)
            let (last, before, first) = (all[all.count - 1], all[all.count - 2], all[0])

            // A folder, as the gateway writes it, and records of the topic.
            for (index, kept) in [before, last].enumerated() { _ = try keep(kept.statement, in: "heads/acme/\(index).jws") }
            let record = try keep(#"{"data":{"head":"\#(last.statement)"}}"#, in: "heads.ndjson")
            let sound = try await verify(folder, record)
            #expect(sound.said.status == .exited(0), "\(sound.said.text)\(sound.said.complaints)")
            #expect(sound.said.text.contains("kept      holds: of 3 heads 3 hold"), "\(sound.said.text)")
            #expect(sound.kept.map { $0["verdict"]?.string } == ["holds", "holds", "holds"])
            #expect(sound.kept.map { $0["number"]?.number } == [before, last, last].map { Double($0.head.number) })
            #expect(sound.kept.map { $0["size"]?.number } == [before, last, last].map { Double($0.head.size) })
            for one in sound.kept {
                #expect(one["tenant"]?.string == "acme" && one["era"]?.number == Double(last.head.era))
                #expect(one["reason"]?.string != nil)
            }

            // The gateway's key signs another log: its owner has rewritten it.
            var anew = last.head
            anew = LogHead(
                tenant: "acme", era: anew.era, number: anew.number, size: anew.size, root: LogHash(leaf: [7]), time: anew.time,
                previous: anew.previous)
            let rewritten = try keep(try await anew.signed(with: export.keys.current), in: "anew.jws")
            let found = try await verify(folder, rewritten)
            #expect(found.said.status == .exited(1), "\(found.said.text)\(found.said.complaints)")
            let line = "  rewritten: head \(anew.number) of acme, era \(anew.era), over \(anew.size) leaves (\(rewritten)): "
            #expect(found.said.text.contains(line), "\(found.said.text)")
            // It is the first that is read.
            let lines = found.said.text.split(separator: "\n")
            let words = "kept      does not hold: of 3 heads 2 hold, 1 does not"
            let summary = try #require(lines.firstIndex { $0 == words })
            #expect(lines[summary + 1].hasPrefix(line))
            #expect(found.kept.filter { $0["fault"]?.string == "rewritten" }.map { $0["name"]?.string } == [rewritten])
            let foreign = try SigningKeys(pem: SigningKey.makePEM())
            let unbelieved = try await verify(try keep(try await anew.signed(with: foreign.current), in: "foreign.jws"))
            #expect(unbelieved.said.status == .exited(1), "\(unbelieved.said.text)")
            #expect(unbelieved.said.text.contains("it is not believed: it is signed with the key"), "\(unbelieved.said.text)")

            // One from before, of which the export proves nothing, and one from after it.
            _ = try await ground.gateway.draft()
            let later = try await CustodyLogTests.sign(ground.gateway, export.keys, folder: nil)
            let early = try keep(first.statement, in: "early.jws")
            let told = try await verify(folder, early, try keep(later.statement, in: "later.jws"))
            #expect(told.said.status == .exited(5), "\(told.said.text)\(told.said.complaints)")
            for words in [
                "kept      cannot be told: of 4 heads 2 hold, 2 cannot be told",
                "no proof that its log goes on from \(first.head.size) leaves", "the export was made before it", "--log --kept",
            ] {
                #expect(told.said.text.contains(words), "\(words): \(told.said.text)")
            }
            #expect(told.kept.map { $0["verdict"]?.string } == ["holds", "holds", "cannot-be-told", "cannot-be-told"])

            // A check against nothing would pass.
            let others = LogHead(
                tenant: "other", era: 0, number: 1, size: 1, root: LogHash(leaf: [1]), time: .now, previous: nil)
            let other = try keep(try await others.signed(with: export.keys.current), in: "other.jws")
            let beside = try await verify(folder, other)
            #expect(beside.said.status == .exited(0) && beside.kept.count == 2, "\(beside.said.text)")
            #expect(beside.said.text.contains("left aside: 1 of other tenants"), "\(beside.said.text)")
            let empty = try keep("", in: "empty.jws")
            for (path, words) in [
                (empty, "\(empty) has no head"), (other, "no head of acme is among those that were kept"),
                (trusted, "\(trusted) is no head"),
            ] {
                let refused = try await verify(path)
                #expect(refused.said.status == .exited(65), "\(refused.said.text)\(refused.said.complaints)")
                #expect(refused.said.complaints.contains(words), "\(refused.said.complaints)")
            }
            let strange = "\(export.place.path)/strange.json"
            try Data(CanonicalJSON.encode(foreign.keySet)).write(to: URL(filePath: strange))
            let headless = try await Self.verify(export.folder, "--keys", strange, "--kept", folder)
            #expect(headless.status == .exited(1), "\(headless.text)")
            #expect(headless.text.contains("kept      cannot be told: of 2 heads 2 cannot be told"), "\(headless.text)")
            #expect(headless.text.contains("the export's own head is not believed"), "\(headless.text)")
            let misplaced = try await Self.verify([export.id, "--kept", folder])
            #expect(misplaced.status == .exited(64), "\(misplaced.text)\(misplaced.complaints)")
            #expect(misplaced.complaints.contains("Add --log, or name the folder"), "\(misplaced.complaints)")
            try FileManager.default.removeItem(atPath: "\(export.folder)/custody.json")
            let less = try await verify(folder)
            #expect(less.said.status == .exited(66), "\(less.said.text)\(less.said.complaints)")
            #expect(less.said.complaints.contains("custody.json is not in the folder"), "\(less.said.complaints)")
        }
    }

    @Test(arguments: OperatorsGround.Way.allCases)
    func `an export that is made for kept heads has the proofs that its log goes on from them`(
        way: OperatorsGround.Way
    ) async throws {
        try await Self.run(way) { ground, export in
            let pem = export.pem
            func keep(_ head: LogHead, in file: String) async throws -> String {
                let path = "\(export.place.path)/\(file)"
                let statement = try await head.signed(with: export.keys.current)
                try Data("\(statement)\n".utf8).write(to: URL(filePath: path))
                return path
            }
            func made(_ folder: String, _ words: String...) async throws -> Program.Result {
                let to = "\(export.place.path)/\(folder)"
                return try await ground.docket(
                    way, ["export", export.id, "--to", to, "--reason", "they asked for it"] + words,
                    way == .database ? ["DOCKET_SIGNING_KEY": pem] : [:])
            }
            func head(_ number: Int, _ size: Int, tenant: String = "acme", from other: LogHead) -> LogHead {
                LogHead(
                    tenant: tenant, era: other.era, number: number, size: size, root: LogHash(leaf: [7]), time: .now,
                    previous: nil)
            }
            let all = try await Self.heads(ground.gateway)
            let first = "\(export.place.path)/first.jws"
            try Data(all[0].statement.utf8).write(to: URL(filePath: first))
            let other = try await keep(head(1, all[0].head.size, from: all[0].head), in: "other.jws")
            let far = try await keep(head(99_999, 1_000_000, from: all[0].head), in: "far.jws")

            // Without a proof it cannot be told.
            #expect(try await Self.verify(export.folder, "--kept", first).status == .exited(5))
            let said = try await made("again", "--kept", first, "--kept", far)
            #expect(said.status.isSuccess, "\(said.text)\(said.complaints)")
            #expect(said.text.contains("covers less than a kept head, which covers 1000000 leaves"), "\(said.text)")
            let folder = "\(export.place.path)/again/\(export.id)"
            let trusted = "\(export.place.path)/trusted.json"
            let sound = try await Self.verify(folder, "--keys", trusted, "--kept", first)
            #expect(sound.status == .exited(0), "\(sound.text)\(sound.complaints)")
            #expect(sound.text.contains("kept      holds: of 1 head 1 holds\n"), "\(sound.text)")
            // The same size, and other leaves.
            let wrong = try await Self.verify(folder, "--keys", trusted, "--kept", other)
            #expect(wrong.status == .exited(1) && wrong.text.contains("is not proven to go on from it"), "\(wrong.text)")

            let foreign = try await keep(head(1, 1, tenant: "other", from: all[0].head), in: "foreign.jws")
            let none = try await made("none", "--kept", foreign)
            #expect(none.status == .exited(65), "\(none.text)")
            #expect(none.complaints.contains("no head of acme is among those"), "\(none.complaints)")
            // So many fit into a request's address, whatever the log's size, and no more.
            let (least, file) = (9_007_199_254_740_000, "\(export.place.path)/many.jws")
            var many: [String] = []
            for number in 0...200 {
                many.append(try await head(number, least + number, from: all[0].head).signed(with: export.keys.current))
            }
            try Data(many.joined(separator: "\n").utf8).write(to: URL(filePath: file))
            let refused = try await made("none", "--kept", file)
            #expect(refused.status == .exited(65) && refused.complaints.contains("201 sizes"), "\(refused.complaints)")
            try Data(many.dropLast().joined(separator: "\n").utf8).write(to: URL(filePath: file))
            let most = try await made("most", "--kept", file)
            #expect(most.status.isSuccess, "\(most.text)\(most.complaints)")
            #expect(most.text.contains("less than 200 kept heads, of which one covers 9007199254740199 leaves"), "\(most.text)")
            #expect(!FileManager.default.fileExists(atPath: "\(export.place.path)/none"))
            let path = "/v1/admin/exports/\(export.id)/evidence?from="
            for sizes in ["-1", "x", Array(repeating: "1", count: 201).joined(separator: "&from=")] {
                #expect(try await ground.olga.send("GET", path + sizes).status == 400, "\(sizes)")
            }
        }
    }

    @Test func `what is signed for an export is what the gateway signs, and what its API says`() async throws {
        try await Self.run(.database) { ground, export in
            let answer = try await ground.gateway.client.send("GET", "/v1/submissions/\(export.id)/manifest")
            guard case .object(let plain) = try CanonicalJSON.decode(JSONValue.self, from: answer.body) else {
                Issue.record("the manifest is no object")
                return
            }
            func signed(_ text: String) throws -> [String: JSONValue] {
                let parts = text.split(separator: ".")
                let payload = try CanonicalJSON.decode(JSONValue.self, from: try #require(Base64URL.decode(parts[1])))
                guard case .object(var members) = payload else { throw CancellationError() }
                #expect(members.removeValue(forKey: "signedAt") != nil)
                #expect(members.removeValue(forKey: OutcomeRecord.factsInManifest) != nil)
                return members
            }
            #expect(try signed(try String(contentsOfFile: "\(export.folder)/manifest.jws", encoding: .utf8)) == plain)
            let own = try await ground.gateway.client.send("GET", "/v1/submissions/\(export.id)/manifest/signed")
            #expect(try signed(own.text) == plain)
        }
    }

    @Test(arguments: OperatorsGround.Way.allCases)
    func `where nothing is signed the export says so, and verify what cannot be told`(way: OperatorsGround.Way) async throws {
        var options = GatewayUnderTest.Options()
        options.signing = nil
        try await OperatorsGround.run(options) { ground in
            let id = try await ground.gateway.draft()
            _ = try await ground.gateway.page(try await ground.gateway.document(id))
            let place = try TemporaryFolder("export")
            let said = try await ground.docket(
                way, ["export", id, "--to", "\(place.path)/all", "--reason", "they asked for it"])
            #expect(said.status.isSuccess, "\(said.text)\(said.complaints)")
            #expect(said.text.contains("cannot be proven: there is no signed manifest: DOCKET_SIGNING_KEY"), "\(said.text)")
            #expect(said.text.contains("no head of the tenant's log was signed yet"), "\(said.text)")
            let checked = try await Self.verify("\(place.path)/all/\(id)")
            #expect(checked.status == .exited(5), "\(checked.text)\(checked.complaints)")
            #expect(checked.text.contains("whether the files are those of the installation cannot be told"), "\(checked.text)")
            #expect(checked.text.contains("whether nothing that was done was changed since cannot be told"), "\(checked.text)")
        }
    }
}
