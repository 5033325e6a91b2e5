import Synchronization

/// Bounds how many tasks do something at the same time. Waiters are served in their order. All methods may be called from
/// any thread.
public final class AsyncSemaphore: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var permits: Int
        var waiters = WaiterList<Waiter>()
    }

    private let state: Mutex<State>

    public init(permits: Int) { state = Mutex(State(permits: max(0, permits))) }

    /// The number of free permits.
    public var available: Int { state.withLock { $0.permits } }

    /// The number of waiting tasks.
    public var waiting: Int { state.withLock { $0.waiters.count } }

    /// Takes a permit if one is free.
    public func tryAcquire() -> Bool {
        state.withLock { state in
            guard state.permits > 0 else { return false }
            state.permits -= 1
            return true
        }
    }

    /// Waits for a permit; return it with ``release()``.
    ///
    /// - Throws: `CancellationError`; then no permit is held.
    public func acquire() async throws(CancellationError) {
        if tryAcquire() { return }
        let id = state.withLock { $0.waiters.reserveID() }
        let acquired = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let decided: Bool? = state.withLock { state in
                    // Under the lock that the cancellation takes: an earlier one shows here, a later one finds the waiter.
                    if Task.isCancelled { return false }
                    if state.permits > 0 {
                        state.permits -= 1
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
        guard acquired else { throw CancellationError() }
    }

    /// Returns a permit. The task that has waited longest gets it.
    public func release() {
        let waiter = state.withLock { state in
            let waiter = state.waiters.popFirst()
            if waiter == nil { state.permits += 1 }
            return waiter
        }
        waiter?.resume(returning: true)
    }

    /// Runs `body` while holding a permit.
    public func withPermit<T>(_ body: () async throws -> T) async throws -> T {
        try await acquire()
        defer { release() }
        return try await body()
    }
}
