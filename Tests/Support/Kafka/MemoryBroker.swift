import EventLoop
public import Kafka
import Synchronization

/// A broker in memory, behind the same ports as the real clients: one group a topic set, partitions by key.
public final class MemoryBroker: Sendable {
    struct State {
        var logs: [TopicPartition: [ConsumedRecord]] = [:]
        var partitions: [String: Int] = [:]
        var committed: [String: [TopicPartition: Int64]] = [:]
        /// Taken by the next messages, first come first served; nil lets one pass.
        var failures: [KafkaError?] = []
        /// Messages wait for their reports while set.
        var isHeld = false
    }

    let state: Mutex<State>
    private let changes = Mutex<[AsyncPulse]>([])
    private let released = AsyncPulse()
    public let id: String

    public init(id: String = "memory", topics: [String: Int]) {
        self.id = id
        state = Mutex(State(partitions: topics))
    }

    // MARK: - What tests do and see

    /// Every record of the topic, by partition and offset.
    public func records(of topic: String) -> [ConsumedRecord] {
        state.withLock { state in
            state.logs.filter { $0.key.topic == topic }.sorted { $0.key.partition < $1.key.partition }.flatMap(\.value)
        }
    }

    public func committed(group: String) -> [TopicPartition: Int64] { state.withLock { $0.committed[group] ?? [:] } }

    public func failNext(_ failures: [KafkaError?]) { state.withLock { $0.failures += failures } }

    /// Keeps reports back until `release`.
    public func hold() { state.withLock { $0.isHeld = true } }

    public func release() {
        state.withLock { $0.isHeld = false }
        released.notify()
    }

    /// Waits until the topic has that many records.
    public func waitForRecords(_ count: Int, of topic: String) async throws -> [ConsumedRecord] {
        let pulse = watch()
        while true {
            let found = records(of: topic)
            if found.count >= count { return found }
            try await pulse.wait()
        }
    }

    /// Waits until the group has committed that offset.
    public func waitForCommit(group: String, _ partition: TopicPartition, offset: Int64) async throws {
        let pulse = watch()
        while (committed(group: group)[partition] ?? 0) < offset { try await pulse.wait() }
    }

    @discardableResult
    public func append(_ message: KafkaMessage) -> DeliveryReport {
        let report = state.withLock { state in
            let count = state.partitions[message.topic] ?? 1
            let partition = TopicPartition(
                topic: message.topic, partition: Int32(message.key.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % count))
            let offset = Int64(state.logs[partition]?.count ?? 0)
            state.logs[partition, default: []].append(
                ConsumedRecord(
                    topicPartition: partition, offset: offset, key: message.key, value: message.value, headers: message.headers))
            return DeliveryReport(topic: message.topic, partition: partition.partition, offset: offset)
        }
        notify()
        return report
    }

    // MARK: - What the doubles need

    func watch() -> AsyncPulse {
        let pulse = AsyncPulse()
        changes.withLock { $0.append(pulse) }
        return pulse
    }

    func notify() { for pulse in changes.withLock({ $0 }) { pulse.notify() } }

    func waitWhileHeld() async {
        while state.withLock({ $0.isHeld }) {
            do { try await released.wait() } catch { return }
            released.notify()
        }
    }
}

/// A producer of a `MemoryBroker`.
public final class MemoryProducer: RecordProducer {
    private let broker: MemoryBroker
    private let fatal = Mutex<KafkaError?>(nil)

    public init(_ broker: MemoryBroker) { self.broker = broker }

    public var clusterID: String? { broker.id }

    public func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>] {
        await broker.waitWhileHeld()
        var reports: [Result<DeliveryReport, KafkaError>] = []
        for message in messages {
            if let error = fatal.withLock({ $0 }) {
                reports.append(.failure(error))
            } else if let error = broker.state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) {
                if error.isFatal { fatal.withLock { $0 = error } }
                reports.append(.failure(error))
            } else {
                reports.append(.success(broker.append(message)))
            }
        }
        return reports
    }

    public func metadata() async throws(KafkaError) -> ClusterMetadata {
        ClusterMetadata(clusterID: clusterID, brokers: [], topics: [:])
    }

    public func close(within limit: Duration) async {}
}

/// A consumer of a `MemoryBroker`; it gets the partitions that it is told to.
public final class MemoryConsumer: RecordConsumer {
    private struct State {
        var positions: [TopicPartition: Int64] = [:]
        var stored: [TopicPartition: Int64] = [:]
        var paused: Set<TopicPartition> = []
        /// The ends of partitions as they were when something was fetched last.
        var heard: [TopicPartition: Int64] = [:]
        var events: [ConsumerEvent] = []
        var unanswered: [Int: (Rebalance, isAssignment: Bool)] = [:]
        var answered: Set<Int> = []
        var nextNumber = 1
        var isClosed = false
    }

