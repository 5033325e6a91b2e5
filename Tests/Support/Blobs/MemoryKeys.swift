public import Sealing
public import Shared
import Synchronization

/// Keys of submissions in memory: each submission gets one when it is first asked for.
public final class MemoryKeys: SubmissionKeySource {
    private struct State {
        var keys: [SubmissionID: SubmissionKey] = [:]
        var unsealed: Set<SubmissionID> = []
        /// What a process still believes.
        var stale: Set<SubmissionID> = []
        var clear: Set<SubmissionID> = []
        var fault: SealingError?
    }

    private let state = Mutex(State())

    public init() {}

    public func key(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        if state.withLock({ $0.stale.contains(submission) }) { return nil }
        return try await currentKey(of: submission, tenant: tenant)
    }

    public func currentKey(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        try state.withLock { state throws(SealingError) in
            if let fault = state.fault { throw fault }
            if state.unsealed.contains(submission) { return nil }
            let key = state.keys[submission] ?? .random(tenant: tenant, submission: submission)
            state.keys[submission] = key
            // Of another tenant's submission there is nothing.
            return key.tenant == tenant ? key : .random(tenant: tenant, submission: submission)
        }
    }

    public func recordedKey(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        try state.withLock { state throws(SealingError) in
            if let fault = state.fault { throw fault }
            return state.keys[submission].flatMap { $0.tenant == tenant ? $0 : nil }
        }
    }

    /// A submission of before gets a key, and is not sealed yet.
    public func beginSealing(_ submission: SubmissionID, of tenant: TenantID) -> SubmissionKey {
        state.withLock { state in
            let key = SubmissionKey.random(tenant: tenant, submission: submission)
            state.keys[submission] = key
            return key
        }
    }

    public func check() async throws(SealingError) {
        try state.withLock { state throws(SealingError) in if let fault = state.fault { throw fault } }
    }

    /// The submission was made before anything was sealed.
    public func leaveUnsealed(_ submission: SubmissionID) { state.withLock { _ = $0.unsealed.insert(submission) } }

    public func mayBeClear(_ submission: SubmissionID) async throws(SealingError) -> Bool {
        state.withLock { $0.clear.contains(submission) }
    }

    /// It is sealed from now on; whoever asks for a key that may be cached still hears that it is not. Its files may lie in the
    /// clear besides.
    public func sealLate(_ submission: SubmissionID, isKnown: Bool = false, isClear: Bool = true) {
        state.withLock { state in
            state.unsealed.remove(submission)
            if !isKnown { state.stale.insert(submission) }
            if isClear { state.clear.insert(submission) }
        }
    }

    /// Destroys its key.
    public func destroy(_ submission: SubmissionID) { state.withLock { $0.keys[submission] = nil } }

    /// From now on no key can be had.
    public func fail(with fault: SealingError?) { state.withLock { $0.fault = fault } }
}
