import CommandSupport
import Glibc
import Kafka
import Operations
import Shared

/// The topics that a command has to read.
struct TopicsAsked: Sendable {
    let context: CommandContext
    let configuration: KafkaConfiguration
    let topics: [Topic]
    let start: TailStart
    /// Whether it continues with new records.
    let follows: Bool
    /// The end of following.
    var until: Timestamp?

    private static let reachingLimit = Duration.seconds(10)

    /// Waits for the brokers, and finds the offsets where reading begins.
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

    /// Reports missing topics: waiting for their records would be in vain.
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