    private let broker: MemoryBroker
    private let group: String
    private let state = Mutex(State())
    private let arrived: AsyncPulse
    private let answers = AsyncPulse()

    public init(_ broker: MemoryBroker, group: String) {
        self.broker = broker
        self.group = group
        arrived = broker.watch()
    }

    // MARK: - What tests do

    public func assign(_ partitions: [TopicPartition]) {
        tell(partitions, isAssignment: true) { .assigned($0) }
    }

    /// Tells the owner to give the partitions up, and waits until it has.
    public func revoke(_ partitions: [TopicPartition]) async throws {
        let number = tell(partitions, isAssignment: false) { .revoked($0) }
        while !state.withLock({ $0.answered.contains(number) }) { try await answers.wait() }
    }

    /// Tells the owner that the partitions are another's already, and waits until it has heard.
    public func lose(_ partitions: [TopicPartition]) async throws {
        let number = tell(partitions, isAssignment: false) { .lost($0) }
        while !state.withLock({ $0.answered.contains(number) }) { try await answers.wait() }
    }

    @discardableResult
    private func tell(_ partitions: [TopicPartition], isAssignment: Bool, _ event: (Rebalance) -> ConsumerEvent) -> Int {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            let change = Rebalance(partitions: partitions, number: state.nextNumber)
            state.unanswered[state.nextNumber] = (change, isAssignment)
            state.events.append(event(change))
            return state.nextNumber
        }
        arrived.notify()
        return number
    }

    public var pausedPartitions: Set<TopicPartition> { state.withLock { $0.paused } }

    // MARK: - RecordConsumer

    public var clusterID: String? { broker.id }

    public func next(maximum: Int) async throws(KafkaError) -> ConsumerEvent {
        while true {
            if let event = try take(maximum) { return event }
            do {
                try await arrived.wait()
            } catch {
                throw KafkaError(code: .cancelled, isRetriable: false, description: "cancelled")
            }
        }
    }

    private func take(_ maximum: Int) throws(KafkaError) -> ConsumerEvent? {
        try state.withLock { state throws(KafkaError) in
            if state.isClosed { throw KafkaError(code: .closed, isRetriable: false, description: "closed") }
            if !state.events.isEmpty { return state.events.removeFirst() }
            var records: [ConsumedRecord] = []
            for (partition, position) in state.positions.sorted(by: { $0.key.partition < $1.key.partition }) {
                guard !state.paused.contains(partition) else { continue }
                let log = broker.state.withLock { $0.logs[partition] ?? [] }
                let some = log.dropFirst(Int(position)).prefix(maximum - records.count)
                records += some
                state.heard[partition] = Int64(log.count)
                state.positions[partition] = position + Int64(some.count)
            }
            return records.isEmpty ? nil : .records(records)
        }
    }

    public func answer(_ rebalance: Rebalance) async throws(KafkaError) {
        state.withLock { state in
            guard let number = state.unanswered.first(where: { $0.value.0 == rebalance })?.key,
                let (change, isAssignment) = state.unanswered.removeValue(forKey: number)
            else { return }
            let committed = broker.state.withLock { $0.committed[group] ?? [:] }
            // That it is paused is kept of a partition, whoever has it in between.
            for partition in change.partitions {
                state.stored[partition] = nil
                state.positions[partition] = isAssignment ? committed[partition] ?? 0 : nil
            }
            state.answered.insert(number)
        }
        answers.notify()
        arrived.notify()
    }

    public func lag(of partition: TopicPartition, next offset: Int64) -> Int64? {
        guard let heard = state.withLock({ $0.heard[partition] }) else { return nil }
        return max(0, heard - offset)
    }

    /// What was fetched says nothing of a partition that is paused.
    public func places(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: PartitionPlace]? {
        let committed = broker.committed(group: group)
        return try await broker.watermarks(of: partitions).reduce(into: [:]) { places, marks in
            places[marks.key] = PartitionPlace(committed: committed[marks.key], marks: marks.value)
        }
    }

    public func storeOffset(_ partition: TopicPartition, next offset: Int64) throws(KafkaError) -> Bool {
        let isAssigned = state.withLock { state in
            guard state.positions[partition] != nil else { return false }
            state.stored[partition] = offset
            return true
        }
        if isAssigned {
            broker.state.withLock { $0.committed[group, default: [:]][partition] = offset }
            broker.notify()
        }
        return isAssigned
    }

    public func pause(_ partitions: [TopicPartition]) throws(KafkaError) {
        state.withLock { $0.paused.formUnion(partitions) }
    }

    public func resume(_ partitions: [TopicPartition]) throws(KafkaError) {
        state.withLock { $0.paused.subtract(partitions) }
        arrived.notify()
    }

    public func close(within limit: Duration) async {
        state.withLock { $0.isClosed = true }
        arrived.notify()
    }
}
