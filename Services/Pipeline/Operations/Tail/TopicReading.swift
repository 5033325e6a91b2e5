package import EventLoop
import FoundationEssentials
package import Kafka
package import Shared
import Telemetry

/// Reads topics live without committing offsets, so that it takes no record from others.
package struct TopicReading: Sendable {
    package let configuration: KafkaConfiguration
    package let topics: [String]
    package let plan: TopicPlan
    /// Whether to continue with new records.
    package let follows: Bool
    /// When following ends.
    package var until: Timestamp?
    /// Whether to notice new partitions. That needs a group of its own, which takes seconds to join.
    package var joins = true
    /// The number of records between two calls of `rest`.
    package var atOnce = 500
    /// The longest time between two calls of `rest`.
    package var restsEvery = Duration.seconds(3600)
    package let group: EventLoopGroup
    /// The loop that runs it.
    package let loop: EventLoop

    /// After this time without records, buffered ones are no longer held back.
    private static let quiet = Duration.seconds(3)

    package init(
        _ configuration: KafkaConfiguration, topics: [String], plan: TopicPlan, follows: Bool, until: Timestamp? = nil,
        group: EventLoopGroup, loop: EventLoop
    ) {
        (self.configuration, self.topics, self.plan, self.follows, self.until) = (configuration, topics, plan, follows, until)
        (self.group, self.loop) = (group, loop)
    }

    /// Shows existing records one by one, until there are no more or `rest`, which is called in between, returns false.
    package func run(_ show: (borrowing RecordView) -> Void, rest: () async throws -> Bool) async throws {
        try await withConsumer { consumer in try await read(consumer, show, rest) }
    }

    /// The same in the order of time over all partitions, for the records that exist at the beginning; then as they
    /// arrive.
    package func runInOrder(_ show: (ConsumedRecord) -> Void, rest: () async throws -> Bool) async throws {
        try await withConsumer { consumer in try await readInOrder(consumer, show, rest) }
    }

    private func withConsumer(_ body: (KafkaConsumer) async throws -> Void) async throws {
        if !follows, plan.ends.isEmpty { return }
        let consumer = try consumer()
        try await ending(with: { await consumer.close(within: .seconds(2)) }) { try await body(consumer) }
    }

    /// A reading with an end need not join a group.
    private func consumer() throws(KafkaError) -> KafkaConsumer {
        let logger = Logger(label: "tail", level: .error)
        guard follows, joins else {
            let starts = follows ? plan.starts : plan.starts.filter { plan.ends[$0.key] != nil }
            return try KafkaConsumer(readingAlong, reading: starts, loops: group, loop: loop, logger: logger)
        }
        return try KafkaConsumer(
            readingAlong, group: "docket-tail-\(UInt64.random(in: 0 ... .max))", topics: topics, loops: group, loop: loop,
            logger: logger)
    }

    /// The records are only shown, and nothing depends on them. So checksums of batches are not verified again after the
    /// broker and TCP; that is librdkafka's default. It saves a tenth of the work.
    private var readingAlong: KafkaConfiguration {
        var configuration = configuration.readingAlong
        configuration.properties["check.crcs"] = "false"
        return configuration
    }

    private func read(
        _ consumer: KafkaConsumer, _ show: (borrowing RecordView) -> Void, _ rest: () async throws -> Bool
    ) async throws {
        var goal = Goal(ends: follows ? [:] : plan.ends)
        while follows ? timeLeft > .zero : !goal.isReached {
            let change = try await consumer.next(maximum: atOnce, within: min(timeLeft, restsEvery)) { record in
                if follows || goal.takes(record) { show(record) }
            }
            switch change {
            case .assigned(let change), .revoked(let change), .lost(let change):
                try consumer.answer(change, from: plan.starts)
            case .records, nil:
                guard try await rest() else { return }
            }
        }
    }

    private func readInOrder(
        _ consumer: KafkaConsumer, _ show: (ConsumedRecord) -> Void, _ rest: () async throws -> Bool
    ) async throws {
        var order = TimeOrder(ends: plan.ends)
        // Until the group has dealt partitions out nothing can come.
        var isReading = !follows || !joins
        var heardAt = ContinuousClock.now
        while follows ? timeLeft > .zero : !order.isComplete {
            let limit = order.isComplete || !isReading ? timeLeft : min(timeLeft, Self.quiet)
            let change = try await consumer.next(maximum: atOnce, within: min(limit, restsEvery)) { view in
                heardAt = .now
                let record = view.copy()
                if order.isOver {
                    if follows { show(record) }
                } else if follows || order.expects(record) {
                    order.add(record)
                }
            }
            switch change {
            case .assigned(let change), .revoked(let change), .lost(let change):
                (isReading, heardAt) = (true, .now)
                try consumer.answer(change, from: plan.starts)
            case .records, nil:
                // The end of what is there may have been removed meanwhile: who follows is not kept waiting for it.
                if follows, isReading, .now - heardAt >= Self.quiet { order.giveUpWaiting() }
                while let record = order.next() { show(record) }
                let flow = order.takeFlowChanges()
                try consumer.pause(flow.pause)
                try consumer.resume(flow.resume)
                let rested = ContinuousClock.now
                guard try await rest() else { return }
                // Nobody listened meanwhile.
                heardAt += .now - rested
            }
        }
    }

    /// The time until the requested end; without one an hour, after which it is asked again.
    private var timeLeft: Duration {
        guard follows, let until else { return .seconds(3600) }
        return .milliseconds(until.millisecondsSinceEpoch - Timestamp(Date()).millisecondsSinceEpoch)
    }
}

extension TopicReading {
    /// The record of a plan with a single one; nil if it does not arrive within the limit.
    package func record(within limit: Duration) async throws -> ConsumedRecord? {
        var (found, reading): (ConsumedRecord?, TopicReading) = (nil, self)
        reading.restsEvery = limit
        try await reading.run({ found = $0.copy() }, rest: { false })
        return found
    }
}

/// The rest to read, up to the records that existed at the beginning.
private struct Goal {
    /// The offset after the last record of each unread partition.
    private let ends: [TopicPartition: Int64]
    private var open: Set<TopicPartition>
    /// Most records come from the same partition as the one before.
    private var last: (partition: TopicPartition, end: Int64)?

    init(ends: [TopicPartition: Int64]) {
        self.ends = ends
        open = Set(ends.keys)
    }

    var isReached: Bool { open.isEmpty }

    /// Excludes records that arrived after the beginning.
    mutating func takes(_ record: borrowing RecordView) -> Bool {
        let partition = record.topicPartition
        if last?.partition != partition { last = (partition, ends[partition] ?? 0) }
        guard let end = last?.end else { return false }
        if record.offset + 1 >= end { open.remove(partition) }
        return record.offset < end
    }
}
