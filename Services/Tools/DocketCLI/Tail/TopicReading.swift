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
    /// When nothing comes for so long, what is there is not waited for any more.
    private static let quiet = Duration.seconds(3)

    /// Where reading begins in each partition, and where each ends that has something to be read now.
    private struct Plan: Sendable {
        var starts: [TopicPartition: Int64] = [:]
        var ends: [TopicPartition: Int64] = [:]
    }

    /// Shows what is there, record by record, until there is no more or `rest`, which is asked after some of them, wants none.
    func run(_ show: (borrowing RecordView) -> Void, rest: () throws -> Bool) async throws {
        try await withConsumer { consumer, plan in try await read(consumer, plan, show, rest) }
    }

    /// The same in the order of their times over all partitions, as far as they are there when it begins; then as they come.
    func runInOrder(_ show: (ConsumedRecord) -> Void, rest: () throws -> Bool) async throws {
        try await withConsumer { consumer, plan in try await readInOrder(consumer, plan, show, rest) }
    }

    private func withConsumer(_ body: (KafkaConsumer, Plan) async throws -> Void) async throws {
        let plan = try await KafkaAccess.ask(configuration, context, limit: Self.reachingLimit) { admin in
            try await makePlan(admin)
        }
        if !follows, plan.ends.isEmpty { return }
        let consumer = try consumer(plan)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(consumer, plan))
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
                readingAlong, reading: plan.starts.filter { plan.ends[$0.key] != nil }, loops: context.group,
                loop: context.loop, logger: logger)
        }
        return try KafkaConsumer(
            readingAlong, group: "docket-tail-\(UInt64.random(in: 0 ... .max))", topics: topics.map(\.name),
            loops: context.group, loop: context.loop, logger: logger)
    }

    /// What comes is shown, and nothing depends on it: batches are not summed once more after the broker and TCP have, as librdkafka has
    /// it by itself. It is a tenth of the work.
    private var readingAlong: KafkaConfiguration {
        var configuration = configuration.readingAlong
        configuration.properties["check.crcs"] = "false"
        return configuration
    }

    private func read(
        _ consumer: KafkaConsumer, _ plan: Plan, _ show: (borrowing RecordView) -> Void, _ rest: () throws -> Bool
    ) async throws {
        var goal = Goal(ends: follows ? [:] : plan.ends)
        while follows ? timeLeft > .zero : !goal.isReached {
            let change = try await consumer.next(maximum: Self.recordsAtOnce, within: timeLeft) { record in
                if follows || goal.takes(record) { show(record) }
            }
            switch change {
            case .assigned(let change), .revoked(let change), .lost(let change):
                try consumer.answer(change, from: plan.starts)
            case .records, nil:
                guard try rest() else { return }
            }
        }
    }

    private func readInOrder(
        _ consumer: KafkaConsumer, _ plan: Plan, _ show: (ConsumedRecord) -> Void, _ rest: () throws -> Bool
    ) async throws {
        var order = TimeOrder(ends: plan.ends)
        // Until the group has dealt partitions out nothing can come.
        var isReading = !follows
        while follows ? timeLeft > .zero : !order.isComplete {
            var isQuiet = true
            let limit = order.isComplete || !isReading ? timeLeft : min(timeLeft, Self.quiet)
            let change = try await consumer.next(maximum: Self.recordsAtOnce, within: limit) { view in
                isQuiet = false
                let record = view.copy()
                if order.isOver {
                    if follows { show(record) }
                } else if follows || order.expects(record) {
                    order.add(record)
                }
            }
            switch change {
            case .assigned(let change), .revoked(let change), .lost(let change):
                isReading = true
                try consumer.answer(change, from: plan.starts)
            case .records, nil:
                // The end of what is there may have been removed meanwhile: who follows is not kept waiting for it.
                if follows, isReading, isQuiet { order.giveUpWaiting() }
                while let record = order.next() { show(record) }
                let flow = order.takeFlowChanges()
                try consumer.pause(flow.pause)
                try consumer.resume(flow.resume)
                guard try rest() else { return }
            }
        }
    }

    /// Until it was asked to end; an hour, after which it is asked again, where it was not.
    private var timeLeft: Duration {
        guard follows, let until else { return .seconds(3600) }
        return .milliseconds(until.millisecondsSinceEpoch - Timestamp(Date()).millisecondsSinceEpoch)
    }

    /// Nothing can come of a topic that is not there, and whoever waits for it is told.
    private func tellMissing(_ missing: [String]) throws(CommandFailure) {
        guard !missing.isEmpty else { return }
        let failure = CommandFailure(
            .notFound, "Kafka at \(configuration.bootstrapServers) has no topic \(missing.joined(separator: ", "))",
            advice: "Make the topics with `docket migrate --topics`.")
        if missing.count == topics.count { throw failure }
        Terminal(descriptor: STDERR_FILENO, environment: context.environment).line("docket: \(failure)")
    }

    private func makePlan(_ admin: KafkaAdmin) async throws -> Plan {
        var plan = Plan()
        let cluster = try await admin.metadata()
        try tellMissing(topics.map(\.name).filter { cluster.topics[$0] == nil })
        let partitions = cluster.partitions(of: topics.map(\.name))
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
        for (partition, marks) in try await admin.watermarks(of: partitions) {
            let first = start.offset(between: marks, atTime: times[partition])
            plan.starts[partition] = first
            if first < marks.high { plan.ends[partition] = marks.high }
        }
        return plan
    }
}

/// What has to be read until everything is that was there when it began.
private struct Goal {
    /// The offset after the last one of each partition that is not read yet.
    private let ends: [TopicPartition: Int64]
    private var open: Set<TopicPartition>
    /// Most records come from the partition that the one before came from.
    private var last: (partition: TopicPartition, end: Int64)?

    init(ends: [TopicPartition: Int64]) {
        self.ends = ends
        open = Set(ends.keys)
    }

    var isReached: Bool { open.isEmpty }

    /// What came later than the beginning is not waited for, and not shown.
    mutating func takes(_ record: borrowing RecordView) -> Bool {
        let partition = record.topicPartition
        if last?.partition != partition { last = (partition, ends[partition] ?? 0) }
        guard let end = last?.end else { return false }
        if record.offset + 1 >= end { open.remove(partition) }
        return record.offset < end
    }
}
