import BlobStore
import EventLoop
import HTTPClient
import Kafka
import Operations
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// The services of operators' handlers.
struct OperationServices: Sendable {
    let pool: PostgresPool
    let kafka: BrokerAccess
    let brokers = BrokerWatch()
    let keys: APIKeyStore
    let deadLetters: DeadLetterStore
    let counts: OperationsReader
    let pauses: PostgresStagePauseStore
    let leases: PostgresLeaseStore
    let holds: LegalHoldStore
    let retention: RetentionStore
    let personal: PersonalDataStore
    let stories: StoryReader
    let facts: PostgresFactsStore
    let blobs: any BlobStore
    let whatIfs = WhatIfGate()
    let erasing: OperationsConfiguration.Erasing
    let ledger: ErasureLedger?
    let charts: PrometheusCharts?
    private let addresses: [AdminAddress]
    private let client: HTTPClient
    private let loop: EventLoop
    private let memory = StatusMemory()

    init(
        _ configuration: OperationsConfiguration, platform: StagePlatform, submissions: SubmissionStore,
        facts: PostgresFactsStore, blobs: any BlobStore,
        _ context: ServiceContext, now: @escaping @Sendable () -> Timestamp
    ) {
        pool = platform.pool
        kafka = BrokerAccess(context)
        keys = APIKeyStore(pool: pool, now: now)
        deadLetters = DeadLetterStore(pool: pool, submissions: submissions)
        counts = OperationsReader(pool: pool)
        pauses = PostgresStagePauseStore(pool: pool)
        leases = PostgresLeaseStore(pool: pool)
        holds = LegalHoldStore(pool: pool, keys: platform.keys)
        retention = RetentionStore(pool: pool)
        personal = PersonalDataStore(
            pool: pool, owner: platform.instance, source: "/docket/gateway", keys: platform.keys,
            wakeRelay: platform.wakeRelay)
        stories = StoryReader(pool: pool)
        self.facts = facts
        self.blobs = blobs
        erasing = configuration.erasing
        ledger = configuration.ledger.map { ErasureLedger(path: $0) }
        addresses = configuration.services
        let client = HTTPClient(loop: context.group.loops[0], metrics: context.metrics)
        self.client = client
        charts = configuration.prometheus.map { PrometheusCharts(url: $0, client: client) }
        loop = context.group.loops[0]
    }

    /// The state of the installation. Rates are since the previous call, by any caller.
    func status() async throws -> StatusReport {
        let reader = StatusReader(loop: loop, addresses: addresses, client: client, pool: pool, kafka: try? kafka.reader())
        let look = try await reader.look()
        return StatusReport(look, since: memory.exchange(look))
    }
}

/// The previous state of the installation.
private final class StatusMemory: Sendable {
    private static let shortest = Duration.milliseconds(500)
    private static let longest = Duration.seconds(60)
    private let last = Mutex<(kept: StatusLook, before: StatusLook?)?>(nil)

    /// Stores a state, and returns the one to compare with. Two calls at the same moment compare with the same one.
    func exchange(_ look: StatusLook) -> StatusLook? {
        last.withLock { last in
            guard let known = last, look.at - known.kept.at < Self.longest else {
                last = (look, nil)
                return nil
            }
            if look.at - known.kept.at < Self.shortest { return known.before }
            last = (look, known.kept)
            return known.kept
        }
    }
}

/// A client of the brokers for queries, made on the first use.
final class BrokerAccess: ServiceComponent {
    let name = "broker-questions"
    let configuration: KafkaConfiguration
    let group: EventLoopGroup
    private let logger: Logger
    private let admin = Mutex<KafkaAdmin?>(nil)
    private let stopped = AsyncSignal<Void>()

    init(_ context: ServiceContext) {
        (configuration, group, logger) = (context.configuration.kafka, context.group, context.logger)
    }

    func client() throws(KafkaError) -> KafkaAdmin {
        try admin.withLock { (admin) throws(KafkaError) -> KafkaAdmin in
            if let admin { return admin }
            let made = try KafkaAdmin(configuration, group: group, limit: .seconds(2), logger: logger.labelled("kafka"))
            admin = made
            return made
        }
    }

    /// For reading a topic live: a person watches, and the embedded broker does not answer a fetch earlier.
    var reading: KafkaConfiguration {
        var configuration = configuration
        configuration.fetchWait = min(configuration.fetchWait, .milliseconds(50))
        return configuration
    }

    func reader() throws(KafkaError) -> KafkaReader {
        KafkaReader(admin: try client(), servers: configuration.bootstrapServers)
    }

    func run() async throws { await stopped.waitUncancelled() }

    func stop() async {
        await admin.withLock { $0.take() }?.close()
        stopped.send()
    }
}
