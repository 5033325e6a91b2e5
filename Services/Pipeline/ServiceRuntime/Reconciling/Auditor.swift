public import Domain
import Shared

/// Proves "accepted = ended + in flight + parked": it follows every submitted submission to its state.
public struct Auditor: Sendable {
    private let store: any ReconcileStore
    private let reconciler: Reconciler
    private let page: Int

    public init(store: any ReconcileStore, cluster: any ClusterReader, page: Int = 500) {
        self.store = store
        reconciler = Reconciler(store: store, cluster: cluster, page: page)
        self.page = max(1, page)
    }

    /// Emits stuck events for the relay of the owner (nil only reads), passes each event in flight to `see`, and then
    /// audits. Throws `StoreError`, `KafkaError` and `ClusterChanged`.
    public func run(
        emittingFor owner: InstanceID?, see: (InFlightItem, ItemStatus) throws -> Void = { _, _ in }
    ) async throws -> AuditReport {
        let emitted = owner == nil ? [:] : try await reconciler.run(emittingFor: owner).emitted
        var statuses: [SubmissionID: [ItemStatus]] = [:]
        let events = try await reconciler.run(emittingFor: nil) { item, status in
            if !item.key.stage.isOfDrafts { statuses[item.submission, default: []].append(status) }
            try see(item, status)
        }
        var report = AuditReport(events: events, emitted: emitted, deliveries: try await store.deliveryCounts())
        var after: SubmissionID?
        repeat {
            let (audits, next) = try await store.audit(after: after, limit: page)
            var doubtful: [SubmissionID] = []
            for audit in audits {
                let status = AuditStatus.of(audit, items: statuses[audit.submission] ?? [])
                if case .missing = status {
                    doubtful.append(audit.submission)
                } else {
                    report.count(audit.submission, status)
                }
            }
            for (submission, status) in try await lookAgain(at: doubtful) { report.count(submission, status) }
            after = next
        } while after != nil
        return report
    }

    /// Reads suspicious submissions again: events and submissions are not read at the same moment.
    private func lookAgain(at submissions: [SubmissionID]) async throws -> [(SubmissionID, AuditStatus)] {
        var settled: [(SubmissionID, AuditStatus)] = []
        var doubtful = submissions
        for turn in 1...Self.turns where !doubtful.isEmpty {
            let found = try await reconciler.statuses(of: doubtful)
            let items = Dictionary(grouping: found.filter { !$0.0.key.stage.isOfDrafts }, by: \.0.submission)
            var left: [SubmissionID] = []
            for audit in try await store.audit(of: doubtful) {
                let status = AuditStatus.of(audit, items: (items[audit.submission] ?? []).map(\.1))
                if case .missing = status, turn < Self.turns {
                    left.append(audit.submission)
                } else {
                    settled.append((audit.submission, status))
                }
            }
            doubtful = left
        }
        return settled
    }

    private static let turns = 3
}
