public import Sealing
public import Shared
import Synchronization

/// Keys of submissions in memory: each submission gets one when it is first asked for.
public final class MemoryKeys: SubmissionKeySource {
    private struct State {
        var keys: [SubmissionID: SubmissionKey] = [:]
        var unsealed: Set<SubmissionID> = []
        var fault: SealingError?
    }

    private let state = Mutex(State())

    public init() {}

    public func key(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        try state.withLock { state throws(SealingError) in
            if let fault = state.fault { throw fault }
            if state.unsealed.contains(submission) { return nil }
            let key = state.keys[submission] ?? .random(tenant: tenant, submission: submission)
            state.keys[submission] = key
            // Of another tenant's submission there is nothing.
            return key.tenant == tenant ? key : .random(tenant: tenant, submission: submission)
        }
    }

    public func check() async throws(SealingError) {
        try state.withLock { state throws(SealingError) in if let fault = state.fault { throw fault } }
    }

    /// The submission was made before anything was sealed.
    public func leaveUnsealed(_ submission: SubmissionID) { state.withLock { _ = $0.unsealed.insert(submission) } }

    /// Destroys its key.
    public func destroy(_ submission: SubmissionID) { state.withLock { $0.keys[submission] = nil } }

    /// From now on no key can be had.
    public func fail(with fault: SealingError?) { state.withLock { $0.fault = fault } }
}
