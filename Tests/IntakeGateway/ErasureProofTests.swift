import Crypto
import Custody
import Domain
import EventLoop
import Foundation
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// That something was erased, as others check it: over the database, over the gateway, alone, and without Docket.
@Suite(.timeLimit(.minutes(5)))
struct ErasureProofTests {
    private struct Ground {
        let operators: OperatorsGround
        let keys: SigningKeys
        let pem: String
        let id: String
        let place: TemporaryFolder
        var gateway: GatewayUnderTest { operators.gateway }
        var trusted: String { "\(place.path)/trusted.json" }

        /// `docket verify --erasure`, as an operator has the database, and as a tenant has a token.
        func ask(_ way: OperatorsGround.Way, _ words: String...) async throws -> Program.Result {
            try await operators.docket(
                way, ["verify", "--erasure", id] + words,
                way == .database ? ["DOCKET_SIGNING_KEY": pem] : ["DOCKET_TOKEN": GatewayUnderTest.token])
        }

        func sign() async throws { _ = try await CustodyLogTests.sign(gateway, keys, folder: nil) }

        /// As whoever owns the database.
        func tamper(_ statement: SQL) async throws {
            try await gateway.pool.pipeline(
                ["alter table audit disable trigger all", statement, "alter table audit enable trigger all"])
        }
    }

    /// Runs `body` with a submission of two pages that was erased by an operator.
    private static func run(_ body: (Ground) async throws -> Void) async throws {
        let pem = try SigningKey.makePEM()
        var options = GatewayUnderTest.Options()
        let keys = try SigningKeys(pem: pem)
        options.signing = keys
        try await OperatorsGround.run(options) { operators in
            let id = try await operators.gateway.draft()
            let document = try await operators.gateway.document(id)
            for seed in UInt8(1)...2 { _ = try await operators.gateway.page(document, SampleFiles.jpeg(seed, size: 4_000)) }
            let place = try TemporaryFolder("erasure")
            let ground = Ground(operators: operators, keys: keys, pem: pem, id: id, place: place)
            try await ground.sign()
            let erased = try await operators.docket(.database, ["erase", id, "--yes"])
            #expect(erased.status.isSuccess, "\(erased.complaints)")
            try Data(CanonicalJSON.encode(keys.keySet)).write(to: URL(filePath: ground.trusted))
            try await body(ground)
        }
    }

    /// Without a gateway, a database or a home.
    private static func verify(_ words: String...) async throws -> Program.Result {
        try await Program.run(try BuiltPrograms.path("docket"), ["verify"] + words, environment: ["DOCKET_HOME": "/nowhere"])
    }

