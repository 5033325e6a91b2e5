import BlobStore
import Configuration
import Crypto
import Custody
import Domain
import EventLoop
import Glibc
import HTTPServer
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway
@testable import ServiceRuntime

/// A running gateway with a database and a folder of its own, and clients of two tenants.
struct GatewayUnderTest: Sendable {
    static let token = "token-of-acme-0123456789"
    static let foreignToken = "token-of-other-0123456789"

    /// Of the tenant `acme`.
    let client: WireClient
    /// Of the tenant `other`.
    let foreigner: WireClient
    let pool: PostgresPool
    /// The files as the gateway stores and reads them.
    let blobs: SealedBlobStore
    let keys: SealingKeyStore
    let blobFolder: String
    let address: SocketAddress
    let routes: [Route]
    /// Where operators come in, if they do not by the same.
    let operators: SocketAddress?
    /// Where mail comes in, if it does.
    let mail: SocketAddress?
    let metrics: MetricsRegistry
    private let place: Place

    /// For clients of a test's own.
    var loop: EventLoop { group.next() }
    var group: EventLoopGroup { place.group }
    var blockingPool: BlockingPool { place.group.blocking }

    /// For the gateway's own program over the same database and folder.
    var variables: [String: String] { place.variables }

    /// What all replicas of one gateway share.
    private struct Place {
        let options: Options
        let database: String
        let folder: String
        let group: EventLoopGroup
        let pool: PostgresPool
        let sealingKeys: String

        var variables: [String: String] {
            [
                "DATABASE_URL": database, "KAFKA_BOOTSTRAP_SERVERS": options.kafka, "DOCKET_ADMIN_ADDRESS": "127.0.0.1:0",
                "DOCKET_BLOBS": folder, "DOCKET_SEALING": options.isSealing ? "on" : "off",
                "DOCKET_SEALING_KEYS": sealingKeys,
            ]
        }
    }

    /// What a test may have otherwise.
    struct Options {
        var confirmationLifetime: Duration = .seconds(600)
        var maximumFileBytes = 100_000_000
        /// A database that is not there.
        var withoutDatabase = false
        var isDevelopment = false
        var edge = EdgeConfiguration()
        var uploadExpiry: Duration = .seconds(86_400)
        /// How long a body may send nothing.
        var bodyAllowance: Duration = .seconds(30)
        /// How long the gateway may take nothing of a body. Many tests run at once, and none but those of pauses is about that.
        var longestPause: Duration = .seconds(60)
        /// What stands before the files.
        var blobs: @Sendable (any BlobStore) -> any BlobStore = { $0 }
        /// Beside the built-in ones.
        var journeys: [JourneyDefinition] = []
        var signed: TokenAccess?
        var now: @Sendable () -> Timestamp = { .now }
        var eventPace = EventFeed.Pace()
        var returnHosts = ReturnHosts()
        var quotas = QuotaLimits()
        var tenantQuotas = TenantQuotas()
        var looks = TenantLooks()
        var desk = DeskConfiguration()
        var operations = OperationsConfiguration()
        var allowsPrivateEndpoints = false
        /// A key of its own.
        var signing = try? SigningKeys(pem: SigningKey.makePEM())
        /// Files are stored as they come otherwise.
        var isSealing = true
        var mail: MailConfiguration?
        /// Nobody, unless a test has brokers of its own.
        var kafka = "127.0.0.1:1"
    }

    /// Where its database is, for programs of a test's own.
    var database: String { place.database }

    static func run(_ options: Options = Options(), _ body: (GatewayUnderTest) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            let folder = try TemporaryFolder("gateway")
            let location = options.withoutDatabase ? "host=/nowhere dbname=none" : database.configuration.connectionString
            try await run(
                Place(
                    options: options, database: location, folder: folder.path, group: database.group, pool: database.pool,
                    sealingKeys: try SealingKeyFile.path()), body)
        }
    }

    /// Runs another gateway over the same database and folder.
    func withReplica(_ body: (GatewayUnderTest) async throws -> Void) async throws { try await Self.run(place, body) }

    private static func run(_ place: Place, _ body: (GatewayUnderTest) async throws -> Void) async throws {
        let (options, folder) = (place.options, place.folder)
        let (group, pool) = (place.group, place.pool)
        var reader = ConfigurationReader(environment: place.variables)
        var common = ServiceConfiguration(reading: &reader, service: "gateway-test", adminPort: 0)
        let blobs = BlobConfiguration(reading: &reader)
        let sealing = SealingConfiguration(reading: &reader)
        try reader.finish()
        common.stopGrace = .seconds(2)
        if options.withoutDatabase { common.postgres.acquireTimeout = .milliseconds(100) }
        let context = ServiceContext(
            configuration: common, group: group, logger: .silent, metrics: MetricsRegistry(), health: HealthRegistry())
        let tokens = try StaticTokens.parse("acme=\(token),other=\(foreignToken)").get()
        var server = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        server.bodyAllowance = options.bodyAllowance
        var configuration = GatewayConfiguration(
            server: server, access: options.isDevelopment ? .development : .tokens(tokens, signed: options.signed), blobs: blobs)
        configuration.maximumFileBytes = options.maximumFileBytes
        configuration.confirmationLifetime = options.confirmationLifetime
        configuration.uploadExpiry = options.uploadExpiry
        configuration.edge = options.edge
        configuration.returnHosts = options.returnHosts
        configuration.quotas = options.quotas
        configuration.tenantQuotas = options.tenantQuotas
        configuration.looks = options.looks
        configuration.desk = options.desk
        configuration.operations = options.operations
        configuration.signing = options.signing
        configuration.allowsPrivateEndpoints = options.allowsPrivateEndpoints
        configuration.sealing = sealing
        configuration.mail = options.mail
        configuration.longestPause = options.longestPause
        for journey in options.journeys { try configuration.journeys.register(journey) }
        let gateway = try await buildGateway(
            configuration, context, blobs: options.blobs, now: options.now, eventPace: options.eventPace)
        try await RunningParts.run(gateway.components) {
            let address = try #require(gateway.server.address)
            let keys = SealingKeyStore(pool: pool, sealing)
            let files = SealedBlobStore(
                try FileBlobStore(root: folder, pool: group.blocking), keys: keys, pool: group.blocking)
            let client = WireClient(address: address, loop: group.next(), token: token)
            try await body(
                GatewayUnderTest(
                    client: client, foreigner: client.with(token: foreignToken), pool: pool,
                    blobs: files, keys: keys, blobFolder: folder, address: address,
                    routes: gateway.routes, operators: gateway.operators?.address,
                    mail: gateway.mail?.address, metrics: context.metrics, place: place))
        }
    }
}

