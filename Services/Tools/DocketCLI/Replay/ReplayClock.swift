import EventLoop
import FoundationEssentials
import LoadTest
import Shared
import Synchronization

/// The time since the beginning of a run in seconds, and its measurements so far.
final class ReplayClock: Sendable {
    private let start = Mutex(LoopInstant.now)
    private let tally: Mutex<RunTally>
    let loop: EventLoop

    init(loop: EventLoop) {
        tally = Mutex(RunTally(startedAt: Timestamp(Date())))
        self.loop = loop
    }

    /// Sets the beginning of all times.
    func begin() {
        start.withLock { $0 = .now }
        tally.withLock { $0 = RunTally(startedAt: Timestamp(Date())) }
    }

    var now: Double { (LoopInstant.now - start.withLock { $0 }) / .seconds(1) }

    /// Returns at that moment, or at once if it has passed.
    func wait(until seconds: Double) async throws {
        let left = seconds - now
        if left > 0 {
            try await loop.sleep(for: .seconds(left))
        } else {
            try Task.checkCancellation()
        }
    }

    @discardableResult
    func note<Result: Sendable>(_ change: (inout RunTally, Double) -> Result) -> Result {
        let now = now
        return tally.withLock { change(&$0, now) }
    }

    var measured: RunTally { tally.withLock { $0 } }
}
