import Kafka
import Support
import Synchronization

/// A broker in memory with groups, sessions, outages, and the chance to lose everything.
final class SimulatedBroker: Sendable {
    /// How many partitions each topic has at first.
    private static let topics = [
        "docket.uploads": 2, "docket.submitted": 3, "docket.validated": 3, "docket.normalized": 2, "docket.outcomes": 2,
        "docket.dlq": 1,
    ]

    struct State {
        var generator: SeededGenerator
        var cluster = 1
        var isDown = false
        var isCalm = false
        var partitions = SimulatedBroker.topics
        var logs: [TopicPartition: [ConsumedRecord]] = [:]
        var groups: [String: ConsumerGroup] = [:]
        var consumers: [SimulatedConsumer] = []
        var nextMember = 1
    }

    let server: SimulatedHost
    let faults: FaultPlan
    let trace: Trace
    private let state: Mutex<State>

    init(_ server: SimulatedHost, faults: FaultPlan, generator: SeededGenerator, trace: Trace) {
        self.server = server
        self.faults = faults
        self.trace = trace
        state = Mutex(State(generator: generator))
    }

    var clusterID: String { "cluster-\(state.withLock { $0.cluster })" }
    /// Partitions by topic.
    var topics: [String: Int] { state.withLock { $0.partitions } }
    var isDown: Bool { state.withLock { $0.isDown } }

    func draw<Value>(_ body: (inout SeededGenerator) -> Value) -> Value { state.withLock { body(&$0.generator) } }

    /// Whether a fault of this share of calls strikes now.
    func strikes(_ share: Double) -> Bool { state.withLock { $0.generator.chance(share) && !$0.isCalm } }

    // MARK: - Faults

    func setDown(_ isDown: Bool) {
        let consumers = state.withLock { state in
            state.isDown = isDown
            return state.consumers
        }
        trace.note("broker", isDown ? "down" : "up")
        for consumer in consumers { consumer.wake() }
    }

    func calm() {
        state.withLock { $0.isCalm = true }
        setDown(false)
    }

    /// Loses logs, groups and offsets: what answers from now on is another cluster.
    func erase() {
        state.withLock { state in
            state.cluster += 1
            state.logs = [:]
            state.groups = [:]
        }
        trace.note("broker", "erased")
    }

    /// Each topic has one or two partitions more. Producers and groups find out later.
    func grow() {
        let topics = state.withLock { state in
            for topic in state.partitions.keys.sorted() {
                state.partitions[topic, default: 0] += 1 + state.generator.number(below: 2)
            }
            return state.partitions
        }
        trace.note("broker", "has \(topics.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    }

    /// Groups find out how many partitions there are.
    func shareGrownTopics() {
        let (groups, topics) = state.withLock { ($0.groups.keys.sorted(), $0.partitions) }
        for group in groups { inGroup(group) { $0.grow(to: topics, at: $1) } }
    }

    func rebalance(group: String) { inGroup(group) { $0.rebalance(at: $1) } }

    // MARK: - Records

    /// `topics` are the partitions that its producer knows of.
    func append(_ message: KafkaMessage, knowing topics: [String: Int]) -> DeliveryReport {
        let (report, consumers) = state.withLock { state in
            let count = topics[message.topic] ?? 1
            let number = message.key.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % count
            let partition = TopicPartition(topic: message.topic, partition: Int32(number))
            let offset = Int64(state.logs[partition]?.count ?? 0)
            state.logs[partition, default: []].append(
                ConsumedRecord(
                    topicPartition: partition, offset: offset, key: message.key, value: message.value, headers: message.headers))
            return (
                DeliveryReport(topic: message.topic, partition: partition.partition, offset: offset),
                state.consumers.filter { $0.topic == message.topic }
            )
        }
        for consumer in consumers { consumer.wake() }
        return report
    }

    func records(of partition: TopicPartition, from offset: Int64, maximum: Int) -> ArraySlice<ConsumedRecord> {
        state.withLock { state in
            guard !state.isDown, let log = state.logs[partition], offset < log.count else { return [] }
            return log[Int(offset)...].prefix(maximum)
        }
    }

    // MARK: - Groups

    func join(_ consumer: SimulatedConsumer) -> Int {
        let id = state.withLock { state in
            defer { state.nextMember += 1 }
            if !state.consumers.contains(where: { $0 === consumer }) { state.consumers.append(consumer) }
            return state.nextMember
        }
        consumer.joined(as: id)
        inGroup(consumer.group, topic: consumer.topic) { $0.join(id, at: $1) }
        return id
    }

    func gaveUp(_ member: Int, in group: String) { inGroup(group) { group, _ in group.gaveUp(member) } }

    func leave(_ consumer: SimulatedConsumer, _ member: Int) {
        state.withLock { $0.consumers.removeAll { $0 === consumer } }
        inGroup(consumer.group) { $0.leave(member, at: $1) }
    }

    func committed(_ partition: TopicPartition, group: String) -> Int64 {
        state.withLock { $0.groups[group]?.committed[partition] ?? 0 }
    }

    func committed(group: String) -> [TopicPartition: Int64] { state.withLock { $0.groups[group]?.committed ?? [:] } }

    func end(of partition: TopicPartition) -> Int64 { state.withLock { Int64($0.logs[partition]?.count ?? 0) } }

    func commit(_ offsets: [TopicPartition: Int64], by member: Int, generation: Int, in group: String) -> Bool {
        state.withLock { state in
            !state.isDown && (state.groups[group]?.commit(offsets, by: member, generation: generation) ?? false)
        }
    }

    /// Heartbeats and commits of all that live, and the end of those that do not; now and then until `isOver`.
    func beat() {
        guard !isDown else { return }
        let now = server.scheduler.now
        let consumers = state.withLock { state in
            state.consumers.removeAll { !$0.isAlive }
            return state.consumers
        }
        for consumer in consumers where consumer.isRunning {
            guard let member = consumer.member else { continue }
            if state.withLock({ $0.groups[consumer.group]?.seen(member, at: now) ?? false }) {
                consumer.commitStored()
            } else {
                trace.note(consumer.name, "is expelled")
                consumer.expelled()
            }
        }
        for group in state.withLock({ $0.groups.keys.sorted() }) { inGroup(group) { $0.expire(at: $1) } }
    }

    private func inGroup(
        _ name: String, topic: String? = nil, _ body: (inout ConsumerGroup, Duration) -> [ConsumerGroup.Telling]
    ) {
        let now = server.scheduler.now
        let (tellings, consumers) = state.withLock { state in
            if state.groups[name] == nil, let topic {
                state.groups[name] = ConsumerGroup(
                    partitions: ConsumerGroup.partitions(of: topic, count: state.partitions[topic] ?? 1))
            }
            guard var group = state.groups[name] else { return ([ConsumerGroup.Telling](), [SimulatedConsumer]()) }
            let tellings = body(&group, now)
            state.groups[name] = group
            return (tellings, state.consumers)
        }
        for telling in tellings {
            switch telling {
            case .giveUp(let member): consumers.first { $0.member == member }?.toldToGiveUp()
            case .take(let member, let partitions, let generation):
                consumers.first { $0.member == member }?.toldToTake(partitions, generation: generation)
            }
        }
    }
}
