import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A gateway with what operators look at, and `docket` as they run it: over the database, and over the gateway.
struct OperatorsGround: Sendable {
    enum Way: CaseIterable {
        case database, gateway
    }

    let gateway: GatewayUnderTest
    /// An operator.
    let olga: WireClient
    let submissions: SubmissionStore
    let lease: Lease
    private let key: String
    private let kafka: String
    private let home: TemporaryFolder

    static func run(_ options: GatewayUnderTest.Options = .init(), _ body: (OperatorsGround) async throws -> Void) async throws {
        var options = options
        options.operations.surface = .public
        let home = try TemporaryFolder("operator")
        try await GatewayUnderTest.run(options) { [kafka = options.kafka] gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "ops", role: .operator), by: AuditOrigin(actor: "operator:erna"))
            let lease = try await PostgresLeaseStore(pool: gateway.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            try await body(
                OperatorsGround(
                    gateway: gateway, olga: gateway.client.with(token: token.text),
                    submissions: SubmissionStore(
                        pool: gateway.pool, owner: lease.instance, source: "/docket/test", keys: gateway.keys),
                    lease: lease, key: token.text, kafka: kafka, home: home))
        }
    }

    /// The same with brokers that are there.
    static func withBrokers(_ body: (OperatorsGround) async throws -> Void) async throws {
        let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) }))
        var options = GatewayUnderTest.Options()
        options.kafka = cluster.bootstrapServers
        try await run(options, body)
        withExtendedLifetime(cluster) {}
    }

    // MARK: - Running

    /// Runs `docket` to its end, without a terminal.
    func docket(_ way: Way, _ words: [String], _ variables: [String: String] = [:]) async throws -> Program.Result {
        let ways = [
            Way.database: [
                "DATABASE_URL": gateway.database, "KAFKA_BOOTSTRAP_SERVERS": kafka, "DOCKET_BLOBS": gateway.blobFolder,
                "DOCKET_SEALING_KEYS": gateway.variables["DOCKET_SEALING_KEYS"] ?? "",
            ],
            .gateway: ["GATEWAY_URL": "http://\(gateway.address)", "DOCKET_TOKEN": key],
        ]
        return try await Program.run(
            try BuiltPrograms.path("docket"), words,
            environment: (ways[way] ?? [:]).merging(["USER": "erna", "DOCKET_HOME": home.path]) { own, _ in own }
                .merging(variables) { $1 })
    }

    /// The same both ways: they say the same, and end alike.
    @discardableResult
    func alike(_ words: String...) async throws -> String {
        let (database, gateway) = (try await docket(.database, words), try await docket(.gateway, words))
        #expect(gateway.text == database.text, "docket \(words.joined(separator: " "))")
        #expect(gateway.status == database.status, "docket \(words.joined(separator: " ")): \(gateway.complaints)")
        #expect(database.status.isSuccess, "\(database.complaints)")
        return gateway.text
    }

    // MARK: - What there is

    func parked(_ tenant: TenantID = "acme", code: String = "broken") async throws -> (submission: Submission, event: EventID) {
        try await parking.parked(tenant, code: code)
    }

    func events(of submission: SubmissionID) async throws -> [RecordedEvent] { try await parking.events(of: submission) }

    func park(_ event: EventID, code: String = "broken") async throws { try await parking.park(event, code: code) }

    /// So old that nothing asks for keeping it.
    func agedByYears(_ draft: String) async throws {
        let id = try #require(SubmissionID(draft))
        try await gateway.pool.execute(
            "update submissions set changed_at = changed_at - interval '30 years' where id = \(id.uuid)")
    }

    /// A record that became no work; what it says to be, if it is given an event.
    func garbage(_ value: [UInt8], offset: Int64, stage: Stage = .validation) async throws {
        try await stages.giveUp(
            DeadLetterNotice(
                stage: stage, event: nil, key: Array("a key".utf8), value: value,
                headers: [.init(name: "from", value: Array("kcat".utf8))],
                origin: .init(cluster: "c", topic: stage.topic.name, partition: 2, offset: offset), attempts: 1,
                code: "event-malformed", problem: "The bytes are not an event.", failedAt: Date()), lease)
    }

    private var parking: ParkedWork { ParkedWork(pool: gateway.pool, submissions: submissions, lease: lease) }
    private var stages: PostgresStageStore { PostgresStageStore(pool: gateway.pool, source: "/docket/test", keys: gateway.keys) }
}
