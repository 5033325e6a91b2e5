/// How to reach the database, and how much of it to use.
public struct PostgresConfiguration: Sendable, CustomStringConvertible {
    /// A `postgresql://` URL or a libpq connection string. It is handed to libpq as it is: `sslmode`, `sslrootcert`, several
    /// hosts with `target_session_attrs` and everything else that libpq knows work.
    public var connectionString: String
    /// Used instead of a password in the connection string.
    public var password: String?
    /// Shown by the server in `pg_stat_activity`.
    public var applicationName: String
    /// Connections that are kept even while nobody needs them.
    public var minimumConnections: Int
    public var maximumConnections: Int
    /// How many may wait for a connection; one more is refused at once.
    public var maximumWaiters: Int
    /// How long one waits for a connection, which includes making it.
    public var acquireTimeout: Duration
    /// One attempt to connect, over all hosts of the connection string.
    public var connectTimeout: Duration
    /// The server's `statement_timeout`. A connection whose server does not even answer is given up a little later.
    public var statementTimeout: Duration
    /// The server's `idle_in_transaction_session_timeout`.
    public var idleInTransactionTimeout: Duration
    /// A connection above the minimum that was idle for this long is closed.
    public var idleTimeout: Duration
    /// A connection that is older is replaced when it is next idle, so that load spreads again after a fail-over.
    public var maximumLifetime: Duration
    /// The wait after the first failed attempt to connect; it doubles up to the maximum, with jitter.
    public var reconnectDelay: Duration
    public var maximumReconnectDelay: Duration

    public init(
        connectionString: String, password: String? = nil, applicationName: String = "docket", minimumConnections: Int = 1,
        maximumConnections: Int = 8, maximumWaiters: Int = 10_000, acquireTimeout: Duration = .seconds(5),
        connectTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(30),
        idleInTransactionTimeout: Duration = .seconds(60), idleTimeout: Duration = .seconds(60),
        maximumLifetime: Duration = .seconds(1800), reconnectDelay: Duration = .milliseconds(50),
        maximumReconnectDelay: Duration = .seconds(5)
    ) {
        self.connectionString = connectionString
        self.password = password
        self.applicationName = applicationName
        self.minimumConnections = max(0, minimumConnections)
        self.maximumConnections = max(1, maximumConnections, minimumConnections)
        self.maximumWaiters = max(1, maximumWaiters)
        self.acquireTimeout = acquireTimeout
        self.connectTimeout = connectTimeout
        self.statementTimeout = statementTimeout
        self.idleInTransactionTimeout = idleInTransactionTimeout
        self.idleTimeout = idleTimeout
        self.maximumLifetime = maximumLifetime
        self.reconnectDelay = reconnectDelay
        self.maximumReconnectDelay = maximumReconnectDelay
    }

    /// Without the connection string, for it may hold a password.
    public var description: String {
        "PostgresConfiguration(application \(applicationName), \(minimumConnections)–\(maximumConnections) connections)"
    }

    /// Which servers, database and user the connection string names, for an operator: `db:5432 (database docket, user docket)`.
    public var place: String {
        (try? ConnectionParameters(connectionString: connectionString).place) ?? "a database that cannot be read from its address"
    }

    /// Whether libpq understands the connection string: asked where configuration is read, so that a typing error is reported
    /// with the others. The answer is a message without values, or nil.
    public static func fault(inConnectionString text: String) -> String? {
        do {
            _ = try ConnectionParameters(connectionString: text)
            return nil
        } catch {
            return error.description
        }
    }
}
