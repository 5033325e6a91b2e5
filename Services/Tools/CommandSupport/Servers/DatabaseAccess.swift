package import CommandLine
import Configuration
import Crypto
package import Custody
import Domain
import EventLoop
import Operations
package import Postgres
package import PostgresStore
package import Sealing
import ServiceRuntime
import Telemetry

/// Finds the database for subcommands, and waits for it.
package enum DatabaseAccess {
    /// Reads DATABASE_URL (or the file that DATABASE_URL_FILE names), or takes the address from the `docket up` that runs
    /// in the home.
    package static func configuration(_ context: CommandContext, home: HomeDirectory) throws -> PostgresConfiguration {
        let addresses = try addresses(context, home: home)
        return configuration(connectionString: addresses.url, pooling: addresses.pooling)
    }

    /// Leads to the server itself where DATABASE_URL leads through a pooler: for what needs a session.
    package static func directConfiguration(_ context: CommandContext, home: HomeDirectory) throws -> PostgresConfiguration {
        configuration(connectionString: try addresses(context, home: home).directURL)
    }

    private static func addresses(_ context: CommandContext, home: HomeDirectory) throws -> DatabaseAddresses {
        try ConfigurationReader.read(context.environment(completedFrom: home)) { DatabaseAddresses(reading: &$0) }
    }

    /// The same for the home that `--home` names.
    package static func configuration(_ context: CommandContext, _ arguments: ParsedArguments) throws -> PostgresConfiguration {
        try configuration(context, home: GatewayOptions.homeDirectory(context, arguments))
    }

    /// The keys that files are sealed with, if this process has them.
    package static func sealing(_ context: CommandContext, home: HomeDirectory) throws -> SealingConfiguration {
        try ConfigurationReader.read(context.environment(completedFrom: home)) {
            SealingConfiguration(reading: &$0, isRequired: false)
        }
    }

    /// The same where what is read shows what can be opened: without keys that are named and cannot be read, too.
    package static func sealingIfAny(_ context: CommandContext, home: HomeDirectory) -> SealingConfiguration {
        (try? sealing(context, home: home)) ?? SealingConfiguration(provider: nil)
    }

    /// The key that evidence is signed with, if this process has it.
    package static func signing(_ context: CommandContext, home: HomeDirectory) throws -> SigningKeys? {
        try ConfigurationReader.read(context.environment(completedFrom: home)) { SigningConfiguration.keys(reading: &$0) }
    }

    package static func configuration(connectionString: String, pooling: PostgresPooling = .off) -> PostgresConfiguration {
        PostgresConfiguration(
            connectionString: connectionString, pooling: pooling, applicationName: "docket-cli", minimumConnections: 0,
            maximumConnections: 2)
    }

    /// Runs `body` with a pool that is closed afterwards. Errors of Postgres and the store become failures with advice.
    package static func withPool<T: Sendable>(
        _ configuration: PostgresConfiguration, _ context: CommandContext, _ body: (PostgresPool) async throws -> T
    ) async throws -> T {
        let pool = PostgresPool(
            configuration: configuration, group: context.group, logger: Logger(label: "postgres", level: .critical))
        do {
            return try await ending(with: pool.close) { try await body(pool) }
        } catch let error as PostgresError {
            throw CommandFailure.database(error, at: configuration.place)
        } catch let error as StoreError {
            throw CommandFailure.database(error)
        } catch let error as CryptoError {
            throw CommandFailure(.unavailable, "the key that signs: \(error.description)")
        }
    }

    /// The same, after a check that this program knows the schema.
    package static func withTables<T: Sendable>(
        _ configuration: PostgresConfiguration, _ context: CommandContext, _ body: (PostgresPool) async throws -> T
    ) async throws -> T {
        try await withPool(configuration, context) { pool in
            try await greet(pool)
            try await Migrator(pool: pool).verify()
            return try await body(pool)
        }
    }

    /// The same with the database that the environment names, or that of the `docket up` that runs in `--home`.
    package static func withTables<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (PostgresPool) async throws -> T
    ) async throws -> T {
        try await withTables(try configuration(context, arguments), context, body)
    }

    /// Runs `body` with the replica that DATABASE_READ_URL names, for reads that take long; without one the primary answers
    /// them.
    package static func withLongReads<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, primary: PostgresPool, _ body: (LongReads) async throws -> T
    ) async throws -> T {
        let home = GatewayOptions.homeDirectory(context, arguments)
        let replica = try ConfigurationReader.read(context.environment(completedFrom: home)) {
            ReplicaConfiguration(reading: &$0)
        }
        guard let replica else { return try await body(LongReads(primary: primary)) }
        let configuration = replica.postgres(like: try configuration(context, home: home))
        let pool = PostgresPool(
            configuration: configuration, group: context.group, logger: Logger(label: "replica", level: .critical))
        let reads = LongReads(
            primary: primary, replica: pool, patience: replica.patience, logger: Logger(label: "replica", level: .warning),
            metrics: MetricsRegistry())
        return try await ending(with: pool.close) { try await body(reads) }
    }

    /// Migrates the tables. Returns the steps that were applied now.
    package static func migrate(
        _ configuration: PostgresConfiguration, _ context: CommandContext, limit: Duration
    ) async throws -> [Migration] {
        try await migrating(configuration, context, limit: limit) { try await $0.migrate() }
    }

    /// Runs `body`, and repeats it with growing delays while the server is not available. Reports when a step waits for
    /// other sessions.
    package static func migrating(
        _ configuration: PostgresConfiguration, _ context: CommandContext, limit: Duration,
        _ body: @Sendable (Migrator) async throws -> [Migration]
    ) async throws -> [Migration] {
        try await withPool(configuration, context) { pool in
            let patience = Patience(limit: limit, loop: context.loop)
            let migrator = Migrator(pool: pool) { step in
                context.output.line(
                    "step \(step.version) waits: something reads its tables for long (a backup?); trying again, half a second "
                        + "at a time")
            }
            return try await patience.retry(while: { ($0 as? StoreError)?.code == .unavailable || $0 is PostgresError }) {
                try await greet(pool)
                return try await body(migrator)
            }
        }
    }

    /// Connects once, because Postgres's own error is more precise than the store's.
    private static func greet(_ pool: PostgresPool) async throws(PostgresError) { try await pool.query("select 1") }
}
