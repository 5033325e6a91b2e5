import Synchronization

/// Wakes one waiting task, such as a relay after a commit. Pulses without a waiter are kept as one. Usable from any
/// thread.
public final class AsyncPulse: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var isPending = false
        var waiters = WaiterList<Waiter>()
    }

    private let state = Mutex(State())

    public init() {}

    public func notify() {
        let waiter = state.withLock { state in
            let waiter = state.waiters.popFirst()
            if waiter == nil { state.isPending = true }
            return waiter
        }
        waiter?.resume(returning: true)
    }

    /// Waits for a pulse and consumes it.
    ///
    /// - Throws: `CancellationError`.
    public func wait() async throws(CancellationError) {
        let id = state.withLock { $0.waiters.reserveID() }
        let pulsed = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let decided: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.isPending {
                        state.isPending = false
                        return true
                    }
                    state.waiters.add(id, waiter)
                    return nil
                }
                if let decided { waiter.resume(returning: decided) }
            }
        } onCancel: {
            state.withLock { $0.waiters.remove(id) }?.resume(returning: false)
        }
        guard pulsed else { throw CancellationError() }
    }
}
