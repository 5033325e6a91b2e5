import CommandLine
import Crypto
import Custody
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Kafka
import LoadTest
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `--json` has one shape, by one rule, for every command that has it.
@Suite(.timeLimit(.minutes(3))) struct JSONShapeTests {
    private enum Shape { case object, lines }

    /// What needs a whole gateway, or both jails: the tests of a running `docket up` and `ReadCommandTests` look at these.
    private static let elsewhere: Set = ["upload", "read"]

    // MARK: - What help says

    private func help(_ words: [String]) async throws -> String {
        let said = Mutex("")
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let console = Console(width: 100, output: { text in said.withLock { $0 += text } }, error: { _ in })
        let context = CommandContext(
            group: group, loop: loop, environment: [:], output: Terminal(descriptor: -1, environment: [:]))
        _ = try await loop.run { await Docket.program(context, console: console).run(words + ["--help"]) }
        await group.shutdown()
        return said.withLock { $0 }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Of every command with `--json`, the shape that its help tells.
    private func shapes() async throws -> [String: Shape] {
        let group = try EventLoopGroup(threads: 1)
        let context = CommandContext(
            group: group, loop: group.next(), environment: [:], output: Terminal(descriptor: -1, environment: [:]))
        func paths(_ command: Command, under words: [String]) -> [[String]] {
            command.subcommands.flatMap { [words + [$0.name]] + paths($0, under: words + [$0.name]) }
        }
        let all = paths(Docket.tree(context), under: [])
        await group.shutdown()
        var shapes: [String: Shape] = [:]
        for words in all {
            let help = try await help(words)
            guard help.contains(" --json ") else { continue }
            let isObject = help.contains("--json Print it as one JSON object, and nothing else on standard output")
            let isLines = help.contains(
                "--json Print each as a JSON object on a line of its own, and nothing else on standard output")
            #expect(isObject != isLines, "\(words) says which")
            shapes[words.joined(separator: " ")] = isObject ? .object : .lines
        }
        return shapes
    }

    // MARK: - What they print

    /// An export's folder: a signed manifest that names no file, and the newest head of the log, which lies beside the folder
    /// as `kept.jws`, too.
    private static func evidence(in folder: String) async throws -> String {
        let keys = try SigningKeys(pem: SigningKey.makePEM())
        let path = "\(folder)/evidence"
        try HomeDirectory.makeFolder(path)
        let manifest = try await SignedManifest.sign(
            ["documents": .array([])], facts: nil, at: Timestamp(Date()), with: keys.current)
        try FileText.write("\(path)/\(Evidence.manifestName)", bytes: Array(manifest.utf8))
        try FileText.write("\(path)/\(Evidence.keysName)", bytes: try CanonicalJSON.encode(keys.keySet))
        let head = LogHead(
            tenant: "acme", era: 0, number: 1, size: 0, root: .empty, time: Timestamp(Date()), previous: nil)
        let signed = try await head.signed(with: keys.current)
        let custody: JSONValue = .object([
            "submission": .string("\(SubmissionID.random())"), "head": .object(["signed": .string(signed)]), "leaves": .array([]),
        ])
        try FileText.write("\(path)/\(Evidence.custodyName)", bytes: try CanonicalJSON.encode(custody))
        try FileText.write("\(folder)/kept.jws", bytes: Array(signed.utf8))
        return path
    }

    private func check(_ outcome: OperatorGround.Outcome, _ command: String, _ shape: Shape) throws {
        #expect(outcome.code != nil && outcome.code != .usage && outcome.code != .failure, "\(command): \(outcome.errors)")
        #expect(outcome.output.isEmpty || outcome.output.hasSuffix("\n"), "\(command)")
        let lines = outcome.output.split(separator: "\n")
        for line in lines {
            #expect(line.hasPrefix("{"), "\(command): \(line)")
            #expect(throws: Never.self, "\(command): \(line)") {
                _ = try CanonicalJSON.decode(JSONValue.self, from: Array(line.utf8))
            }
        }
        if shape == .object { #expect(lines.count == 1, "\(command): \(outcome.output)\(outcome.errors)") }
    }

    /// A delivery that was given up; its id.
    private func givenUpDelivery(_ ground: OperatorGround) async throws -> String {
        let pool = ground.database.pool
        let made = try #require(
            try await WebhookEndpointStore(pool: pool).create(
                NewWebhookEndpoint(tenant: .standard, url: "https://127.0.0.1:1"), by: AuditOrigin(actor: "operator:erna")))
        let event = try await SampleOutcome.record(over: pool, at: Timestamp(Date()).adding(.seconds(-7200)))
        let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: made.record.id.description)
        let deliveries = PostgresDeliveryStore(pool: pool, keys: nil)
        #expect(try await deliveries.plan([key]) == 1)
        struct Line: Decodable { let id: String }
        let listed = try await ground.docket("deliveries", "list", "--json").jsonLines(Line.self)
        return try #require(listed.first?.id)
    }

    @Test func everyCommandPrintsTheShapeThatItsHelpTells() async throws {
        let shapes = try await shapes()
        #expect(shapes.count > 25)
        let cluster = try EmbeddedCluster(
            topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) }))
        let gateway = try GatewayDouble { _ in .accepted }
        let url = try gateway.start()
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await PrivacyGround.run { try await runAll(shapes, $0, cluster.bootstrapServers, gateway: url) })
        } catch {
            result = .failure(error)
        }
        await gateway.stop()
        try result.get()
    }

    private func runAll(
        _ shapes: [String: Shape], _ ground: PrivacyGround, _ kafka: String, gateway: String
    ) async throws {
        let folder = ground.folder.path
        let environment = [
            "DATABASE_URL": ground.operators.database.configuration.connectionString, "KAFKA_BOOTSTRAP_SERVERS": kafka,
            "DOCKET_BLOBS": "\(folder)/blobs", "DOCKET_ERASURE_LEDGER": ground.ledger, "USER": "erna", "GATEWAY_URL": gateway,
            "GATEWAY_ADMIN_URL": "http://127.0.0.1:1",
        ]
        func docket(_ words: [String]) async throws -> OperatorGround.Outcome {
            try await OperatorGround.docket(words, environment: environment)
        }
        var left = Set(shapes.keys).subtracting(Self.elsewhere)
        /// Runs a command with `--json`, and looks at what it prints.
        @discardableResult
        func run(_ command: String, _ arguments: String...) async throws -> OperatorGround.Outcome {
            #expect(shapes[command] != nil, "\(command) has --json")
            let shape = shapes[command] ?? .object
            left.remove(command)
            let outcome = try await docket(command.split(separator: " ").map(String.init) + arguments + ["--json"])
            try check(outcome, "\(command) \(arguments)", shape)
            return outcome
        }
        struct Made: Decodable { let id: String }

        let (failed, event) = try await ground.operators.givenUp(.validation)
        let person = try await ground.person()
        let delivery = try await givenUpDelivery(ground.operators)
        let photo = "\(folder)/photo.jpg"
        try FileText.write(photo, bytes: Array("no photo at all".utf8))
        #expect(try await docket(["journeys", "new", "parking-permit", "--journeys", folder]).code == .success)

        try await run("journeys list", "--journeys", folder)
        try await run("journeys callouts", "--journeys", folder)
        try await run("journeys show", "parking-permit", "--journeys", folder)
        try await run("journeys what-if", "\(folder)/parking-permit.yaml")
        try await run("check", photo, "-j", "identity", "-t", "passport", "--no-jail")
        let scans = try TemporaryFolder()
        try FileText.write("\(scans.path)/a.pdf", bytes: [1])
        try FileText.write("\(scans.path)/a.pdf.json", bytes: Array(#"{"journey":"identity","type":"passport"}"#.utf8))
        try await run("watch", scans.path, "--once")
        try await run("show", "\(failed.id)")
        try await run("health")
        try await run("doctor", "--timeout", "1")
        try await run("status", "--once")
        try await run("tail", "--no-follow")
        try await run("follow", "\(failed.id)", "--no-follow")
        try await run("reconcile", "--dry-run")
        try await run("migrate", "--plan")
        try await run("record", "\(folder)/r", "--no-follow")
        let recordings = try TemporaryFolder()
        try await run(
            "replay", try SampleRecordings.file(SampleRecordings.uploads(1), .uploads, in: recordings), "--as-myself", "--speed",
            "10")
        try await run("dlq list")
        try await run("dlq show", "\(event)")
        try await run("keys create", "--tenant", "acme")
        try await run("keys create", "--tenant", "acme", "--save", "\(folder)/key")
        #expect(try await run("keys list").output.split(separator: "\n").count == 2)
        let endpoint = try await run("endpoints add", "--tenant", "acme", "--url", "https://example.org/hook").json(Made.self)
        try await run("endpoints rotate", endpoint.id)
        #expect(try await run("endpoints list").output.split(separator: "\n").count == 2)
        struct PortalLink: Decodable { let id, url: String }
        let link = try await run("portal link", "--name", "jane").json(PortalLink.self)
        #expect(link.url.contains("/portal#dp_"))
        try await run("portal list")
        #expect(try await docket(["portal", "revoke", link.id]).code == .success)
        try await run("deliveries list")
        struct Told: Decodable { let endpoint: String }
        let told = try await run("deliveries show", delivery).json(Told.self)
        try await run("endpoints test", told.endpoint)
        let hold = try await run("hold set", "\(person.id)").json(Made.self)
        try await run("hold list")
        try await run("hold release", hold.id)
        try await run("retention run", "--dry-run")
        struct Sealed: Decodable {
            let sealed, unsealed, unsealedBytes, inClear: Int
            let stillClear, notBegun: [String]
        }
        let sealing = try await run("seal", "--progress").json(Sealed.self)
        #expect(sealing.inClear == 0 && sealing.notBegun.isEmpty)
        struct Compared: Decodable {
            struct Kept: Decodable { let name, tenant, verdict, reason: String, era, number, size: Int }
            let kept: [Kept]
        }
        let evidence = try await Self.evidence(in: folder)
        try await run("verify", evidence)
        let compared = try await run("verify", evidence, "--kept", "\(folder)/kept.jws").json(Compared.self)
        #expect(compared.kept.map(\.verdict) == ["holds"])
        try await run("export", "\(person.id)", "--to", "\(folder)/export")
        try await run("audit")
        try await run("usage")
        try await run("erase", "\(person.id)", "--dry-run")
        try await run("erase", "\(person.id)", "--yes")
        #expect(left.isEmpty, "these have --json and were not looked at: \(left.sorted())")
    }
}
