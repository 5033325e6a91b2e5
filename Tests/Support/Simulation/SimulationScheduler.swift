import Synchronization

/// Runs the jobs of a simulation one by one, in an order that follows from its seed, on a virtual clock that moves on when
/// nothing is ready.
///
/// Everything of one simulation happens on the thread that calls `run`: nothing of it is really parallel.
public final class SimulationScheduler: Sendable {
    /// Why a run ended.
    public enum End: Sendable, Equatable {
        case over
        /// Nothing is ready and no timer is set: whoever still waits will wait for ever.
        case deadlock
        /// So many jobs that something must be turning round and round.
        case livelock
    }

    private struct Ready {
        let job: UnownedJob
        let host: SimulatedHost
    }

    private struct Timer {
        let due: Duration
        let number: UInt64
        static func isBefore(_ left: Timer, _ right: Timer) -> Bool { (left.due, left.number) < (right.due, right.number) }
    }

    private struct State {
        var generator: SeededGenerator
        var now = Duration.zero
        var ready: [Ready] = []
        /// A binary heap. Cancelled timers stay in it, without an action.
        var timers: [Timer] = []
        var actions: [UInt64: @Sendable () -> Void] = [:]
        var nextNumber: UInt64 = 1
        var jobs = 0
    }

    private let state: Mutex<State>

    public init(_ generator: SeededGenerator) { state = Mutex(State(generator: generator)) }

    /// Time since the simulation began.
    public var now: Duration { state.withLock { $0.now } }

    /// How many jobs have run.
    public var jobs: Int { state.withLock { $0.jobs } }

    /// Runs jobs and timers until `isOver`.
    public func run(maximumJobs: Int, until isOver: () -> Bool) -> End {
        while !isOver() {
            if jobs >= maximumJobs { return .livelock }
            if let ready = takeReady() {
                ready.host.run(ready.job)
            } else if let action = takeTimer() {
                action()
            } else {
                return .deadlock
            }
        }
        return .over
    }

    private func takeReady() -> Ready? {
        state.withLock { state in
            guard !state.ready.isEmpty else { return nil }
            state.jobs += 1
            let last = state.ready.count - 1
            state.ready.swapAt(state.generator.number(below: last + 1), last)
            return state.ready.removeLast()
        }
    }

    // MARK: - Jobs

    func makeReady(_ job: UnownedJob, of host: SimulatedHost) { state.withLock { $0.ready.append(Ready(job: job, host: host)) } }

    /// Takes the host's jobs out of the queue: it stands still.
    func takeJobs(of host: SimulatedHost) -> [UnownedJob] {
        state.withLock { state in
            let jobs = state.ready.filter { $0.host === host }.map(\.job)
            state.ready.removeAll { $0.host === host }
            return jobs
        }
    }

    // MARK: - Timers

    /// Carries `action` out at that distance from now.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.actions[number] = action
            state.timers.append(Timer(due: state.now + max(delay, .zero), number: number))
            Self.siftUp(&state.timers)
            return number
        }
    }

    /// Forgets a timer. False when it has fired or was cancelled before.
    @discardableResult
    public func cancel(_ timer: UInt64) -> Bool { state.withLock { $0.actions.removeValue(forKey: timer) != nil } }

    private func takeTimer() -> (@Sendable () -> Void)? {
        state.withLock { state in
            while let timer = Self.removeFirst(&state.timers) {
                guard let action = state.actions.removeValue(forKey: timer.number) else { continue }
                state.now = max(state.now, timer.due)
                return action
            }
            return nil
        }
    }

    private static func siftUp(_ heap: inout [Timer]) {
        var index = heap.count - 1
        while index > 0, Timer.isBefore(heap[index], heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private static func removeFirst(_ heap: inout [Timer]) -> Timer? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var index = 0
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && Timer.isBefore(heap[child], heap[smallest]) {
                smallest = child
            }
            guard smallest != index else { return first }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}
