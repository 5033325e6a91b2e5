import CEventLoop
import Glibc

/// A non-blocking socket that is registered edge-triggered with one loop: readiness, deadlines, cancellation and closing
/// for ``StreamSocket`` and ``ListeningSocket``.
///
/// `@unchecked Sendable`: after `init` every mutable field is used on the loop's thread only, which each method checks.
/// The poller calls on that thread as well.
final class SocketCore: ReadinessHandler, @unchecked Sendable {
    enum Direction: Sendable {
        case read, write
    }

    let loop: EventLoop
    let descriptor: CInt
    private let registration: Registration
    private var reading = Readiness()
    private var writing = Readiness()
    private(set) var isClosed = false
    /// The peer has shut down its side or is gone. The remaining bytes are read without waiting for another edge.
    private(set) var sawHangUp = false
    /// How far the peer has departed.
    private(set) var departure: StreamSocket.Departure?
    /// Called at each step of the peer's departure.
    var onDeparture: (@Sendable (StreamSocket.Departure) -> Void)?

    /// Takes over a non-blocking descriptor, and closes it on an error. Callable from any thread.
    init(descriptor: CInt, on loop: EventLoop) throws(SocketError) {
        self.loop = loop
        self.descriptor = descriptor
        registration = loop.poller.reserve()
        do {
            try loop.poller.activate(
                registration, descriptor: descriptor,
                events: docket_epoll_in | docket_epoll_out | docket_epoll_rdhup | docket_epoll_edge, handler: self)
        } catch {
            // The object is complete, so its deinit runs: it must not close a second time.
            isClosed = true
            Glibc.close(descriptor)
            throw SocketError("register socket", errno: error.number)
        }
    }

    deinit {
        // No task waits any more (it would hold this object), and the table refers to it weakly.
        guard !isClosed else { return }
        loop.poller.release(registration, descriptor: descriptor)
        Glibc.close(descriptor)
    }

    func ready(_ events: UInt32) {
        let gone = events & (docket_epoll_hup | docket_epoll_err)
        if gone | events & docket_epoll_rdhup != 0 { sawHangUp = true }
        if events & (docket_epoll_in | docket_epoll_rdhup) | gone != 0 { reading.becameReady() }
        if events & docket_epoll_out | gone != 0 { writing.becameReady() }
        guard sawHangUp else { return }
        let step: StreamSocket.Departure = gone != 0 ? .left : .ended
        if departure != .left, departure != step {
            departure = step
            onDeparture?(step)
        }
    }

    /// Closes the descriptor; waiting tasks get `closed`. On the loop; harmless when repeated.
    func close() {
        loop.preconditionOnLoop()
        guard !isClosed else { return }
        isClosed = true
        loop.poller.release(registration, descriptor: descriptor)
        Glibc.close(descriptor)
        for timer in [reading.timer, writing.timer] {
            if let timer { loop.cancel(timer.id) }
        }
        reading.resume(.closed)
        writing.resume(.closed)
    }

    /// Sets the deadline for waits in one direction from now on, also while a task waits. On the loop.
    func setDeadline(_ deadline: LoopInstant?, for direction: Direction) {
        loop.preconditionOnLoop()
        update(direction) { $0.deadline = deadline }
        if state(direction).waiter != nil { armTimer(direction) }
    }

    // MARK: - Attempt, then wait

    /// Repeats `attempt` until it does not fail with EAGAIN, and waits for readiness in between. On the loop.
    ///
    /// - Parameters:
    ///   - direction: The readiness that it needs.
    ///   - operation: The name of the operation in errors.
    ///   - isDrained: Whether a result shows that the kernel's buffer is used up, so that the next call need not try.
    ///   - attempt: The system call; negative with errno set on failure.
    /// - Returns: The result of the attempt.
    /// - Throws: ``SocketError``.
    nonisolated(nonsending) func perform(
        _ direction: Direction, _ operation: String, isDrained: (Int) -> Bool = { _ in false }, attempt: () -> Int
    ) async throws(SocketError) -> Int {
        while true {
            if let result = try performNow(direction, operation, isDrained: isDrained, attempt: attempt) { return result }
            try await waitForEdge(direction, operation)
        }
    }

