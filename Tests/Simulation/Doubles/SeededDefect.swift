import Domain
import FoundationEssentials
import Shared
@testable import Support
import Synchronization

/// Known defects that the doubles can put in, to prove that the oracle sees them.
enum SeededDefect: String, CaseIterable, Sendable {
    /// An outbox row is marked when it is claimed, not on its delivery report.
    case markBeforeReport
    /// A position is stored when its record is read, not after the COMMIT.
    case storeBeforeCommit
    /// Rows of others are taken over without a look at their lease, and without a new epoch.
    case adoptWithoutLease
    /// An item runs alone in its loop, and not in its process.
    case turnPerLoop
    /// An item whose end the database refused twice stays begun in the name of a process that lives.
    case endDropped
    /// A gateway looks among its own requests alone whether one with the same idempotency key runs.
    case claimsInProcess
    /// A request makes its change although another one has taken its idempotency key over.
    case changeWithoutClaim
}

extension MemoryStore {
    /// `adoptOrphans` with the defect of `SeededDefect.adoptWithoutLease`.
    func adoptEverything(_ lease: Lease) -> Int {
        state.withLock { state in
            let others = state.outbox.indices.filter {
                state.outbox[$0].published == nil && state.outbox[$0].owner != lease.instance
            }
            for index in others { state.outbox[index].owner = lease.instance }
            return others.count
        }
    }

    /// With the defect of `SeededDefect.claimsInProcess`: who holds a key in the store is asked nobody.
    func claimRegardless(_ key: IdempotencyKey, fingerprint: ContentDigest?) async throws(StoreError) -> IdempotencyStatus {
        let free = state.withLock { $0.keys[key]?.answer == nil }
        if free { state.withLock { $0.keys[key] = nil } }
        return try await claim(key, fingerprint: fingerprint)
    }

    /// Both defects end so: the claim holds, whoever has taken the key over.
    func holdRegardless(_ claim: IdempotencyClaim) {
        let now = now()
        state.withLock { state in
            state.keys[claim.key] = MemoryStore.KeyEntry(holder: claim.holder, heldUntil: now, answer: nil, expiresAt: now)
        }
    }

    /// Drafts whose time is over, by the store's clock.
    func expired() -> [SubmissionID] {
        let now = Timestamp(now())
        return state.withLock { state in
            state.submissions.values.filter { $0.expiresAt.map { $0 <= now } ?? false }.map(\.id).sorted()
        }
    }
}
