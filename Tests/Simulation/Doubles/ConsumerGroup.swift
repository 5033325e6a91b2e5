import Kafka

/// A group as its coordinator sees it: eager rebalancing, partitions dealt out by range. Pure.
struct ConsumerGroup {
    /// What a member is to be told.
    enum Telling {
        case giveUp(member: Int)
        case take(member: Int, [TopicPartition], generation: Int)
    }

    private struct Member {
        let id: Int
        var lastSeen: Duration
        /// Holds nothing, and waits for what it gets.
        var isReady: Bool
    }

    static let sessionTimeout = Duration.seconds(6)
    /// How long a member may take to give its partitions up.
    static let rebalanceTimeout = Duration.seconds(30)

    private var partitions: [TopicPartition]
    private var members: [Member] = []
    private(set) var generation = 0
    private var rebalancingSince: Duration?
    private(set) var committed: [TopicPartition: Int64] = [:]

    init(partitions: [TopicPartition]) { self.partitions = partitions }

    static func partitions(of topic: String, count: Int) -> [TopicPartition] {
        (0..<count).map { TopicPartition(topic: topic, partition: Int32($0)) }
    }

    /// Its topic may have more partitions than it knows of: all are dealt out anew then.
    mutating func grow(to topics: [String: Int], at now: Duration) -> [Telling] {
        guard let topic = partitions.first?.topic, let count = topics[topic], count > partitions.count else { return [] }
        partitions = Self.partitions(of: topic, count: count)
        return rebalance(at: now)
    }

    mutating func join(_ id: Int, at now: Duration) -> [Telling] {
        members.append(Member(id: id, lastSeen: now, isReady: true))
        return rebalance(at: now)
    }

    /// The member has given up what it had.
    mutating func gaveUp(_ id: Int) -> [Telling] {
        guard let index = index(id) else { return [] }
        members[index].isReady = true
        return dealOut()
    }

    mutating func leave(_ id: Int, at now: Duration) -> [Telling] {
        guard let index = index(id) else { return [] }
        members.remove(at: index)
        return rebalance(at: now)
    }

    /// False when the group does not know the member (any more).
    mutating func seen(_ id: Int, at now: Duration) -> Bool {
        guard let index = index(id) else { return false }
        members[index].lastSeen = now
        return true
    }

    /// Expels who has not been seen, or holds a rebalance up.
    mutating func expire(at now: Duration) -> [Telling] {
        let isLate = rebalancingSince.map { now - $0 > Self.rebalanceTimeout } ?? false
        let left = members.filter { now - $0.lastSeen <= Self.sessionTimeout && ($0.isReady || !isLate) }
        guard left.count < members.count else { return [] }
        members = left
        return rebalance(at: now)
    }

    mutating func rebalance(at now: Duration) -> [Telling] {
        let wasRebalancing = rebalancingSince != nil
        if !wasRebalancing { rebalancingSince = now }
        let toTell = wasRebalancing ? [] : members.filter { !$0.isReady }.map { Telling.giveUp(member: $0.id) }
        return toTell + dealOut()
    }

    /// False when the member's generation is over: somebody else has its partitions.
    mutating func commit(_ offsets: [TopicPartition: Int64], by id: Int, generation: Int) -> Bool {
        guard index(id) != nil, generation == self.generation else { return false }
        committed.merge(offsets) { $1 }
        return true
    }

    private func index(_ id: Int) -> Int? { members.firstIndex { $0.id == id } }

    private mutating func dealOut() -> [Telling] {
        guard rebalancingSince != nil, members.allSatisfy(\.isReady) else { return [] }
        rebalancingSince = nil
        generation += 1
        guard !members.isEmpty else { return [] }
        let (each, rest) = partitions.count.quotientAndRemainder(dividingBy: members.count)
        var start = 0
        return members.indices.map { index in
            let count = each + (index < rest ? 1 : 0)
            defer { start += count }
            members[index].isReady = false
            return .take(
                member: members[index].id, Array(partitions[start..<start + count]), generation: generation)
        }
    }
}