/// Starts the parts of a service, and stops them in the opposite order.
enum RunningParts {
    static func run(_ parts: [any ServiceComponent], _ body: () async throws -> Void) async throws {
        var running: [(part: any ServiceComponent, task: Task<Void, Never>)] = []
        do {
            for part in parts {
                try await part.start()
                running.append((part, Task { try? await part.run() }))
            }
            try await body()
        } catch {
            await stop(running)
            throw error
        }
        await stop(running)
    }

    private static func stop(_ running: [(part: any ServiceComponent, task: Task<Void, Never>)]) async {
        for (part, task) in running.reversed() {
            await part.stop()
            await task.value
        }
    }
}

// MARK: - Steps that many tests begin with

extension GatewayUnderTest {
    /// A new draft; returns its id.
    func draft(_ journey: String = "proof-of-address", as client: WireClient? = nil) async throws -> String {
        let created = try await (client ?? self.client).send("POST", "/v1/submissions", json: #"{"journey": "\#(journey)"}"#)
        guard created.status == 201, let id = try created.json()["id"]?.string else { throw UnexpectedAnswer(created) }
        return id
    }

    /// A document of the draft; returns its path.
    func document(_ draft: String, _ type: String = "utility-bill", issueDate: String? = nil) async throws -> String {
        let date = issueDate ?? CalendarDate.today.adding(days: -10).description
        let added = try await client.send(
            "POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "\#(type)", "issueDate": "\#(date)"}"#)
        guard added.status == 201, let location = added.headers["location"] else { throw UnexpectedAnswer(added) }
        return location
    }

    /// A page of the document; returns its path.
    func page(_ document: String, _ content: [UInt8] = SampleFiles.jpeg(), type: String = "image/jpeg") async throws -> String {
        let added = try await client.send("POST", "\(document)/pages", headers: [("Content-Type", type)], body: content)
        guard added.status == 201, let location = added.headers["location"] else { throw UnexpectedAnswer(added) }
        return location
    }

    func submission(_ draft: String) async throws -> TestJSON {
        try await client.send("GET", "/v1/submissions/\(draft)").json()
    }

    /// Asks, and does what was asked with the token of the answer.
    func confirmed(_ method: String, _ path: String) async throws -> WireResponse {
        let asked = try await client.send(method, path)
        guard asked.status == 428, let token = try asked.json()["token"]?.string else { throw UnexpectedAnswer(asked) }
        return try await client.send(method, path, headers: [("Docket-Confirmation", token)])
    }

    /// Rows of a table.
    func count(_ table: SQL) async throws -> Int {
        let rows = try await pool.query("select count(*) as rows from \(table)")
        return try rows.first?.decode("rows") ?? 0
    }

    /// Files that were begun and not ended.
    var unfinishedFiles: [String] { entries(of: "\(blobFolder)/.incoming") }

    /// The files of a submission.
    func storedFiles(_ draft: String) -> [String] { entries(of: "\(blobFolder)/acme/\(draft)") }

    /// Under which a file of a submission lies there.
    func storedName(of content: [UInt8], in draft: String) async throws -> String {
        let digest = ContentDigest(of: content)
        let id = try #require(SubmissionID(draft))
        return try await keys.key(of: id, tenant: "acme").map { "sealed-\($0.name(of: digest).hex)" } ?? digest.hex
    }

    func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String
    init(_ response: WireResponse) { description = "\(response.status) \(response.text.prefix(800))" }
}

extension CalendarDate {
    /// In UTC.
    static var today: CalendarDate { CalendarDate(daysSinceEpoch: Int(Timestamp.now.millisecondsSinceEpoch / 86_400_000)) }
}

extension Timestamp {
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
