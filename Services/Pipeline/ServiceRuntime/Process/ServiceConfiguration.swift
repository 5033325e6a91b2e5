public import Configuration
public import Domain
public import EventLoop
import FoundationEssentials
public import Kafka
public import Postgres
public import Telemetry

/// The configuration of all services.
public struct ServiceConfiguration: Sendable {
    public var postgres: PostgresConfiguration
    /// Leads to the server itself, for what needs a session.
    public var directPostgres: PostgresConfiguration
    public var kafka: KafkaConfiguration
    public var adminAddress: SocketAddress
    public var logLevel: LogLevel
    /// The number of threads that wait for events and run tasks.
    public var loops: Int
    /// A descriptor that reaches its end of file when the supervisor ends.
    public var lifeline: CInt?
    /// The id of this run of the process; nil to choose one.
    public var instance: InstanceID?
    /// The time for a stop.
    public var stopGrace: Duration
    /// The interval of the search for stuck events.
    public var reconcileInterval: Duration
    /// How long ended work items and deliveries are stored.
    public var historyRetention: Duration
    /// How tenants take turns.
    public var turns: TurnSettings
    /// The destination of traces.
    public var traces: TraceConfiguration

    /// The service's name, in kebab case, is also the client's name at Postgres and Kafka.
    public init(reading reader: inout ConfigurationReader, service: String, adminPort: Int) {
        let addresses = DatabaseAddresses(reading: &reader)
        postgres = PostgresConfiguration(
            connectionString: addresses.url, pooling: addresses.pooling, applicationName: "docket-\(service)",
            maximumConnections: reader.integer(
                "DOCKET_DATABASE_CONNECTIONS", default: 8, in: 1...500, "Connections to Postgres that this process may hold"))
        directPostgres = postgres
        (directPostgres.connectionString, directPostgres.pooling) = (addresses.directURL, .off)
        kafka = KafkaConfiguration(reading: &reader, clientID: "docket-\(service)")
        adminAddress = reader.address(
            "DOCKET_ADMIN_ADDRESS", default: "127.0.0.1:\(adminPort)",
            "Where this process answers /health/live, /health/ready and /metrics, for operators only")
        logLevel = reader.choice("DOCKET_LOG_LEVEL", default: .info, "The least severe lines that are logged")
        loops = reader.integer("DOCKET_LOOPS", default: 2, in: 1...256, "Threads that wait for events and run tasks")
        let lifeline = reader.optionalString(
            "DOCKET_LIFELINE_FD", "A descriptor whose end of file says that the supervisor is gone; set by docket up")
        self.lifeline = lifeline.flatMap { CInt($0) }
        if lifeline != nil, self.lifeline == nil { reader.fault("DOCKET_LIFELINE_FD", "is not the number of a descriptor") }
        let instance = reader.optionalString(
            "DOCKET_INSTANCE",
            "A UUID of this run of the process alone; set by docket up, which ends its leases when it dies"
        )
        self.instance = instance.flatMap { UUID(uuidString: $0) }.map { InstanceID($0) }
        if instance != nil, self.instance == nil { reader.fault("DOCKET_INSTANCE", "is not a UUID") }
        stopGrace = reader.duration(
            "DOCKET_STOP_GRACE", default: .seconds(20),
            "How long this process may take to finish what it has begun when asked to stop")
        reconcileInterval = reader.duration(
            "DOCKET_RECONCILE_INTERVAL", default: .seconds(30),
            "How often events are looked for that nothing will move; one process of all does it")
        historyRetention = reader.duration(
            "DOCKET_HISTORY_RETENTION", default: .seconds(30 * 86_400), in: .seconds(3600) ... .seconds(3_153_600_000),
            "How long it is kept how work and webhooks of submissions at their end went; longer than Kafka keeps the topics")
        turns = TurnSettings(reading: &reader)
        traces = TraceConfiguration(reading: &reader, service: service)
    }
}

extension ConfigurationReader {
    /// A local address, such as `127.0.0.1:8080` or `[::]:8080`.
    public mutating func address(_ name: String, default fallback: String, _ help: String) -> SocketAddress {
        let text = string(name, default: fallback, help)
        if let address = try? SocketAddress(parsing: text) { return address }
        fault(name, "is ‘\(text)’; it must be an address and a port, such as 127.0.0.1:8080 or [::]:8080")
        return .placeholder
    }
}

extension SocketAddress {
    /// The value of a faulty variable. It is never used: a service with faults in its configuration does not start.
    fileprivate static var placeholder: SocketAddress { .unix(path: "") }
}
