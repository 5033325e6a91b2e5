import EventLoop
import FoundationEssentials
import Glibc
import Kafka
import Shared
import Telemetry

/// Reads topics and prints what comes.
struct TailRun: Sendable {
    let context: CommandContext
    let configuration: KafkaConfiguration
    let topics: [Topic]
    let start: TailStart
    /// Goes on with what comes, until the choice's end.
    let follows: Bool
    let choice: TailChoice

    private static let recordsAtOnce = 500
    private static let reachingLimit = Duration.seconds(10)

    /// Where reading begins in each partition, and where each that has to be read ends.
    private struct Plan: Sendable {
        var starts: [TopicPartition: Int64] = [:]
        /// Empty when following.
        var ends: [TopicPartition: Int64] = [:]
    }

    func run() async throws {
        let plan = try await KafkaAccess.reach(configuration, context, limit: Self.reachingLimit) { admin in
            try await makePlan(admin)
        }
        if !follows, plan.ends.isEmpty { return }
        let consumer = try KafkaConsumer(
            readingAlong, group: "docket-tail-\(UInt64.random(in: 0 ... .max))", topics: topics.map(\.name),
            loops: context.group, loop: context.loop, logger: Logger(label: "tail", level: .error))
        if follows { context.output.showStatus("  following \(topics.map(\.name).joined(separator: ", ")); Ctrl-C ends it") }
        if follows, let until = choice.until {
            let left = Duration.milliseconds(until.millisecondsSinceEpoch - Timestamp(Date()).millisecondsSinceEpoch)
            do {
                try await withDeadline(max(left, .zero), on: context.loop) { try await read(consumer, plan) }
            } catch is DeadlineExceeded {
                // It was asked to end then.
            }
        } else {
            try await read(consumer, plan)
        }
        await consumer.close(within: .seconds(2))
    }

    private func read(_ consumer: KafkaConsumer, _ plan: Plan) async throws {
        var printer = TailPrinter(choice, style: context.output.style)
        var ends = plan.ends
        while follows || !ends.isEmpty {
            switch try await consumer.next(maximum: Self.recordsAtOnce) {
            case .assigned(let change), .revoked(let change), .lost(let change):
                try consumer.answer(change, from: plan.starts)
            case .records(let records):
                var output: [UInt8] = []
                for record in records {
                    // What came after the end that was there when it began is not waited for, and not shown.
                    if !follows, record.offset >= plan.ends[record.topicPartition] ?? 0 { continue }
                    printer.print(record, to: &output)
                    if let end = ends[record.topicPartition], record.offset + 1 >= end { ends[record.topicPartition] = nil }
                }
                context.output.lines(output)
            }
        }
    }

    /// It commits nothing: a group that has come to no position leaves nothing behind. Partitions that are new since it began
    /// are read from their beginning.
    private var readingAlong: KafkaConfiguration {
        var configuration = configuration
        configuration.properties["enable.auto.commit"] = "false"
        configuration.properties["auto.offset.reset"] = "earliest"
        return configuration
    }

    private func makePlan(_ admin: KafkaAdmin) async throws -> Plan {
        var plan = Plan()
        let counts = try await admin.metadata().topics
        let partitions = topics.map(\.name).flatMap { topic in
            (0..<Int32(counts[topic] ?? 0)).map { TopicPartition(topic: topic, partition: $0) }
        }
        var times: [TopicPartition: Int64] = [:]
        if case .time(let time) = start {
            do throws(KafkaError) {
                times = try await admin.offsets(of: partitions, since: time.millisecondsSinceEpoch)
            } catch {
                guard error.code == .unsupported else { throw error }
                Terminal(descriptor: STDERR_FILENO, environment: context.environment)
                    .line("docket tail: \(error): all of it is read, and what is of \(time) or later shown")
            }
        }
        for partition in partitions {
            let marks = try await admin.watermarks(of: partition)
            let first = start.offset(between: marks, atTime: times[partition])
            plan.starts[partition] = first
            if !follows, first < marks.high { plan.ends[partition] = marks.high }
        }
        return plan
    }
}
