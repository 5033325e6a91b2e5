import Domain
import FoundationEssentials
import Shared
import Support
import Synchronization

/// What a gateway alone asks for.
extension DatabaseConnection: IdempotencyKeys {
    var renewalInterval: Duration { store.renewalInterval }

    func claim(_ key: IdempotencyKey, fingerprint: ContentDigest?) async throws(StoreError) -> IdempotencyStatus {
        guard plant == .claimsInProcess else {
            return try await ask("claim key") { try await $0.claim(key, fingerprint: fingerprint) }
        }
        guard isRunning.withLock({ $0.insert(key).inserted }) else { return .running(fingerprint: fingerprint) }
        do {
            let status = try await ask("claim key") { try await $0.claimRegardless(key, fingerprint: fingerprint) }
            if case .claimed = status { return status }
            isRunning.withLock { _ = $0.remove(key) }
            return status
        } catch {
            isRunning.withLock { _ = $0.remove(key) }
            throw error
        }
    }

    func renew(_ claim: IdempotencyClaim) async throws(StoreError) -> Bool {
        try await ask("renew key") { try await $0.renew(claim) }
    }

    func release(_ claim: IdempotencyClaim) async throws(StoreError) {
        isRunning.withLock { _ = $0.remove(claim.key) }
        try await ask("release key") { try await $0.release(claim) }
    }

    /// A change under an idempotency key. False when the submission does not take it.
    func change(
        _ id: SubmissionID, _ what: String, keeping: AnswerKeeping,
        _ decide: @escaping @Sendable (SubmissionEditor) throws -> SubmissionEdit
    ) async throws(StoreError) -> Bool {
        let (owner, plant) = (client.instance, plant)
        defer { isRunning.withLock { _ = $0.remove(keeping.claim.key) } }
        return try await ask(what) { store in
            do {
                if plant == .claimsInProcess || plant == .changeWithoutClaim { store.holdRegardless(keeping.claim) }
                return try store.change(id, owner: owner, keeping: keeping, decide) != nil
            } catch is EditStop {
                return false
            }
        }
    }

    /// Drafts whose time is over.
    func expired() async throws(StoreError) -> [SubmissionID] {
        try await ask("expired") { store in store.expired() }
    }
}
