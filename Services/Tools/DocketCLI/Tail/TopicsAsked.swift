import CommandSupport
import Glibc
import Kafka
import Operations
import Shared

/// Topics as a command was asked to read them.
struct TopicsAsked: Sendable {
    let context: CommandContext
    let configuration: KafkaConfiguration
    let topics: [Topic]
    let start: TailStart
    /// Goes on with what comes.
    let follows: Bool
    /// When following, it ends then.
    var until: Timestamp?

    private static let reachingLimit = Duration.seconds(10)

    /// Waits for the brokers, and finds out where reading begins.
    func reading() async throws -> TopicReading {
        let names = topics.map(\.name)
        let plan = try await KafkaAccess.ask(configuration, context, limit: Self.reachingLimit) { [start] admin in
            try await TopicPlan(of: names, from: start, asking: admin)
        }
        try tellMissing(plan.missing)
        if let error = plan.untimed, case .time(let time) = start {
            tell("docket tail: \(error): all of it is read, and what is of \(time) or later shown")
        }
        return TopicReading(
            configuration, topics: names, plan: plan, follows: follows, until: until, group: context.group, loop: context.loop)
    }

    /// Nothing can come of a topic that is not there, and whoever waits for it is told.
    private func tellMissing(_ missing: [String]) throws(CommandFailure) {
        guard !missing.isEmpty else { return }
        let failure = CommandFailure(
            .notFound, "Kafka at \(configuration.bootstrapServers) has no topic \(missing.joined(separator: ", "))",
            advice: "Make the topics with `docket migrate --topics`.")
        if missing.count == topics.count { throw failure }
        tell("docket: \(failure)")
    }

    private func tell(_ words: String) { Terminal(descriptor: STDERR_FILENO, environment: context.environment).line(words) }
}
