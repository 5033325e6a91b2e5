import CEventLoop
import Glibc
import Synchronization

/// One thread that waits on epoll and runs the tasks that prefer it.
///
/// Tasks reach a loop through ``run(_:)`` and ``spawn(_:)`` only. Their nonisolated async functions, child tasks and
/// `async let` stay on it; `Task {}`, `Task.detached` and default actors leave it. State that belongs to a loop is used
/// from nonisolated code on its thread only, which ``preconditionOnLoop()`` checks; it needs no locks.
///
/// A job must not block. Blocking calls (fsync, a resolver, a C library without an asynchronous form) belong to
/// ``BlockingPool``.
///
/// One turn of the loop runs the jobs that are ready, fires the timers that are due, and polls. Tasks that keep each
/// other busy cannot starve the sockets: after ``jobsPerTurn`` jobs the turn takes no further batch.
public final class EventLoop: TaskExecutor, Sendable {
    /// Work that waits to run.
    enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    struct Inbox {
        var work: [Work] = []
        var isClosed = false
    }

    /// After this many jobs a turn goes on to the timers and sockets. A batch of jobs that are ready together is not
    /// split.
    static let jobsPerTurn = 512
    static let eventsPerPoll = 256
    static let scratchSize = 16 * 1024

    /// For logs and thread lists.
    public let name: String
    let poller: Poller
    let ledger = TaskLedger()
    let confined = ConfinedState()
    let inbox = Mutex(Inbox())
    /// Set while the loop is about to wait or waits. Only then does adding work need a write to the eventfd.
    let isSleeping = Atomic(false)
    let isStopping = Atomic(false)
    private let timerIDs = Atomic<UInt64>(0)

    init(name: String) throws(EventLoopError) {
        self.name = name
        poller = try Poller()
    }

    /// State that only the loop's thread uses.
    ///
    /// `@unchecked Sendable`: every access is in a method that runs on the loop's thread (``turn(_:)`` and its callees,
    /// or after an `isCurrent` check). The thread is started after `init`, and nothing else holds a reference.
    final class ConfinedState: @unchecked Sendable {
        var ready: [Work] = []
        var batch: [Work] = []
        var timers = TimerHeap()
        /// The buffer of short reads of the loop's sockets, whose length is not known before. A buffer for each read
        /// would leave holes of that size between long-lived allocations.
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: EventLoop.scratchSize, alignment: 16)

        deinit { scratch.deallocate() }
    }

    // MARK: - Where am I (any thread)

    /// The loop of the calling thread. Callable from any thread.
    public static var current: EventLoop? {
        guard let pointer = ThreadSpecificLoop.pointer else { return nil }
        return Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Whether the caller runs on this loop's thread. Callable from any thread.
    public var isCurrent: Bool { ThreadSpecificLoop.pointer == Unmanaged.passUnretained(self).toOpaque() }

    /// Whether its group was shut down: tasks that are started on it now never run. Callable from any thread.
    public var hasEnded: Bool { inbox.withLock { $0.isClosed } }

    /// Traps unless the caller runs on this loop's thread: any other caller is a programming error.
    public func preconditionOnLoop(_ function: StaticString = #function) {
        precondition(isCurrent, "\(function) must be called on its event loop")
    }

    // MARK: - Tasks (any thread)

    /// Runs `body` as a task on this loop and returns its result. The caller's cancellation cancels it. Callable from any
    /// thread, also from the loop itself.
    ///
    /// - Throws: The error of `body`; ``EventLoopError`` `shutDown` if the loop has ended.
    public func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        guard !hasEnded else { throw EventLoopError(code: .shutDown, subject: "event loop \(name)") }
        let id = ledger.begin()
        let task = Task(executorPreference: self) {
            defer { self.ledger.end(id) }
            return try await body()
        }
        ledger.attach(id) { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Starts `body` as an independent task on this loop. The shutdown of the group cancels and awaits it. Callable from
    /// any thread.
    @discardableResult
    public func spawn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let id = ledger.begin()
        let task = Task(executorPreference: self) {
            await body()
            self.ledger.end(id)
        }
        ledger.attach(id) { task.cancel() }
        return task
    }

    /// Returns after `duration`, rounded up to a millisecond. Callable from any task.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        // The argument below about cancellation holds on the loop's thread only.
        guard isCurrent else { return try await run { try await self.sleep(for: duration) } }
        let id = timerIDs.add(1, ordering: .relaxed).newValue
        let deadline = LoopInstant.now + duration
        let ended: Bool = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // An earlier cancellation shows here; the call of a later one runs after this, on this thread.
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                addSleeper(id: id, deadline: deadline, continuation: continuation)
            }
        } onCancel: {
            // Runs on the canceller's thread: the heap belongs to the loop.
            submit(.call { self.cancelTimer(id: id) })
        }
        guard ended else { throw CancellationError() }
    }

    private func addSleeper(id: UInt64, deadline: LoopInstant, continuation: CheckedContinuation<Bool, Never>) {
        addTimer(id: id, deadline: deadline, fired: { continuation.resume(returning: true) }) {
            continuation.resume(returning: false)
        }
    }

    // MARK: - Calls and timers

    /// Runs `call` on the loop's thread later, also if called there. Callable from any thread.
    ///
    /// - Returns: false if the loop has ended: the call will not run.
    @discardableResult
    func execute(_ call: @escaping @Sendable () -> Void) -> Bool { submit(.call(call)) }

    /// Calls `fired` on the loop's thread at `deadline`. Callable from any thread.
    func schedule(at deadline: LoopInstant, _ fired: @escaping @Sendable () -> Void) -> TimerID {
        let id = timerIDs.add(1, ordering: .relaxed).newValue
        addTimer(id: id, deadline: deadline, fired: fired, cancelled: {})
        return TimerID(id: id)
    }

    /// Cancels a timer that has not fired. Callable from any thread.
    func cancel(_ timer: TimerID) {
        if isCurrent { cancelTimer(id: timer.id) } else { submit(.call { self.cancelTimer(id: timer.id) }) }
    }

    struct TimerID: Hashable, Sendable {
        fileprivate let id: UInt64
    }

    private func addTimer(
        id: UInt64, deadline: LoopInstant, fired: @escaping @Sendable () -> Void, cancelled: @escaping @Sendable () -> Void
    ) {
        let add: @Sendable () -> Void = { [confined] in
            confined.timers.add(id: id, deadline: deadline, fired: fired, cancelled: cancelled)
        }
        if isCurrent { add() } else if !submit(.call(add)) { cancelled() }
    }

    private func cancelTimer(id: UInt64) {
        if let action = confined.timers.cancel(id: id) { action.cancelled() }
    }

    // MARK: - Queues

    /// Takes a job from the concurrency runtime. Callable from any thread.
    public func enqueue(_ job: consuming ExecutorJob) { submit(.job(UnownedJob(job))) }

    @discardableResult
    private func submit(_ work: Work) -> Bool {
        if isCurrent {
            confined.ready.append(work)
            return true
        }
        let isOpen = inbox.withLock { inbox in
            if !inbox.isClosed { inbox.work.append(work) }
            return !inbox.isClosed
        }
        if isOpen, isSleeping.exchange(false, ordering: .sequentiallyConsistent) { poller.wake() }
        return isOpen
    }
}
