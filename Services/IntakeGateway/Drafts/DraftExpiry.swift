import Domain
import PostgresStore
import Shared
import Telemetry

/// Expires drafts without a change during the journey's retention. Each answer about a draft announces the time.
///
/// Several processes may run it: the submission's version guards each change.
struct DraftExpiry: Sweep {
    let name = "draft-expiry"
    let store: SubmissionStore
    let logger: Logger

    func sweep(_ turn: SweepTurn) async throws { try await giveUpAll(turn) }

    /// Expires all due drafts, and returns their number.
    @discardableResult
    func giveUpAll(_ turn: SweepTurn) async throws -> Int {
        try await turn.doAll { passedOver, limit in
            try await store.expired(without: passedOver, limit: limit)
        } submission: { draft in
            draft.submission
        } act: { draft in
            try await giveUp(draft.submission, of: draft.tenant)
        }
    }

    private func giveUp(_ submission: SubmissionID, of tenant: TenantID) async throws -> Bool {
        let preparation = try await store.expire(submission, tenant: tenant)
        switch consume preparation {
        case .confirmationRequired(let required):
            let answer = try await required.confirm(by: .expiry)
            guard case .done = answer else { return false }
            logger.info(
                "draft given up: its time is over",
                ["submission": .string(submission.description), "tenant": .string(tenant.rawValue)])
            return true
        default:
            return false
        }
    }
}
