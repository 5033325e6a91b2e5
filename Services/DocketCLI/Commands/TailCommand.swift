import CommandLine
import EventLoop
import Kafka
import Shared
import Telemetry

/// `docket tail`: the events as they pass, one line each.
enum TailCommand {
    private static let topics = Option<[TopicName]>(
        repeated: "topic", short: "t", placeholder: "TOPIC", help: "Only this topic, with or without `docket.`; can be repeated")
    private static let fromBeginning = Flag("from-beginning", help: "Begin with the oldest event that the broker has")
    private static let follow = Flag("follow", short: "f", help: "Go on with what comes (as it does without --no-follow)")
    private static let noFollow = Flag("no-follow", help: "End after the last event that is there now; begins with the oldest")
    private static let json = Flag("json", help: "Print each event as it is, a line of JSON")
    private static let key = Option<String?>("key", short: "k", placeholder: "ID", help: "Only events of this submission")

    static func command(_ context: CommandContext) -> Command {
        Command(
            "tail", summary: "Watch the events on Kafka",
            discussion: """
                Reads KAFKA_BOOTSTRAP_SERVERS from the environment, or from the `docket up` that runs in --home. It reads along \
                in a group of its own, and takes nothing away from anybody.
                """,
            examples: [
                .init("docket tail", "Events of all topics from now on"),
                .init("docket tail --topic outcomes --no-follow --json", "All outcomes so far, for jq"),
            ],
            parameters: [topics, fromBeginning, follow, noFollow, json, key, GatewayOptions.home]
        ) { arguments in
            if arguments[follow], arguments[noFollow] {
                throw CommandFailure(.usage, "--follow and --no-follow contradict each other", advice: "Give one of them.")
            }
            let chosen = arguments[topics].map(\.topic)
            let tail = Tail(
                context: context,
                configuration: try KafkaAccess.configuration(context, home: .current(arguments[GatewayOptions.home].text)),
                topics: chosen.isEmpty ? Topic.allCases : chosen, follows: !arguments[noFollow],
                fromBeginning: arguments[fromBeginning] || arguments[noFollow], json: arguments[json], key: arguments[key])
            try await tail.run()
            return ExitCode.success.rawValue
        }
    }
}

/// A topic, named in full or without `docket.`.
struct TopicName: ArgumentValue, Equatable {
    let topic: Topic

    static var completion: Completion { .words(Topic.allCases.map { EventLine.shortTopic($0.name) }) }

    init(argument: String) throws(InvalidValue) {
        guard let topic = Topic(rawValue: argument) ?? Topic(rawValue: "docket.\(argument)") else {
            let names = Topic.allCases.map { EventLine.shortTopic($0.name) }.joined(separator: ", ")
            throw InvalidValue(expected: "one of \(names)")
        }
        self.topic = topic
    }
}

/// Reads topics and prints what comes.
private struct Tail: Sendable {
    let context: CommandContext
    let configuration: KafkaConfiguration
    let topics: [Topic]
    let follows: Bool
    let fromBeginning: Bool
    let json: Bool
    let key: String?

    private static let recordsAtOnce = 500
    private static let reachingLimit = Duration.seconds(10)

    func run() async throws {
        let logger = Logger(label: "tail", level: .error)
        var ends = try await KafkaAccess.reach(configuration, context, limit: Self.reachingLimit) { admin in
            follows ? [:] : try await unread(admin)
        }
        if !follows, ends.isEmpty { return }
        let consumer = try KafkaConsumer(
            readingAlong, group: "docket-tail-\(UInt64.random(in: 0 ... .max))", topics: topics.map(\.name),
            loops: context.group, loop: context.loop, logger: logger)
        if follows { context.output.showStatus("  following \(topics.map(\.name).joined(separator: ", ")); Ctrl-C ends it") }
        while follows || !ends.isEmpty {
            switch try await consumer.next(maximum: Self.recordsAtOnce) {
            case .assigned(let change), .revoked(let change), .lost(let change): try await consumer.answer(change)
            case .records(let records):
                for record in records {
                    show(record)
                    if let end = ends[record.topicPartition], record.offset + 1 >= end { ends[record.topicPartition] = nil }
                }
            }
        }
        await consumer.close(within: .seconds(2))
    }

    /// It commits nothing: a group that has come to no position leaves nothing behind.
    private var readingAlong: KafkaConfiguration {
        var configuration = configuration
        configuration.properties["enable.auto.commit"] = "false"
        configuration.properties["auto.offset.reset"] = fromBeginning ? "earliest" : "latest"
        return configuration
    }

    /// Where each partition that holds something ends now.
    private func unread(_ admin: KafkaAdmin) async throws -> [TopicPartition: Int64] {
        var ends: [TopicPartition: Int64] = [:]
        let partitions = try await admin.metadata().topics
        for topic in topics.map(\.name) {
            for number in 0..<Int32(partitions[topic] ?? 0) {
                let partition = TopicPartition(topic: topic, partition: number)
                let marks = try await admin.watermarks(of: partition)
                if marks.high > marks.low { ends[partition] = marks.high }
            }
        }
        return ends
    }

    private func show(_ record: ConsumedRecord) {
        if let key, record.key.map({ String(decoding: $0, as: UTF8.self) }) != key { return }
        let value = record.value ?? []
        if json { return context.output.line(String(decoding: value, as: UTF8.self)) }
        let topic = record.topicPartition.topic
        do throws(EventFault) {
            context.output.line(EventLine.text(try EventReader.header(of: value), topic: topic, style: context.output.style))
        } catch {
            let partition = record.topicPartition.partition
            context.output.line(
                EventLine.text(
                    fault: error, topic: topic, partition: partition, offset: record.offset, style: context.output.style))
        }
    }
}
