import Crypto
import Domain
import EventLoop
import Glibc
import Kafka
import PostgresStore
import Sealing

/// Prepares servers for the services of one `docket up`.
struct Preparer: Sendable {
    let context: CommandContext
    let settings: RunSettings

    private static let limit = Duration.seconds(30)

    func migrate() async throws {
        if let postgres = settings.postgres { try await ClusterDatabase.create(postgres.placement, context) }
        let configuration = DatabaseAccess.configuration(connectionString: settings.databaseURL)
        let applied = try await DatabaseAccess.migrate(configuration, context, limit: Self.limit)
        guard let last = applied.last else { return }
        context.output.line("  the database is at step \(last.version) now (\(last.name))")
    }

    /// What manifests are signed with stays the same from run to run.
    func makeSigningKey() throws {
        let path = settings.home.signingKeyFile
        guard access(path, F_OK) != 0 else { return }
        try FileText.replace(path, with: try SigningKey.makePEM())
    }

    /// Nor can what was sealed in one run be read in another one without its keys.
    func makeSealingKeys() throws {
        let path = settings.home.sealingKeysFile
        guard access(path, F_OK) != 0 else { return }
        try FileText.replace(path, with: KeyFile.text(name: "first"))
    }

    /// In a cluster of its own nobody is left who could not read what is sealed.
    func beginSealing() async throws {
        guard settings.postgres != nil else { return }
        let configuration = DatabaseAccess.configuration(connectionString: settings.databaseURL)
        try await DatabaseAccess.withPool(configuration, context) {
            try await SealingKeyStore(pool: $0, SealingConfiguration(provider: nil)).begin()
        }
    }

    func endLease(of instance: InstanceID) async throws {
        let configuration = DatabaseAccess.configuration(connectionString: settings.databaseURL)
        try await DatabaseAccess.withPool(configuration, context) {
            try await PostgresLeaseStore(pool: $0).endLease(of: instance)
        }
    }

    /// On real brokers; the embedded one makes its topics itself.
    func createTopics() async throws {
        let topics = try TopicLayout.specifications(context.environment)
        let configuration = try KafkaAccess.configuration(context, home: settings.home)
        let made = try await KafkaAccess.reach(configuration, context, limit: Self.limit) { try await $0.createTopics(topics) }
        if !made.isEmpty { context.output.line("  made the topics \(made.joined(separator: ", "))") }
    }
}
