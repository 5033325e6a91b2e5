import Synchronization

/// The tasks of a loop that have not ended, so that a shutdown can cancel and await them.
final class TaskLedger: Sendable {
    private struct State {
        var next: UInt64 = 0
        /// Nil between the reservation of a task and its start.
        var tasks: [UInt64: (@Sendable () -> Void)?] = [:]
        var isCancelled = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func begin() -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.tasks.updateValue(nil, forKey: state.next)
            return state.next
        }
    }

    /// Adds the function that cancels the task. The task may have ended already.
    func attach(_ id: UInt64, cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            guard state.tasks.index(forKey: id) != nil else { return false }
            state.tasks.updateValue(cancel, forKey: id)
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    func end(_ id: UInt64) {
        let waiters = state.withLock { state in
            state.tasks.removeValue(forKey: id)
            guard state.tasks.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Cancels every task, also those that begin later.
    func cancelAll() {
        let cancels = state.withLock { state in
            state.isCancelled = true
            return state.tasks.values.compactMap { $0 }
        }
        for cancel in cancels { cancel() }
    }

    /// Returns when no task is left.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.tasks.isEmpty { state.waiters.append(continuation) }
                return state.tasks.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}
