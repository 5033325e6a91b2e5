import Domain
import Shared
import Support

extension DatabaseConnection: ReconcileStore {
    func inFlightItems(from cursor: InFlightCursor, limit: Int) async throws(StoreError) -> InFlightPage {
        try await ask("in flight") { try await $0.inFlightItems(from: cursor, limit: limit) }
    }

    func inFlightItems(of submissions: [SubmissionID], limit: Int) async throws(StoreError) -> [InFlightItem] {
        try await ask("in flight") { try await $0.inFlightItems(of: submissions, limit: limit) }
    }

    func reemit(_ items: [Reemission], owner: InstanceID) async throws(StoreError) -> Set<EventID> {
        try await ask("emit again") { [oracle] store in
            let emitted = try await store.reemit(items, owner: owner)
            oracle.emittedAgain(emitted.sorted())
            return emitted
        }
    }

    func audit(
        after: SubmissionID?, limit: Int
    ) async throws(StoreError) -> (page: [SubmissionAudit], nextAfter: SubmissionID?) {
        try await ask("audit") { try await $0.audit(after: after, limit: limit) }
    }

    func audit(of submissions: [SubmissionID]) async throws(StoreError) -> [SubmissionAudit] {
        try await ask("audit") { try await $0.audit(of: submissions) }
    }

    func deliveryCounts() async throws(StoreError) -> DeliveryCounts {
        try await ask("count deliveries") { try await $0.deliveryCounts() }
    }

    /// The right to a round is a lock of the session: it ends with its holder.
    func withRound<T: Sendable>(
        every interval: Duration, _ body: @Sendable () async throws -> T
    ) async throws -> T? {
        try await store.withRound(every: interval, body)
    }
}
