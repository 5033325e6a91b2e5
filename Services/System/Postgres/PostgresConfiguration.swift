/// The address of the database, and the limits of its use.
public struct PostgresConfiguration: Sendable, CustomStringConvertible {
    /// A `postgresql://` URL or a libpq connection string. libpq gets it unchanged, with all of its options: `sslmode`,
    /// `sslrootcert`, several hosts with `target_session_attrs`.
    public var connectionString: String
    /// Whether a pooler stands between.
    public var pooling: PostgresPooling
    /// Shown by the server in `pg_stat_activity`.
    public var applicationName: String
    /// The connections that are kept even if none is needed.
    public var minimumConnections: Int
    public var maximumConnections: Int
    /// The most callers that wait for a connection; further ones are refused at once.
    public var maximumWaiters = 10_000
    /// How long a caller waits for a connection, including the time to make it.
    public var acquireTimeout: Duration
    /// The limit of one attempt to connect, over all hosts of the connection string.
    public var connectTimeout: Duration
    /// The server's `statement_timeout`. A connection whose server does not answer at all is given up a little later.
    public var statementTimeout = Duration.seconds(30)
    /// The server's `idle_in_transaction_session_timeout`.
    public var idleInTransactionTimeout = Duration.seconds(60)
    /// A connection above the minimum that was idle for this long is closed.
    public var idleTimeout = Duration.seconds(60)
    /// A connection that is older is replaced when it is next idle, so that the load is distributed again after a
    /// fail-over.
    public var maximumLifetime = Duration.seconds(1800)
    /// The wait after the first failed attempt to connect; it doubles up to the maximum, with jitter.
    public var reconnectDelay = Duration.milliseconds(50)
    public var maximumReconnectDelay = Duration.seconds(5)
    /// Whether it is enough to read, best from a standby. Otherwise only a server that takes changes will do, unless the
    /// connection string says something else (`target_session_attrs`).
    public var prefersStandby = false

    public init(
        connectionString: String, pooling: PostgresPooling = .off, applicationName: String = "docket",
        minimumConnections: Int = 1, maximumConnections: Int = 8,
        acquireTimeout: Duration = .seconds(5), connectTimeout: Duration = .seconds(5)
    ) {
        self.connectionString = connectionString
        self.pooling = pooling
        self.applicationName = applicationName
        self.minimumConnections = max(0, minimumConnections)
        self.maximumConnections = max(1, maximumConnections, minimumConnections)
        self.acquireTimeout = acquireTimeout
        self.connectTimeout = connectTimeout
    }

    /// Without the connection string, for it may hold a password.
    public var description: String {
        "PostgresConfiguration(application \(applicationName), \(minimumConnections)–\(maximumConnections) connections)"
    }

    /// The servers, database and user of the connection string, for an operator: `db:5432 (database docket, user
    /// docket)`.
    public var place: String {
        (try? ConnectionParameters(connectionString: connectionString).place) ?? "a database that cannot be read from its address"
    }

    /// What the connection string says by libpq's keywords (`host`, `dbname`, `password`, …), in their order.
    ///
    /// - Throws: `misuse` if libpq does not understand it.
    public static func keywords(ofConnectionString text: String) throws(PostgresError) -> [(keyword: String, value: String)] {
        try ConnectionParameters(connectionString: text).assembled(overrides: [:], fallbacks: [:]).filter { !$0.value.isEmpty }
    }

    /// Checks whether libpq understands the connection string, and a pooler takes what it asks for. Called when the
    /// configuration is read, so that a typing error is reported with the others. Returns a message without values, or nil.
    public static func fault(inConnectionString text: String, pooling: PostgresPooling = .off) -> String? {
        do {
            let parameters = try ConnectionParameters(connectionString: text)
            return pooling == .transaction ? parameters.faultBehindPooler : nil
        } catch {
            return error.description
        }
    }
}
