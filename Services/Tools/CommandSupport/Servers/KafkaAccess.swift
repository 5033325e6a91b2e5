package import CommandLine
import Configuration
import EventLoop
package import Kafka
package import Operations
import ServiceRuntime
import Telemetry

/// Finds the brokers for subcommands, and waits for them.
package enum KafkaAccess {
    /// Reads the KAFKA_ variables, completed from the `docket up` that runs in the home.
    package static func configuration(_ context: CommandContext, home: HomeDirectory) throws -> KafkaConfiguration {
        guard let configuration = try configurationIfNamed(context, home: home) else {
            throw CommandFailure(
                .configuration, "KAFKA_BOOTSTRAP_SERVERS is not set, and no `docket up` runs in \(home.path)",
                advice: "Set it, start `docket up`, or name its folder with --home.")
        }
        return configuration
    }

    /// The same for subcommands that can do without brokers: nil if none are named.
    static func configurationIfNamed(_ context: CommandContext, home: HomeDirectory) throws -> KafkaConfiguration? {
        let environment = context.environment(completedFrom: home)
        guard !(environment["KAFKA_BOOTSTRAP_SERVERS"] ?? "").isEmpty else { return nil }
        var configuration = try ConfigurationReader.read(environment) { KafkaConfiguration(reading: &$0, clientID: "docket-cli") }
        // A person watches; and the embedded broker answers a fetch no earlier than this.
        configuration.fetchWait = .milliseconds(50)
        return configuration
    }

    /// The same for the home that `--home` names.
    package static func configuration(_ context: CommandContext, _ arguments: ParsedArguments) throws -> KafkaConfiguration {
        try configuration(context, home: GatewayOptions.homeDirectory(context, arguments))
    }

    /// Runs `body` once the brokers answer; retries with growing delays until the limit. Each request may take as long as `patience`.
    package static func reach<T: Sendable>(
        _ configuration: KafkaConfiguration, _ context: CommandContext, limit: Duration, patience: Duration = .seconds(2),
        _ body: (KafkaAdmin) async throws -> T
    ) async throws -> T {
        let admin = try KafkaAdmin(
            configuration, group: context.group, limit: patience, logger: Logger(label: "kafka", level: .critical))
        // Nobody waits for the end of the client but the end of the program.
        defer { context.loop.spawn { await admin.close() } }
        do {
            try await Patience(limit: limit, loop: context.loop).retry(while: { ($0 as? KafkaError)?.isRetriable ?? false }) {
                _ = try await admin.metadata()
            }
            return try await body(admin)
        } catch let error as KafkaError {
            throw CommandFailure.kafka(error, at: configuration.bootstrapServers)
        }
    }

    /// Runs `body` with a reader of the brokers, whether they answer or not; nil if none are named.
    package static func withReader<T: Sendable>(
        _ context: CommandContext, home: HomeDirectory, _ body: (KafkaReader?) async throws -> T
    ) async throws -> T {
        guard let configuration = try configurationIfNamed(context, home: home) else { return try await body(nil) }
        let admin = try KafkaAdmin(
            configuration, group: context.group, limit: .seconds(2), logger: Logger(label: "kafka", level: .critical))
        // Nobody waits for the end of the client but the end of the program.
        defer { context.loop.spawn { await admin.close() } }
        return try await body(KafkaReader(admin: admin, servers: configuration.bootstrapServers))
    }

    /// The same for a request, which is repeated while it cannot be answered, for example while partitions have no
    /// leader.
    package static func ask<T: Sendable>(
        _ configuration: KafkaConfiguration, _ context: CommandContext, limit: Duration,
        _ question: (KafkaAdmin) async throws -> T
    ) async throws -> T {
        try await reach(configuration, context, limit: limit) { admin in
            try await Patience(limit: limit, loop: context.loop).retry(while: { ($0 as? KafkaError)?.isRetriable ?? false }) {
                try await question(admin)
            }
        }
    }
}
