import EventLoop
import FoundationEssentials
import Synchronization
import Testing

@testable import ServiceRuntime

/// When a sweep goes on.
@Suite struct SweepPaceTests {
    /// Each look at it takes so long as is said.
    private final class SteppedTime: TimeSource {
        private let moment = Mutex(Date(timeIntervalSince1970: 1_000))
        private let step: Double

        init(step: Double) { self.step = step }

        var now: Date {
            moment.withLock {
                $0.addTimeInterval(step)
                return $0
            }
        }

        func sleep(for duration: Duration) async throws {}
    }

    @Test(
        arguments: [
            (0, 0.1, nil), (99, 0.1, nil), (100, 0.1, 0.1), (100, 0, 0), (100, 60, 1), (100, -60, 0),
        ] as [(Int, Double, Double?)]
    ) func aSweepRestsAsLongAsItWorked(_ count: Int, _ seconds: Double, _ rest: Double?) {
        #expect(SweepPace.rest(after: count, of: 100, taking: .seconds(seconds)) == rest.map { .seconds($0) })
    }

    /// More than one batch is due, and more comes meanwhile: it goes on until nothing is left, and rests in between.
    @Test func aSweepGoesOnUntilNothingIsLeft() async throws {
        var (left, later, rests): (Int, Int, [Duration]) = (35, 10, [])
        try await SweepPace.sweepAll(by: 10, time: SteppedTime(step: 0.25)) {
            false
        } resting: {
            rests.append($0)
        } batch: { limit in
            let count = min(left, limit)
            left += later - count
            later = 0
            return count
        }
        #expect(left == 0)
        #expect(rests == [.seconds(0.25), .seconds(0.25), .seconds(0.25), .seconds(0.25)])
    }

    @Test func aSweepThatIsOverBeginsNothing() async throws {
        var batches = 0
        try await SweepPace.sweepAll(by: 10) {
            batches == 2
        } resting: { _ in
        } batch: { limit in
            batches += 1
            return limit
        }
        #expect(batches == 2)
    }
}