    @Test(arguments: OperatorsGround.Way.allCases)
    func `an erasure is proven to whoever asks, to whoever kept the proof, and by hand`(way: OperatorsGround.Way) async throws {
        try await Self.run { ground in
            // The log is told within a minute.
            let early = try await ground.ask(way)
            #expect(early.status == .exited(5) && early.text.contains("no head proves the erasure"), "\(early.text)")
            #expect(early.text.contains("left      nothing"), "\(early.text)")

            try await ground.sign()
            let folder = "\(ground.place.path)/gone"
            let asked = try await ground.ask(way, "--keys", ground.trusted, "--save", folder)
            #expect(asked.status == .exited(0), "\(asked.text)\(asked.complaints)")
            for part in [
                "erasure   holds: submission \(ground.id) of acme", "by operator:erna", "1 documents, 2 files, the key sha256:",
                "custody   holds", "digest    holds", "left      nothing",
            ] { #expect(asked.text.contains(part), "\(part): \(asked.text)") }

            let alone = try await Self.verify(folder, "--keys", ground.trusted)
            #expect(alone.status == .exited(0) && alone.text.contains("left      cannot be told"), "\(alone.text)")
            let told = try JSONDecoder().decode(TestJSON.self, from: Data(try await Self.verify(folder, "--json").output))
            #expect(told["submission"]?.string == ground.id && told["isInLog"]?.boolean == true)
            #expect(told["isOwnKeySet"]?.boolean == false)
            let kept = try await Self.verify(folder, "--kept", folder)
            #expect(kept.status == .exited(64) && kept.complaints.contains("certificate"), "\(kept.complaints)")
            let byHand = try await ManualPrograms.run("erasure.py", "\(folder)/erasure.json", ground.trusted)
            #expect(byHand.status == .exited(0) && byHand.text.contains("\(ground.id) was erased at"), "\(byHand.complaints)")

            // Who has not the key that signs has the log's proof all the same.
            let words = ["verify", "--erasure", ground.id]
            let keyless = try await ground.operators.docket(.database, words)
            #expect(keyless.status == .exited(66) && keyless.complaints.contains("--keys"), "\(keyless.complaints)")
            let unsigned = try await ground.operators.docket(.database, words + ["--keys", ground.trusted])
            #expect(unsigned.status == .exited(5) && unsigned.text.contains("erasure   not signed"), "\(unsigned.text)")
            #expect(unsigned.text.contains("digest    holds"), "\(unsigned.text)")
        }
    }

    @Test func `the log tells of an erasure once its act is a leaf`() async throws {
        try await Self.run { ground in
            let words = ["verify", "--log", "--keys", ground.trusted]
            let early = try await ground.operators.docket(.database, words)
            #expect(early.status == .exited(5), "\(early.text)\(early.complaints)")
            #expect(early.text.contains("cannot be told: whether what is gone of 1 submissions was erased"), "\(early.text)")
            try await ground.sign()
            let later = try await ground.operators.docket(.database, words)
            #expect(later.status == .exited(0) && !later.text.contains("cannot be told"), "\(later.text)\(later.complaints)")
        }
    }

    @Test func `each change of the certificate, its entry, its proof and its signature is named`() async throws {
        try await Self.run { ground in
            try await ground.sign()
            let folder = "\(ground.place.path)/gone"
            #expect(try await ground.ask(.gateway, "--save", folder).status == .exited(0))
            let file = URL(filePath: "\(folder)/erasure.json")
            let whole = try CanonicalJSON.decode(JSONValue.self, from: Array(try Data(contentsOf: file)))

            /// Runs `verify` over the proof with one member of it changed, and the manual's program, which have to agree.
            func changed(
                _ path: [String], _ words: String, byHand: String, sourceLocation: SourceLocation = #_sourceLocation,
                _ change: (JSONValue) throws -> JSONValue
            ) async throws {
                try Data(CanonicalJSON.encode(try whole.changing(path[...], change))).write(to: file)
                let found = try await Self.verify(folder, "--keys", ground.trusted)
                #expect(found.status == .exited(1) && found.text.contains(words), "\(found.text)", sourceLocation: sourceLocation)
                let other = try await ManualPrograms.run("erasure.py", file.path, ground.trusted)
                #expect(
                    other.status == .exited(1) && other.complaints.contains(byHand), "\(other.complaints)",
                    sourceLocation: sourceLocation)
            }
            func forged(_ signed: JSONValue, _ part: String, _ instead: String) throws -> JSONValue {
                guard case .string(let text) = signed else { throw CancellationError() }
                let parts = text.split(separator: ".")
                let payload = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
                #expect(payload.contains(part))
                return .string("\(parts[0]).\(Base64URL.encode(Array(payload.replacing(part, with: instead).utf8))).\(parts[2])")
            }
            try await changed(["signed"], "erasure   does not hold: it was changed", byHand: "it was changed") {
                try forged($0, "\"blobs\":2", "\"blobs\":1")
            }
            // Signed by the right key, and not what the log was told.
            let other = try await ErasureCertificate(
                tenant: "acme", submission: try #require(SubmissionID(ground.id)), at: .now,
                request: .init(basis: "person", actor: "operator:erna", overrulesMinimum: false),
                erased: .init(documents: 0, pages: 0, blobs: 0), key: nil
            ).signed(with: ground.keys.current)
            try await changed(["signed"], "digest    does not hold: the log tells of", byHand: "another certificate") { _ in
                .string(other)
            }
            try await changed(["custody", "head", "signed"], "head: the head is not believed", byHand: "it was changed") {
                try forged($0, "\"size\":", "\"size\":1")
            }
            for (member, value, words) in [
                ("proof", JSONValue.array([]), "leaf: "), ("index", .number(0), "leaf: "),
                ("salt", .string(String(repeating: "0", count: 64)), "is not what the log was told"),
            ] {
                try await changed(["custody", "leaves", member], words, byHand: "not in the log") { _ in value }
            }
            try await changed(["custody", "leaves", "row", "note"], "row: ", byHand: "not in the log") { _ in
                .string("certificate sha256:\(String(repeating: "0", count: 64))")
            }
            // A salt that is gone, and a row that is made up.
            try Data(
                CanonicalJSON.encode(
                    try whole.changing(["custody", "leaves", "salt"][...]) { _ in .null })
            ).write(to: file)
            let bare = try await Self.verify(folder)
            #expect(bare.status == .exited(1) && bare.text.contains("salt-gone"), "\(bare.text)")
            // Unsigned it proves nothing, and is no contradiction either.
            try Data(CanonicalJSON.encode(try whole.changing(["signed"][...]) { _ in .null })).write(to: file)
            let unsigned = try await Self.verify(folder)
            #expect(unsigned.status == .exited(5) && unsigned.text.contains("erasure   not signed"), "\(unsigned.text)")
        }
    }

