import CEventLoop
import Synchronization

/// Directions of a descriptor.
public struct Interest: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let read = Interest(rawValue: 1)
    public static let write = Interest(rawValue: 2)
}

/// Level-triggered readiness of a descriptor that a library owns: libpq, libcurl, librdkafka.
///
/// Such a library may leave data unread, so each wait checks the level again. One task waits at a time. A descriptor can
/// be watched once on each loop. Call ``cancel()`` before the library closes the descriptor: its number may then belong
/// to another file. All methods may be called from any thread; waiting is cheapest on the loop itself.
public final class DescriptorWatch: Sendable {
    public let loop: EventLoop
    public let descriptor: CInt
    private let core: Core

    private struct State {
        var isCancelled = false
        var nextID: UInt64 = 0
        var waiter: (id: UInt64, continuation: CheckedContinuation<Result<Interest, any Error>, Never>)?
    }

    /// The handler of the poller. A mutex guards its state, because cancellation comes from any thread.
    private final class Core: ReadinessHandler, Sendable {
        let state = Mutex(State())

        func ready(_ events: UInt32) {
            var found: Interest = []
            if events & (docket_epoll_in | docket_epoll_rdhup) != 0 { found.insert(.read) }
            if events & docket_epoll_out != 0 { found.insert(.write) }
            // An error or a hang-up is found by whichever call the library makes next.
            if events & (docket_epoll_err | docket_epoll_hup) != 0 { found.formUnion([.read, .write]) }
            finish(.success(found))
        }

        func finish(_ result: Result<Interest, any Error>, id: UInt64? = nil) {
            let waiting = state.withLock { state -> CheckedContinuation<Result<Interest, any Error>, Never>? in
                guard let waiter = state.waiter, id == nil || waiter.id == id else { return nil }
                state.waiter = nil
                return waiter.continuation
            }
            waiting?.resume(returning: result)
        }
    }

    private let registration: Registration

    /// Callable from any thread.
    ///
    /// - Throws: ``EventLoopError`` `systemCall`; with EEXIST if the loop already watches this descriptor, with EPERM for
    ///   a regular file.
    public init(descriptor: CInt, on loop: EventLoop) throws(EventLoopError) {
        self.loop = loop
        self.descriptor = descriptor
        core = Core()
        registration = loop.poller.reserve()
        // One-shot and without events: armed by each wait, silent in between.
        do throws(EventLoopError) {
            try loop.poller.activate(registration, descriptor: descriptor, events: docket_epoll_oneshot, handler: core)
        } catch {
            // The object is complete, so its deinit runs: it must not end somebody else's watch of this descriptor.
            core.state.withLock { $0.isCancelled = true }
            throw error
        }
    }

    deinit { cancel() }

    /// Waits until one of the directions is ready, and returns the ready ones. Readiness may have passed when it is used;
    /// ask the library.
    ///
    /// - Throws: `CancellationError` if the task or the watch is cancelled; ``EventLoopError`` `alreadyWaiting`, or
    ///   `systemCall` if the descriptor was closed.
    public func wait(for interest: Interest) async throws -> Interest {
        let id = core.state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let failure = begin(id: id, interest, continuation) { continuation.resume(returning: .failure(failure)) }
            }
        } onCancel: {
            core.finish(.failure(CancellationError()), id: id)
        }
        return try result.get()
    }

    /// Stores the waiter and arms the descriptor; returns why it could not.
    private func begin(
        id: UInt64, _ interest: Interest, _ continuation: CheckedContinuation<Result<Interest, any Error>, Never>
    ) -> (any Error)? {
        var events = docket_epoll_oneshot
        if interest.contains(.read) { events |= docket_epoll_in | docket_epoll_rdhup }
        if interest.contains(.write) { events |= docket_epoll_out }
        return core.state.withLock { state in
            // Under the lock that the cancellation takes: an earlier one shows here, a later one finds the waiter.
            if state.isCancelled || Task.isCancelled { return CancellationError() }
            if state.waiter != nil { return EventLoopError(code: .alreadyWaiting, subject: "descriptor \(descriptor)") }
            do { try loop.poller.modify(registration, descriptor: descriptor, events: events) } catch { return error }
            state.waiter = (id, continuation)
            return nil
        }
    }

    /// Ends the watch for good; a waiter gets `CancellationError`. The descriptor stays open. Harmless when repeated.
    public func cancel() {
        let isFirst = core.state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
        guard isFirst else { return }
        loop.poller.release(registration, descriptor: descriptor)
        core.finish(.failure(CancellationError()))
    }
}