    /// ``perform(_:_:isDrained:attempt:)`` without waiting: nil if it would have to wait. On the loop.
    func performNow(
        _ direction: Direction, _ operation: String, isDrained: (Int) -> Bool = { _ in false }, attempt: () -> Int
    ) throws(SocketError) -> Int? {
        loop.preconditionOnLoop()
        while true {
            guard !isClosed else { throw SocketError(code: .closed, operation: operation) }
            guard state(direction).isReady else { return nil }
            let result = attempt()
            if result >= 0 {
                if isDrained(result), !sawHangUp { update(direction) { $0.isReady = false } }
                return result
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: update(direction) { $0.isReady = false }
            default: throw SocketError(operation, errno: errno)
            }
        }
    }

    /// Clears readiness, so that the next wait is for an edge; for a connection in progress. On the loop.
    func expectEdge(_ direction: Direction) { update(direction) { $0.isReady = false } }

    nonisolated(nonsending) func waitForEdge(_ direction: Direction, _ operation: String) async throws(SocketError) {
        var id: UInt64 = 0
        update(direction) { id = $0.nextWaiterID() }
        let waiterID = id
        let outcome: Readiness.Outcome = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                // An earlier cancellation shows here; the call of a later one runs after this, on this thread.
                guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
                suspend(direction, id: waiterID, continuation)
            }
        } onCancel: {
            loop.execute { self.update(direction) { $0.resume(.cancelled, id: waiterID) } }
        }
        try Self.check(outcome, operation)
    }

    /// Waits as ``waitForEdge(_:_:)`` does, for a task whose cancellation calls ``interrupt(_:)``. On the loop.
    nonisolated(nonsending) func waitForEdgeUnlessInterrupted(
        _ direction: Direction, _ operation: String
    ) async throws(SocketError) {
        let outcome: Readiness.Outcome = await withUnsafeContinuation { continuation in
            // An earlier cancellation shows here; the interruption by a later one runs after this, on this thread.
            guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
            var id: UInt64 = 0
            update(direction) { id = $0.nextWaiterID() }
            suspend(direction, id: id, continuation)
        }
        try Self.check(outcome, operation)
    }

    /// Ends the current wait, if there is one. On the loop.
    func interrupt(_ direction: Direction) { update(direction) { $0.resume(.cancelled) } }

    private static func check(_ outcome: Readiness.Outcome, _ operation: String) throws(SocketError) {
        switch outcome {
        case .ready: return
        case .cancelled: throw SocketError(code: .cancelled, operation: operation)
        case .closed: throw SocketError(code: .closed, operation: operation)
        case .timedOut: throw SocketError(code: .timedOut, operation: operation)
        }
    }

    private func suspend(_ direction: Direction, id: UInt64, _ continuation: UnsafeContinuation<Readiness.Outcome, Never>) {
        loop.preconditionOnLoop()
        if isClosed { return continuation.resume(returning: .closed) }
        if state(direction).isReady { return continuation.resume(returning: .ready) }
        if let deadline = state(direction).deadline, deadline <= .now { return continuation.resume(returning: .timedOut) }
        update(direction) { $0.suspend(id: id, continuation) }
        armTimer(direction)
    }

    // MARK: - Deadlines

    private func armTimer(_ direction: Direction) {
        guard let deadline = state(direction).deadline else { return }
        if let timer = state(direction).timer {
            // One that fires too early looks again; only one that fires too late is replaced.
            if timer.deadline <= deadline { return }
            loop.cancel(timer.id)
        }
        let id = loop.schedule(at: deadline) { [weak self] in self?.timerFired(direction) }
        update(direction) { $0.timer = (id, deadline) }
    }

    private func timerFired(_ direction: Direction) {
        update(direction) { $0.timer = nil }
        guard state(direction).waiter != nil, let deadline = state(direction).deadline else { return }
        if deadline <= .now { update(direction) { $0.resume(.timedOut) } } else { armTimer(direction) }
    }

    private func state(_ direction: Direction) -> Readiness {
        switch direction {
        case .read: reading
        case .write: writing
        }
    }

    private func update(_ direction: Direction, _ change: (inout Readiness) -> Void) {
        switch direction {
        case .read: change(&reading)
        case .write: change(&writing)
        }
    }
}
