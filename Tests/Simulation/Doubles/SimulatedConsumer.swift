import Domain
import EventLoop
import Kafka
import Shared
import Support
import Synchronization

/// A member of a group of the simulated broker, on behalf of one process.
final class SimulatedConsumer: RecordConsumer {
    private struct State {
        var member: Int?
        var generation = 0
        /// What the group has given to this member, as far as it has heard.
        var told: [TopicPartition] = []
        /// Where reading is, in what the owner has taken.
        var positions: [TopicPartition: Int64] = [:]
        /// The cluster in which these positions are places.
        var cluster: String?
        var paused: Set<TopicPartition> = []
        var stored: [TopicPartition: Int64] = [:]
        var events: [ConsumerEvent] = []
        var unanswered: [Rebalance: Change] = [:]
        var nextNumber = 1
        var isClosed = false
    }

    private enum Change { case taking, givingUp, losing }

    let group: String
    let topic: String
    private let stage: Stage
    private let broker: SimulatedBroker
    private let owner: Incarnation
    private let oracle: Oracle
    private let plant: SeededDefect?
    private let state = Mutex(State())
    private let news = AsyncPulse()

    init(_ broker: SimulatedBroker, stage: Stage, group: String, for owner: Incarnation, oracle: Oracle, plant: SeededDefect?) {
        self.broker = broker
        self.stage = stage
        self.group = group
        topic = stage.topic.name
        self.owner = owner
        self.oracle = oracle
        self.plant = plant
    }

    var name: String { owner.name }
    var isAlive: Bool { owner.isAlive && !state.withLock { $0.isClosed } }
    var isRunning: Bool { isAlive && !owner.host.isStopped }
    var member: Int? { state.withLock { $0.member } }

    func wake() { news.notify() }

    // MARK: - What the group says

    func joined(as member: Int) { state.withLock { $0.member = member } }

    func toldToTake(_ partitions: [TopicPartition], generation: Int) {
        state.withLock { state in
            state.generation = generation
            state.told = partitions
            tell(partitions, .taking, in: &state)
        }
        wake()
    }

    func toldToGiveUp() {
        state.withLock { state in
            let partitions = state.told
            state.told = []
            tell(partitions, .givingUp, in: &state)
        }
        wake()
    }

    /// The group does not know this member any more; it hears of that late.
    func expelled() {
        state.withLock { state in
            let partitions = state.told
            (state.told, state.member) = ([], nil)
            tell(partitions, .losing, in: &state)
        }
        wake()
    }

    private func tell(_ partitions: [TopicPartition], _ change: Change, in state: inout State) {
        let rebalance = Rebalance(partitions: partitions, number: state.nextNumber)
        state.unanswered[rebalance] = change
        state.nextNumber += 1
        switch change {
        case .taking: state.events.append(.assigned(rebalance))
        case .givingUp: state.events.append(.revoked(rebalance))
        case .losing: state.events.append(.lost(rebalance))
        }
    }

    func commitStored() {
        let (stored, member, generation) = state.withLock { ($0.stored, $0.member, $0.generation) }
        guard owner.isAlive, !stored.isEmpty, let member else { return }
        if broker.commit(stored, by: member, generation: generation, in: group) { state.withLock { $0.stored = [:] } }
    }

    // MARK: - RecordConsumer

    var clusterID: String? { broker.clusterID }

    func next(maximum: Int) async throws(KafkaError) -> ConsumerEvent {
        if state.withLock({ $0.member == nil && $0.events.isEmpty && $0.unanswered.isEmpty }) { _ = broker.join(self) }
        do {
            while true {
                if let event = try takeEvent() { return event }
                if collect(1, takes: false).isEmpty {
                    try await news.wait()
                    continue
                }
                let (delay, share) = broker.draw { generator in
                    (generator.duration(.milliseconds(1)...broker.faults.slowest), generator.number(below: maximum) + 1)
                }
                try await owner.host.sleep(for: delay)
                if let event = try takeEvent() { return event }
                let records = collect(share, takes: true)
                guard !records.isEmpty else { continue }
                if plant == .storeBeforeCommit {
                    for record in records { _ = try storeOffset(record.topicPartition, next: record.offset + 1) }
                }
                return .records(records)
            }
        } catch let error as KafkaError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    private func takeEvent() throws(KafkaError) -> ConsumerEvent? {
        guard owner.isAlive else { throw .cancelled }
        return state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    private func collect(_ maximum: Int, takes: Bool) -> [ConsumedRecord] {
        state.withLock { state in
            var records: [ConsumedRecord] = []
            for (partition, position) in state.positions.sorted(by: { $0.key.partition < $1.key.partition })
            where !state.paused.contains(partition) && records.count < maximum {
                let some = broker.records(of: partition, from: position, maximum: maximum - records.count)
                records += some
                if takes { state.positions[partition] = position + Int64(some.count) }
            }
            return records
        }
    }

    func answer(_ rebalance: Rebalance) async throws(KafkaError) {
        guard owner.isAlive else { throw .cancelled }
        guard let change = state.withLock({ $0.unanswered.removeValue(forKey: rebalance) }) else { return }
        if change == .givingUp { commitStored() }
        let offsets = rebalance.partitions.map { ($0, broker.committed($0, group: group)) }
        let member = state.withLock { state in
            // That it is paused is kept of a partition, whoever has it in between.
            for (partition, offset) in offsets {
                state.stored[partition] = nil
                state.positions[partition] = change == .taking ? offset : nil
            }
            if change == .taking { state.cluster = broker.clusterID }
            return state.member
        }
        broker.trace.note(name, "\(stage.rawValue) \(change) \(rebalance.partitions.map(\.partition))")
        switch change {
        case .taking: break
        case .givingUp: if let member { broker.gaveUp(member, in: group) }
        // Without a member's id the next question joins again.
        case .losing: break
        }
        wake()
    }

    /// Nobody of a simulation looks at metrics.
    func lag(of partition: TopicPartition, next offset: Int64) -> Int64? { nil }

    func storeOffset(_ partition: TopicPartition, next offset: Int64) throws(KafkaError) -> Bool {
        guard owner.isAlive else { return false }
        let (place, cluster) = state.withLock { ($0.positions[partition], $0.cluster) }
        guard let position = place else { return false }
        let from = broker.committed(partition, group: group)
        // Of a cluster that was lost in the meantime nobody takes a position any more.
        if from < min(offset, position), cluster == broker.clusterID {
            oracle.stored(
                Array(broker.records(of: partition, from: from, maximum: Int(offset - from))), stage: stage, by: owner)
        }
        state.withLock { $0.stored[partition] = offset }
        return true
    }

    func pause(_ partitions: [TopicPartition]) throws(KafkaError) { state.withLock { $0.paused.formUnion(partitions) } }

    func resume(_ partitions: [TopicPartition]) throws(KafkaError) {
        state.withLock { $0.paused.subtract(partitions) }
        wake()
    }

    func close(within limit: Duration) async {
        commitStored()
        let member = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed || !owner.isAlive ? nil : state.member
        }
        if let member { broker.leave(self, member) }
    }
}

extension KafkaError {
    static let cancelled = KafkaError(code: .cancelled, isRetriable: false, description: "cancelled")
    static let timedOut = KafkaError(code: .timedOut, isRetriable: true, description: "no answer in time")
    static let fatal = KafkaError(code: .fatal, isFatal: true, isRetriable: false, description: "the producer has failed")
}
