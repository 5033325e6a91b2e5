public import Configuration
public import Postgres

/// Where the database is: for what works with it, and for what needs a session of the server.
public struct DatabaseAddresses: Sendable {
    /// May lead through a pooler.
    public let url: String
    public let pooling: PostgresPooling
    /// Leads to the server itself: for LISTEN, migrations and copies. Without a pooler it is `url`, whatever else is named.
    public let directURL: String

    public init(reading reader: inout ConfigurationReader) {
        let url = reader.secret("DATABASE_URL", "Postgres, as a URL: postgresql://user:password@host:5432/database?sslmode=…")
        pooling = reader.choice(
            "DATABASE_POOLER", default: .off,
            "What DATABASE_URL leads through: transaction for a pooler such as PgBouncer in that mode, off for none")
        let direct = reader.optionalSecret(
            "DATABASE_DIRECT_URL", "The server itself, for what needs a session; read beside DATABASE_POOLER=transaction alone")
        self.url = url.reveal
        directURL = pooling == .transaction ? direct?.reveal ?? url.reveal : url.reveal
        if !url.reveal.isEmpty, let fault = PostgresConfiguration.fault(inConnectionString: url.reveal, pooling: pooling) {
            reader.fault("DATABASE_URL", fault)
        }
        if let direct, !direct.reveal.isEmpty, let fault = PostgresConfiguration.fault(inConnectionString: direct.reveal) {
            reader.fault("DATABASE_DIRECT_URL", fault)
        }
        guard pooling == .transaction else { return }
        if direct == nil {
            reader.fault("DATABASE_DIRECT_URL", "is not set; beside DATABASE_POOLER=transaction it must name the server itself")
        } else if directURL == url.reveal, !directURL.isEmpty {
            reader.fault("DATABASE_DIRECT_URL", "is the same as DATABASE_URL, which leads to a pooler by DATABASE_POOLER")
        }
    }
}
