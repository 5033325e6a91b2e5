import EventLoop
import FoundationEssentials
import Glibc
import Kafka
import Shared
import Telemetry

/// Reads topics along, in a group of its own, and takes nothing away from anybody.
struct TopicReading: Sendable {
    let context: CommandContext
    let configuration: KafkaConfiguration
    let topics: [Topic]
    let start: TailStart
    /// Goes on with what comes.
    let follows: Bool
    /// When following, it ends then.
    var until: Timestamp?

    private static let recordsAtOnce = 500
    private static let reachingLimit = Duration.seconds(10)

    /// Where reading begins in each partition, and where each that has to be read ends.
    private struct Plan: Sendable {
        var starts: [TopicPartition: Int64] = [:]
        /// Empty when following.
        var ends: [TopicPartition: Int64] = [:]
    }

    /// Hands over what is there, in pieces, until there is no more or `take` wants none.
    func run(_ take: ([ConsumedRecord]) async throws -> Bool) async throws {
        let plan = try await KafkaAccess.reach(configuration, context, limit: Self.reachingLimit) { admin in
            try await makePlan(admin)
        }
        if !follows, plan.ends.isEmpty { return }
        let consumer = try consumer(plan)
        let result: Result<Void, any Error>
        do {
            result = .success(try await read(consumer, plan, take))
        } catch {
            result = .failure(error)
        }
        await consumer.close(within: .seconds(2))
        try result.get()
    }

    /// What goes on hears of partitions that are new; what ends needs to join nothing.
    private func consumer(_ plan: Plan) throws(KafkaError) -> KafkaConsumer {
        let logger = Logger(label: "tail", level: .error)
        guard follows else {
            return try KafkaConsumer(
                readingAhead, reading: plan.starts.filter { plan.ends[$0.key] != nil }, loops: context.group,
                loop: context.loop, logger: logger)
        }
        return try KafkaConsumer(
            readingAlong, group: "docket-tail-\(UInt64.random(in: 0 ... .max))", topics: topics.map(\.name),
            loops: context.group, loop: context.loop, logger: logger)
    }

    private func read(
        _ consumer: KafkaConsumer, _ plan: Plan, _ take: ([ConsumedRecord]) async throws -> Bool
    ) async throws {
        var ends = plan.ends
        while follows || !ends.isEmpty {
            guard let event = try await next(consumer) else { return }
            switch event {
            case .assigned(let change), .revoked(let change), .lost(let change):
                try consumer.answer(change, from: plan.starts)
            case .records(var records):
                if !follows {
                    for record in records {
                        guard let end = ends[record.topicPartition], record.offset + 1 >= end else { continue }
                        ends[record.topicPartition] = nil
                    }
                    // What came after the end that was there when it began is not waited for, and not shown.
                    records.removeAll { $0.offset >= plan.ends[$0.topicPartition] ?? 0 }
                }
                guard try await take(records) else { return }
            }
        }
    }

    /// Nil when it is time to end.
    private func next(_ consumer: KafkaConsumer) async throws -> ConsumerEvent? {
        guard follows, let until else { return try await consumer.next(maximum: Self.recordsAtOnce) }
        let left = Duration.milliseconds(until.millisecondsSinceEpoch - Timestamp(Date()).millisecondsSinceEpoch)
        do {
            return try await withDeadline(max(left, .zero), on: context.loop) {
                try await consumer.next(maximum: Self.recordsAtOnce)
            }
        } catch is DeadlineExceeded {
            // It was asked to end then.
            return nil
        }
    }

    /// Workers hold little, so that what they have not begun is with their equals when they are gone. Whoever reads to show keeps
    /// librdkafka's own measure: it asks for no more, for a second, when as much is there as it may hold.
    private var readingAhead: KafkaConfiguration {
        var configuration = configuration
        configuration.properties["queued.min.messages"] = "100000"
        configuration.properties["queued.max.messages.kbytes"] = "65536"
        return configuration
    }

    /// It commits nothing: a group that has come to no position leaves nothing behind. Partitions that are new since it began
    /// are read from their beginning.
    private var readingAlong: KafkaConfiguration {
        var configuration = readingAhead
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
