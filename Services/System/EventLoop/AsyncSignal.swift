import Synchronization

/// A value that is set once and that any number of tasks can wait for: a one-shot promise. Usable from any thread.
public final class AsyncSignal<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value?, Never>

    private struct State {
        var value: Value?
        var waiters = WaiterList<Waiter>()
    }

    private let state = Mutex(State())

    public init() {}

    /// Sets the value and wakes all waiters.
    ///
    /// - Returns: false if a value was set before: it stays.
    @discardableResult
    public func send(_ value: Value) -> Bool {
        let waiters: [Waiter]? = state.withLock { state in
            guard state.value == nil else { return nil }
            state.value = value
            return state.waiters.removeAll()
        }
        for waiter in waiters ?? [] { waiter.resume(returning: value) }
        return waiters != nil
    }

    /// The value, if it is set.
    public var value: Value? { state.withLock { $0.value } }

    /// Waits for the value.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled before.
    public func wait() async throws(CancellationError) -> Value {
        let id = state.withLock { $0.waiters.reserveID() }
        let value = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let isDecided = state.withLock { state in
                    if state.value != nil || Task.isCancelled { return true }
                    state.waiters.add(id, waiter)
                    return false
                }
                if isDecided { waiter.resume(returning: self.value) }
            }
        } onCancel: {
            state.withLock { $0.waiters.remove(id) }?.resume(returning: nil)
        }
        guard let value else { throw CancellationError() }
        return value
    }

    /// Waits for the value even if the waiting task is cancelled.
    public func waitUncancelled() async -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
            // A task of its own has no one to cancel it.
            Task { if let value = try? await self.wait() { continuation.resume(returning: value) } }
        }
    }
}

extension AsyncSignal where Value == Void {
    /// Sets the signal.
    @discardableResult
    public func send() -> Bool { send(()) }
}
