import Domain
package import PostgresStore
import Shared

/// Removes now what has been kept for as long as its journey says, or tells what would go. A gateway does the same by itself, in turns.
package struct RetentionRun: Sendable {
    package let retention: RetentionStore
    /// What removes a submission with its bytes.
    package let erasure: ErasureRun

    package init(retention: RetentionStore, erasure: ErasureRun) { (self.retention, self.erasure) = (retention, erasure) }

    /// What would go, and what a legal hold keeps.
    package func look(limit: Int) async throws -> [RemovalDescription] {
        try await retention.due(includingHeld: true, limit: limit).map {
            RemovalDescription($0, outcome: $0.isHeld ? "held" : "would go")
        }
    }

    /// What would go, and no hold keeps.
    package func due(limit: Int) async throws -> [DueRemoval] { try await retention.due(includingHeld: false, limit: limit) }

    /// Removes these. What a hold covers meanwhile, or what is gone already, is kept.
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