    @Test(arguments: OperatorsGround.Way.allCases)
    func `whoever changes the database is found`(way: OperatorsGround.Way) async throws {
        try await Self.run { ground in
            try await ground.sign()
            func found(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
                let result = try await ground.ask(way, "--keys", ground.trusted)
                #expect(
                    result.status == .exited(1) && result.text.contains(words), "\(result.text)", sourceLocation: sourceLocation)
            }
            try await ground.tamper("update erasures set certificate = replace(certificate, '\"blobs\":2', '\"blobs\":1')")
            try await found("digest    does not hold: the log tells of “certificate sha256:")
            // With the entry that goes with it.
            try await ground.tamper(
                """
                update audit set note = 'certificate sha256:' || encode(sha256(convert_to(
                    (select certificate from erasures), 'UTF8')), 'hex') where action = 'submission.erase'
                """)
            try await found("row: audit row")
            try await ground.gateway.pool.execute("update erasures set certificate = 'x'")
            let none = try await ground.ask(way)
            #expect(!none.status.isSuccess, "\(none.text)")
        }
    }

    @Test func `what is left of a submission, and what was erased before, is said`() async throws {
        try await Self.run { ground in
            try await ground.sign()
            try await ground.gateway.pool.pipeline([
                "insert into docket_keys.submissions (submission_id, tenant, wrapped) select id, tenant, '' from submissions",
                "update submissions set reference = 'Zora'",
            ])
            for way in OperatorsGround.Way.allCases {
                let left = try await ground.ask(way)
                #expect(left.status == .exited(1), "\(left.text)")
                #expect(left.text.contains("left      not nothing: 1 sealing_keys, 1 submissions"), "\(left.text)")
            }
            try await ground.gateway.pool.execute("update erasures set certificate = null")
            for way in OperatorsGround.Way.allCases {
                let before = try await ground.ask(way)
                #expect(before.status == .exited(66), "\(before.text)")
                #expect(before.complaints.contains("by a version that made no certificates"), "\(before.complaints)")
            }
            let other = try await ground.gateway.foreigner.send("GET", "/v1/submissions/\(ground.id)/erasure")
            #expect(other.status == 404 && other.text.contains("No such submission was erased"), "\(other.text)")
        }
    }
}

extension JSONValue {
    /// The same with one member changed. Of an array, the first element's is meant.
    fileprivate func changing(_ path: ArraySlice<String>, _ change: (JSONValue) throws -> JSONValue) throws -> JSONValue {
        guard let name = path.first else { return try change(self) }
        if case .array(var elements) = self, !elements.isEmpty {
            elements[0] = try elements[0].changing(path, change)
            return .array(elements)
        }
        guard case .object(var members) = self, let member = members[name] else { throw CancellationError() }
        members[name] = try member.changing(path.dropFirst(), change)
        return .object(members)
    }
}
