public import EventLoop
public import FoundationEssentials
import Synchronization

/// Where the tasks of one simulated process run, and the clock that they see. A host can stand still, as a process does between
/// SIGSTOP and SIGCONT: its jobs wait, and time goes on without it.
public final class SimulatedHost: TaskExecutor, TimeSource {
    public let name: String
    public let scheduler: SimulationScheduler

    private struct State {
        var isStopped = false
        var waiting: [UnownedJob] = []
        /// By how much the host's wall clock is wrong.
        var clockError = Duration.zero
        var tasks = 0
    }

    private let state = Mutex(State())

    public init(_ name: String, on scheduler: SimulationScheduler) {
        self.name = name
        self.scheduler = scheduler
    }

    // MARK: - Running

    /// The only way tasks start on a host.
    @discardableResult
    public func spawn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        state.withLock { $0.tasks += 1 }
        return Task(executorPreference: self) {
            await body()
            self.state.withLock { $0.tasks -= 1 }
        }
    }

    /// Tasks that were spawned and have not ended.
    public var tasks: Int { state.withLock { $0.tasks } }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isStopped = state.withLock { state in
            if state.isStopped { state.waiting.append(job) }
            return state.isStopped
        }
        if !isStopped { scheduler.makeReady(job, of: self) }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

    public var isStopped: Bool { state.withLock { $0.isStopped } }

    public func stop() {
        let jobs = scheduler.takeJobs(of: self)
        state.withLock { state in
            state.isStopped = true
            state.waiting += jobs
        }
    }

    public func goOn() {
        let jobs = state.withLock { state in
            defer { state.waiting = [] }
            state.isStopped = false
            return state.waiting
        }
        for job in jobs { scheduler.makeReady(job, of: self) }
    }

    // MARK: - Time

    /// The moment at which every simulation begins.
    public static let epoch = Date(timeIntervalSince1970: 1_800_000_000)

    public var now: Date { Self.epoch.adding(scheduler.now + state.withLock { $0.clockError }) }

    public func setClockError(_ error: Duration) { state.withLock { $0.clockError = error } }

    public func sleep(for duration: Duration) async throws {
        let nap = Nap()
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                nap.begin(continuation) { [scheduler] in scheduler.schedule(after: duration) { nap.end(true) } }
            }
        } onCancel: { [scheduler] in
            if let timer = nap.end(false) { scheduler.cancel(timer) }
        }
        guard isOver else { throw CancellationError() }
    }

    /// One sleep: its end is its timer's or its cancellation's, whichever comes first.
    private final class Nap: Sendable {
        private struct State {
            var isCancelled = false
            var continuation: CheckedContinuation<Bool, Never>?
            var timer: UInt64?
        }

        private let state = Mutex(State())

        func begin(_ continuation: CheckedContinuation<Bool, Never>, _ schedule: () -> UInt64) {
            let isCancelled = state.withLock { state in
                if state.isCancelled { return true }
                state.continuation = continuation
                state.timer = schedule()
                return false
            }
            if isCancelled { continuation.resume(returning: false) }
        }

        /// Answers the timer that is of no use any more.
        @discardableResult
        func end(_ isOver: Bool) -> UInt64? {
            let (continuation, timer) = state.withLock { state in
                defer { (state.continuation, state.isCancelled) = (nil, state.isCancelled || !isOver) }
                return (state.continuation, state.timer)
            }
            continuation?.resume(returning: isOver)
            return timer
        }
    }
}
