import Domain
package import PostgresStore
import Shared

/// Removes data at the end of its journey's retention, or lists it. A gateway does the same periodically.
package struct RetentionRun: Sendable {
    package let retention: RetentionStore
    /// Erases a submission with its bytes.
    package let erasure: ErasureRun

    package init(retention: RetentionStore, erasure: ErasureRun) { (self.retention, self.erasure) = (retention, erasure) }

    /// Due removals, and those that a legal hold prevents.
    package func look(limit: Int) async throws -> [RemovalDescription] {
        try await retention.due(includingHeld: true, limit: limit).map {
            RemovalDescription($0, outcome: $0.isHeld ? "held" : "would go")
        }
    }

    /// Due removals without a hold.
    package func due(limit: Int) async throws -> [DueRemoval] { try await retention.due(includingHeld: false, limit: limit) }

    /// Carries out these removals. Data under a hold by now is kept.
    package func remove(_ removals: [DueRemoval]) async throws -> [RemovalDescription] {
        var results: [RemovalDescription] = []
        for removal in removals {
            results.append(RemovalDescription(removal, outcome: try await remove(removal) ? "removed" : "kept"))
        }
        return results
    }

    private func remove(_ removal: DueRemoval) async throws -> Bool {
        switch removal.part {
        case .originals:
            guard let required = try await retention.removeOriginals(of: removal.submission) else { return false }
            return try await required.confirm(by: .retention) > 0
        case .everything:
            let preparation = try await erasure.data.erase(removal.submission)
            guard case .confirmationRequired(let required) = consume preparation,
                case .done(let receipt) = try await required.confirm(by: .retention)
            else { return false }
            _ = try await erasure.finish(receipt)
            return true
        }
    }
}
