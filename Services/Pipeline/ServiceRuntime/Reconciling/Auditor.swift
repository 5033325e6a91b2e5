public import DocketStore
import Shared

/// Proves "accepted = ended + in flight + parked": follows every submission that was handed in to what became of it.
public struct Auditor: Sendable {
    private let store: any ReconcileStore
    private let reconciler: Reconciler
    private let page: Int

    public init(store: any ReconcileStore, cluster: any ClusterReader, page: Int = 500) {
        self.store = store
        reconciler = Reconciler(store: store, cluster: cluster, page: page)
        self.page = max(1, page)
    }

    /// Emits what is stuck for the relay of the owner (nil only looks), then tells `see` of each event in flight, then audits.
    /// Throws `StoreError`, `KafkaError` and `ClusterChanged`.
    public func run(
        emittingFor owner: InstanceID?, see: (InFlightItem, ItemStanding) throws -> Void = { _, _ in }
    ) async throws -> AuditReport {
        let emitted = owner == nil ? [:] : try await reconciler.run(emittingFor: owner).emitted
        var standings: [SubmissionID: [ItemStanding]] = [:]
        let events = try await reconciler.run(emittingFor: nil) { item, standing in
            if item.key.stage != .preview { standings[item.submission, default: []].append(standing) }
            try see(item, standing)
        }
        var report = AuditReport(events: events, emitted: emitted, deliveries: try await store.deliveryCounts())
        var after: SubmissionID?
        repeat {
            let (audits, next) = try await store.audit(after: after, limit: page)
            var doubtful: [SubmissionID] = []
            for audit in audits {
                let standing = SubmissionStanding.of(audit, items: standings[audit.submission] ?? [])
                if case .missing = standing {
                    doubtful.append(audit.submission)
                } else {
                    report.count(audit.submission, standing)
                }
            }
            for (submission, standing) in try await lookAgain(at: doubtful) { report.count(submission, standing) }
            after = next
        } while after != nil
        return report
    }

    /// Events and submissions are not read at the same moment: what has moved in between shows when they are read again.
    private func lookAgain(at submissions: [SubmissionID]) async throws -> [(SubmissionID, SubmissionStanding)] {
        var settled: [(SubmissionID, SubmissionStanding)] = []
        var doubtful = submissions
        for turn in 1...Self.turns where !doubtful.isEmpty {
            let found = try await reconciler.standings(of: doubtful)
            let items = Dictionary(grouping: found.filter { $0.0.key.stage != .preview }, by: \.0.submission)
            var left: [SubmissionID] = []
            for audit in try await store.audit(of: doubtful) {
                let standing = SubmissionStanding.of(audit, items: (items[audit.submission] ?? []).map(\.1))
                if case .missing = standing, turn < Self.turns {
                    left.append(audit.submission)
                } else {
                    settled.append((audit.submission, standing))
                }
            }
            doubtful = left
        }
        return settled
    }

    private static let turns = 3
}
