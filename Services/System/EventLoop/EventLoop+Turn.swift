import CEventLoop
import Glibc
import Synchronization

/// The work of the loop's thread.
extension EventLoop {
    /// The body of the loop's thread; returns after ``stop()``.
    func runThread() {
        // Borrowed: the thread's closure holds the loop until this returns.
        ThreadSpecificLoop.pointer = Unmanaged.passUnretained(self).toOpaque()
        let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: Self.eventsPerPoll)
        defer { events.deallocate() }
        while !isStopping.load(ordering: .acquiring) { turn(events) }
        finish()
        ThreadSpecificLoop.pointer = nil
    }

    /// Lets the thread end after the current turn. Callable from any thread.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        poller.wake()
    }

    private func turn(_ events: UnsafeMutableBufferPointer<epoll_event>) {
        takeInbox()
        runReady()
        fireTimers()
        poller.poll(into: events, milliseconds: announceSleep())
        isSleeping.store(false, ordering: .relaxed)
    }

    /// How long the poll may take, in milliseconds. It checks the queues again after announcing sleep: work that was
    /// added before the announcement has not been signalled through the eventfd.
    private func announceSleep() -> CInt {
        guard confined.ready.isEmpty else { return 0 }
        isSleeping.store(true, ordering: .sequentiallyConsistent)
        guard inbox.withLock({ $0.work.isEmpty }), !isStopping.load(ordering: .acquiring) else { return 0 }
        guard let deadline = confined.timers.nextDeadline() else { return -1 }
        let now = LoopInstant.now
        guard deadline > now else { return 0 }
        return CInt(clamping: (deadline.nanoseconds - now.nanoseconds + 999_999) / 1_000_000)
    }

    private func takeInbox() {
        inbox.withLock { inbox in
            guard !inbox.work.isEmpty else { return }
            confined.ready.append(contentsOf: inbox.work)
            inbox.work.removeAll(keepingCapacity: inbox.work.capacity <= 4096)
        }
    }

    private func runReady() {
        var left = Self.jobsPerTurn
        let executor = asUnownedTaskExecutor()
        while left > 0, !confined.ready.isEmpty {
            swap(&confined.ready, &confined.batch)
            for work in confined.batch {
                switch work {
                case .job(let job): job.runSynchronously(on: executor)
                case .call(let call): call()
                }
            }
            left -= confined.batch.count
            confined.batch.removeAll(keepingCapacity: confined.batch.capacity <= 4096)
        }
    }

    private func fireTimers() {
        guard confined.timers.count > 0 else { return }
        let now = LoopInstant.now
        while let action = confined.timers.popDue(at: now) { action.fired() }
    }

    /// Refuses further work and runs what is left.
    private func finish() {
        inbox.withLock { inbox in
            inbox.isClosed = true
            confined.ready.append(contentsOf: inbox.work)
            inbox.work = []
        }
        for action in confined.timers.removeAll() { action.cancelled() }
        while !confined.ready.isEmpty { runReady() }
    }
}
