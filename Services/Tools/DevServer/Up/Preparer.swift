import CommandSupport
import Crypto
import Domain
import EventLoop
import Glibc
import Kafka
import PostgresStore
import Sealing
import Webhooks

/// Prepares servers for the services of one `docket up`.
struct Preparer: Sendable {
    let context: CommandContext
    let settings: RunSettings

    private static let limit = Duration.seconds(30)

    func migrate() async throws {
        if let postgres = settings.postgres { try await ClusterDatabase.create(postgres.placement, context) }
        let configuration = DatabaseAccess.configuration(
            connectionString: settings.directDatabaseURL ?? settings.databaseURL)
        let applied = try await DatabaseAccess.migrate(configuration, context, limit: Self.limit)
        guard let last = applied.last else { return }
        context.output.line("  the database is at step \(last.version) now (\(last.name))")
    }

    /// Creates the keys that sign manifests, seal files and sign call-outs. They stay the same from run to run.
    func makeSecrets() throws {
        try make(settings.home.signingKeyFile) { try SigningKey.makePEM() }
        try make(settings.home.sealingKeysFile) { KeyFile.text(name: "first") }
        try make(settings.home.callOutSecretFile) { try WebhookSecret(key: SecureRandom.bytes(32)).text }
    }

    private func make(_ path: String, _ text: () throws -> String) throws {
        if access(path, F_OK) != 0 { try FileText.replace(path, with: try text()) }
    }

    /// Begins sealing in a private cluster: all of its processes can read sealed files.
    func beginSealing() async throws {
        guard settings.postgres != nil else { return }
        let configuration = DatabaseAccess.configuration(connectionString: settings.databaseURL)
        try await DatabaseAccess.withPool(configuration, context) {
            try await SealingKeyStore(pool: $0, SealingConfiguration(provider: nil)).begin()
        }
    }

    func endLease(of instance: InstanceID) async throws {
        let configuration = DatabaseAccess.configuration(connectionString: settings.databaseURL, pooling: settings.pooling)
        try await DatabaseAccess.withPool(configuration, context) {
            try await PostgresLeaseStore(pool: $0).endLease(of: instance)
        }
    }

    /// Creates the topics on external brokers; the embedded one creates its own.
    func createTopics() async throws {
        let topics = try TopicLayout.specifications(context.environment)
        let configuration = try KafkaAccess.configuration(context, home: settings.home)
        let made = try await KafkaAccess.reach(configuration, context, limit: Self.limit) { try await $0.createTopics(topics) }
        if !made.isEmpty { context.output.line("  made the topics \(made.joined(separator: ", "))") }
    }
}
