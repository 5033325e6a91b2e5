public import Domain
import Kafka
public import Shared

/// Finds stuck events, and emits them again.
///
/// It judges by cause, never by age: it leaves a backlog alone, however old. It changes only outbox rows, and only if
/// they are unchanged since they were judged. The relays then publish them in the order of their submission.
public struct Reconciler: Sendable {
    private let store: any ReconcileStore
    private let cluster: any ClusterReader
    private let page: Int

    /// Looks at `page` rows, work items or submissions at a time.
    public init(store: any ReconcileStore, cluster: any ClusterReader, page: Int = 500) {
        self.store = store
        self.cluster = cluster
        self.page = max(1, page)
    }

    /// Examines everything in flight once, and passes each item to `see`. The relay of the owner publishes stuck events;
    /// nil only reads. Throws `StoreError`, `KafkaError`, `ClusterChanged`, and the errors of `see`.
    @discardableResult
    public func run(
        emittingFor owner: InstanceID?, see: (InFlightItem, ItemStatus) throws -> Void = { _, _ in }
    ) async throws -> ReconcileSummary {
        let before = try await cluster.metadata()
        let committed = try await committedOffsets(before)
        var summary = ReconcileSummary()
        var next: InFlightCursor? = .start
        while let cursor = next {
            let found = try await store.inFlightItems(from: cursor, limit: page)
            next = found.next
            guard !found.items.isEmpty else { continue }
            let view = try await view(for: found.items, since: before, committed)
            var stuck: [(Reemission, StuckCause)] = []
            for item in found.items {
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
        }
        return summary
    }

    /// The statuses of the items of these submissions.
    public func statuses(of submissions: [SubmissionID]) async throws -> [(InFlightItem, ItemStatus)] {
        let before = try await cluster.metadata()
        let committed = try await committedOffsets(before)
        let items = try await store.inFlightItems(of: submissions, limit: page * Stage.allCases.count)
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

    /// Queries only partitions with records that no process has begun.
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

/// The cluster was replaced during the queries: try again.
public struct ClusterChanged: Error, CustomStringConvertible {
    public var description: String { "the Kafka cluster was replaced in the meantime" }
}

/// The result of one round.
public struct ReconcileSummary: Sendable, Hashable {
    /// By `Mover.kind`.
    public private(set) var moving: [String: Int] = [:]
    /// By `StuckCause.kind`, before emissions.
    public private(set) var stuck: [String: Int] = [:]
    /// The number of stuck events that were emitted again, by cause.
    public private(set) var emitted: [String: Int] = [:]

    public init() {}

    /// The number of events without a mover after the emissions.
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
