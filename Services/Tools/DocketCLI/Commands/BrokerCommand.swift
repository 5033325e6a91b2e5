import CommandLine
import CommandSupport
import DevServer
import EventLoop
import Glibc
import Kafka
import Shared
import Telemetry

/// `docket broker`: runs librdkafka's in-memory broker until its parent has ended or a signal stops it.
enum BrokerCommand {
    private static let port = Option<Int>(
        required: "port", short: "p", placeholder: "PORT", help: "Port on 127.0.0.1", check: within(1...65_535))
    private static let partitions = Option<Int>(
        "partitions", placeholder: "COUNT", help: "Partitions of each topic", default: 4, check: within(1...64))

    static func command(_ context: CommandContext) -> Command {
        Command(
            "broker", summary: "Host a Kafka broker in memory, for development",
            discussion: """
                Speaks Kafka's protocol on 127.0.0.1 and makes Docket's topics. What is in it is gone when it ends, and a \
                partition keeps 5 MiB: for anything that matters, run Apache Kafka and set KAFKA_BOOTSTRAP_SERVERS.
                """,
            examples: [.init("docket broker --port 9092", "A broker at 127.0.0.1:9092 until Ctrl-C")],
            parameters: [port, partitions]
        ) { arguments in
            try await run(context, port: arguments[port], partitions: arguments[partitions])
            return ExitCode.success.rawValue
        }
    }

    private static func run(_ context: CommandContext, port: Int, partitions: Int) async throws {
        try Ports.check(port, host: "127.0.0.1", option: "--port", what: "the broker", on: context.loop)
        let topics = Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, partitions) })
        let cluster = try EmbeddedCluster(port: UInt16(clamping: port), topics: topics)
        tell("the broker listens", "address", cluster.bootstrapServers, context)
        let reason = try await StopSignal.wait(context)
        tell("the broker stops", "because", reason, context)
        withExtendedLifetime(cluster) {}
    }

    /// Prints a line for a person, or for a log.
    private static func tell(_ message: String, _ field: String, _ value: String, _ context: CommandContext) {
        if context.output.isInteractive {
            context.output.line("\(message): \(value)")
        } else {
            Logger(label: "broker").info(message, [field: .string(value)])
        }
    }
}
