import EventLoop
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BlockingPoolTests {
    @Test func theyRunBesideTheLoopsNoMoreAtOnceThanThereAreThreads() async throws {
        let pool = BlockingPool(threads: 3)
        let running = Guarded((now: 0, most: 0))
        let results = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for number in 0..<50 {
                tasks.addTask {
                    try await pool.run {
                        running.update { state in
                            state.now += 1
                            state.most = max(state.most, state.now)
                        }
                        sched_yield()
                        running.update { $0.now -= 1 }
                        return EventLoop.current == nil ? number : -1
                    }
                }
            }
            return try await tasks.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(results == Set(0..<50))
        #expect(running.value.most <= 3)
        await pool.shutdown()
    }

    @Test func whatIsSubmittedRunsWithoutAnybodyWaiting() async throws {
        let pool = BlockingPool(threads: 1)
        let ran = AsyncSignal<Void>()
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try? pool.submit { ran.send() }
        }.value
        try await ran.wait()
        await pool.shutdown()
        #expect(throws: EventLoopError.self) { try pool.submit {} }
    }

    @Test func aCallThatStillWaitsForAThreadCanBeCancelledAndAFullQueueRefuses() async throws {
        let pool = BlockingPool(threads: 1, maximumQueued: 1)
        let gate = Gate()
        let isRunning = AsyncSignal<Void>()
        let first = Task {
            try await pool.run {
                isRunning.send()
                gate.wait()
                return 1
            }
        }
        try await isRunning.wait()
        let queued = Task { try await pool.run { 2 } }
        while pool.queued == 0 { await Task.yield() }
        await #expect(throws: EventLoopError(code: .blockingPoolFull, subject: "blocking")) { try await pool.run { 3 } }
        queued.cancel()
        await #expect(throws: CancellationError.self) { try await queued.value }
        gate.open()
        #expect(try await first.value == 1)
        await pool.shutdown()
        await #expect(throws: EventLoopError.self) { try await pool.run {} }
    }
}

/// Blocks a thread until it is opened.
///
/// `@unchecked Sendable`: a POSIX semaphore may be used from any thread.
private final class Gate: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    init() { sem_init(semaphore, 0, 0) }
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }
    func wait() { while sem_wait(semaphore) != 0 {} }
    func open() { sem_post(semaphore) }
}
