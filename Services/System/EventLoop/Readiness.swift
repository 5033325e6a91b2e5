/// One direction of a non-blocking descriptor, and the task that waits for it. Used on the loop's thread only.
struct Readiness {
    enum Outcome: Sendable {
        case ready, cancelled, closed, timedOut
    }

    struct Waiter {
        let id: UInt64
        let continuation: UnsafeContinuation<Outcome, Never>
    }

    /// Whether a system call is worth trying: set by an edge, cleared by EAGAIN.
    var isReady = true
    /// Waits that reach it end with `timedOut`. Nil: no limit.
    var deadline: LoopInstant?
    private(set) var waiter: Waiter?
    private var lastWaiter: UInt64 = 0
    /// The current timer, if any. It stays as long as the deadline only moves later.
    var timer: (id: EventLoop.TimerID, deadline: LoopInstant)?

    mutating func nextWaiterID() -> UInt64 {
        lastWaiter += 1
        return lastWaiter
    }

    mutating func suspend(id: UInt64, _ continuation: UnsafeContinuation<Outcome, Never>) {
        precondition(waiter == nil, "two tasks wait for the same direction of one descriptor")
        waiter = Waiter(id: id, continuation: continuation)
    }

    /// Resumes the waiter, or only the one with this id.
    mutating func resume(_ outcome: Outcome, id: UInt64? = nil) {
        guard let waiting = waiter, id == nil || waiting.id == id else { return }
        waiter = nil
        waiting.continuation.resume(returning: outcome)
    }

    mutating func becameReady() {
        isReady = true
        resume(.ready)
    }
}
