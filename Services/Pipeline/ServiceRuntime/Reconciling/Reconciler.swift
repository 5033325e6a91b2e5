public import Domain
import Kafka
public import Shared

/// Finds what is stuck, and emits it again.
///
/// It judges by cause, never by age: a backlog, however old, is left alone. It changes nothing but outbox rows, and those only
/// while they are as they were when they were judged; the relays then publish them, in the order of their submission.
public struct Reconciler: Sendable {
    private let store: any ReconcileStore
    private let cluster: any ClusterReader
    private let page: Int

    /// Looks at `page` items at a time.
    public init(store: any ReconcileStore, cluster: any ClusterReader, page: Int = 500) {
        self.store = store
        self.cluster = cluster
        self.page = max(1, page)
    }

    /// Looks at everything in flight once, and tells `see` of each item. The relay of the owner is to publish what is stuck; nil
    /// only looks. Throws `StoreError`, `KafkaError`, `ClusterChanged`, and what `see` throws.
    @discardableResult
    public func run(
        emittingFor owner: InstanceID?, see: (InFlightItem, ItemStatus) throws -> Void = { _, _ in }
    ) async throws -> ReconcileSummary {
        let before = try await cluster.metadata()
        let committed = try await committedOffsets(before)
        var summary = ReconcileSummary()
        var position: Int64 = 0
        while true {
            let items = try await store.inFlightItems(.after(position: position), limit: page)
            let view = try await view(for: items, since: before, committed)
            var stuck: [(Reemission, StuckCause)] = []
            for item in items {
                let status = ItemStatus.of(item, view)
                summary.count(status)
                if case .stuck(let cause) = status, let again = Reemission(item, because: cause) {
                    stuck.append((again, cause))
                }
                try see(item, status)
            }
            if let owner, !stuck.isEmpty {
                let emitted = try await store.reemit(stuck.map(\.0), owner: owner)
                for (again, cause) in stuck where emitted.contains(again.event) { summary.countEmission(cause) }
            }
            guard items.count == page, let last = items.last else { return summary }
            position = last.position
        }
    }

    /// Where the items of these submissions stand.
    public func statuses(of submissions: [SubmissionID]) async throws -> [(InFlightItem, ItemStatus)] {
        let before = try await cluster.metadata()
        let committed = try await committedOffsets(before)
        let items = try await store.inFlightItems(.of(submissions), limit: page * Stage.allCases.count)
        let view = try await view(for: items, since: before, committed)
        return items.map { ($0, .of($0, view)) }
    }

    private func committedOffsets(_ metadata: ClusterMetadata) async throws -> [Stage: [TopicPartition: Int64]] {
        var committed: [Stage: [TopicPartition: Int64]] = [:]
        for stage in Stage.allCases {
            let partitions = metadata.partitions(of: [stage.topic.name])
            guard !partitions.isEmpty else { continue }
            committed[stage] = try await cluster.committedOffsets(of: stage.consumerGroup, partitions: partitions)
        }
        return committed
    }

    /// Asks only for partitions in which something lies that nobody has begun.
    private func view(
        for items: [InFlightItem], since before: ClusterMetadata, _ committed: [Stage: [TopicPartition: Int64]]
    ) async throws -> BrokerView {
        let now = try await cluster.metadata()
        let id = try now.identity()
        guard try before.identity() == id else { throw ClusterChanged() }
        var partitions: Set<TopicPartition> = []
        for item in items where item.work == .notBegun {
            guard case .published(let place) = item.publication else { continue }
            let partition = TopicPartition(topic: place.topic, partition: place.partition)
            if now.has(partition) { partitions.insert(partition) }
        }
        return BrokerView(
            cluster: id, committed: committed, watermarks: try await cluster.watermarks(of: Array(partitions)))
    }
}

/// The cluster was replaced while it was being asked: look again.
public struct ClusterChanged: Error, CustomStringConvertible {
    public var description: String { "the Kafka cluster was replaced in the meantime" }
}

/// What one look found and did.
public struct ReconcileSummary: Sendable, Hashable {
    /// By `Mover.kind`.
    public private(set) var moving: [String: Int] = [:]
    /// By `StuckCause.kind`, before anything was emitted.
    public private(set) var stuck: [String: Int] = [:]
    /// Of those, what was emitted again.
    public private(set) var emitted: [String: Int] = [:]

    public init() {}

    public var inFlight: Int { moving.values.reduce(0, +) }

    /// What nothing will move, now that the rest was emitted.
    public var missing: Int { stuck.values.reduce(0, +) - emitted.values.reduce(0, +) }

    mutating func count(_ status: ItemStatus) {
        switch status {
        case .moving(let mover): moving[mover.kind, default: 0] += 1
        case .stuck(let cause): stuck[cause.kind, default: 0] += 1
        case .parked, .ended: break
        }
    }

    mutating func countEmission(_ cause: StuckCause) { emitted[cause.kind, default: 0] += 1 }
}
