public import Configuration
public import Postgres

/// A replica of the database, by which long reads are answered.
public struct ReplicaConfiguration: Sendable {
    /// Leads to the replica; through a pooler if `DATABASE_URL` does.
    public let url: String
    /// How long a read waits for a replica that is behind.
    public let patience: Duration

    /// Nil if none is named.
    public init?(reading reader: inout ConfigurationReader) {
        let url = reader.optionalSecret(
            "DATABASE_READ_URL",
            "A replica of Postgres that answers listings, exports and what-if, when it has all that was committed before the question; by default the primary answers"
        )
        patience = reader.duration(
            "DATABASE_READ_PATIENCE", default: .milliseconds(200), in: .zero ... .seconds(10),
            "How long a read waits for a replica that is behind, before the primary answers")
        guard let url, !url.reveal.isEmpty else { return nil }
        self.url = url.reveal
        if let fault = PostgresConfiguration.fault(inConnectionString: url.reveal) {
            reader.fault("DATABASE_READ_URL", fault)
        }
    }

    /// As the connections to the primary, but no read waits long for one: the primary can answer.
    public func postgres(like primary: PostgresConfiguration) -> PostgresConfiguration {
        var configuration = primary
        configuration.connectionString = url
        configuration.prefersStandby = true
        configuration.minimumConnections = 0
        configuration.acquireTimeout = .milliseconds(500)
        // After a failover the standby is another one.
        configuration.maximumLifetime = .seconds(60)
        return configuration
    }
}
