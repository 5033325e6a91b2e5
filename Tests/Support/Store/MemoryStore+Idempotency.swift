public import Domain
import FoundationEssentials
public import Shared
import Synchronization

extension MemoryStore {
    struct KeyEntry {
        var holder: UUID
        var heldUntil: Date
        var fingerprint: ContentDigest?
        var answer: KeptAnswer?
        var expiresAt: Date
    }

    private static let retention = Duration.seconds(86_400)
}

extension MemoryStore: IdempotencyKeys {
    public var renewalInterval: Duration { claimLease / 3 }

    public func claim(
        _ key: IdempotencyKey, fingerprint: ContentDigest?
    ) async throws(StoreError) -> IdempotencyStatus {
        let now = now()
        return state.withLock { state in
            if let old = state.keys[key] {
                if let answer = old.answer, let fingerprint = old.fingerprint, old.expiresAt > now {
                    return .answered(answer, fingerprint: fingerprint)
                }
                if old.answer == nil, old.heldUntil > now { return .running(fingerprint: old.fingerprint) }
            }
            return .claimed(state.hold(key, fingerprint, from: now, for: claimLease, Self.retention))
        }
    }

    public func renew(_ claim: IdempotencyClaim) async throws(StoreError) -> Bool {
        let end = now().adding(claimLease)
        return state.withLock { state in
            guard state.isHeld(claim) else { return false }
            state.keys[claim.key]?.heldUntil = end
            return true
        }
    }

    public func release(_ claim: IdempotencyClaim) async throws(StoreError) {
        state.withLock { state in
            if state.isHeld(claim) { state.keys[claim.key] = nil }
        }
    }

    /// Makes a change and keeps the answer to it, or neither: as `SubmissionStore` does where a request names a key.
    @discardableResult
    public func change(
        _ id: SubmissionID, owner: InstanceID, keeping: AnswerKeeping, _ decide: (SubmissionEditor) throws -> SubmissionEdit
    ) throws -> Submission? {
        let now = now()
        return try state.withLock { state in
            guard let submission = state.submissions[id], let journey = state.journeys[submission.journeyVersion] else {
                return nil
            }
            let edit = try decide(SubmissionEditor(submission, journey: journey, now: Timestamp(now)))
            guard state.isHeld(keeping.claim) else {
                throw StoreError(
                    code: .unavailable, isRetriable: true, description: "Another try of the same request has taken over.",
                    detail: "the idempotency key is held by another request")
            }
            let answer = try keeping.answer(edit.submission, journey)
            try record(edit, owner: owner, traceparent: nil, in: &state)
            state.keys[keeping.claim.key]?.answer = answer
            state.keys[keeping.claim.key]?.fingerprint = keeping.fingerprint
            state.keys[keeping.claim.key]?.expiresAt = now.adding(keeping.claim.retention)
            return edit.submission
        }
    }
}

extension MemoryStore.State {
    /// Whoever held it before holds it no more.
    mutating func hold(
        _ key: IdempotencyKey, _ fingerprint: ContentDigest?, from now: Date, for lease: Duration, _ retention: Duration
    ) -> IdempotencyClaim {
        lastHolder += 1
        let holder = withUnsafeBytes(of: (lastHolder, UInt64(0))) { UUID(uuid: $0.load(as: uuid_t.self)) }
        keys[key] = MemoryStore.KeyEntry(
            holder: holder, heldUntil: now.adding(lease), fingerprint: fingerprint, answer: nil,
            expiresAt: now.adding(retention))
        return IdempotencyClaim(key: key, holder: holder, retention: retention)
    }

    /// Whether this try still holds the key and has not been answered.
    func isHeld(_ claim: IdempotencyClaim) -> Bool {
        keys[claim.key].map { $0.holder == claim.holder && $0.answer == nil } ?? false
    }
}
