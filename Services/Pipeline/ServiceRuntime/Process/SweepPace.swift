public import EventLoop
import FoundationEssentials

/// When a sweep goes on after a batch: until nothing is left, however much came in meanwhile, and for a part of the time alone,
/// since people wait for the same database.
public enum SweepPace {
    /// However long a batch took, what is left is not put off for longer.
    static let longestRest = Duration.seconds(1)

    /// How long to rest before the next batch: as long as the last one took. Nil when that one found less than it may take, and so
    /// left nothing. Pure.
    static func rest(after count: Int, of limit: Int, taking time: Duration) -> Duration? {
        // The clock may have been put back.
        count < limit ? nil : min(max(time, .zero), longestRest)
    }

    /// Does batch after batch of at most `limit` until one finds fewer, or `isOver`. `batch` answers with how many it found.
    public static func sweepAll(
        by limit: Int, time: any TimeSource = SystemTime(), isOver: () -> Bool, resting: (Duration) async throws -> Void,
        batch: (_ limit: Int) async throws -> Int
    ) async throws {
        while !isOver() {
            let start = time.now
            let count = try await batch(limit)
            guard let pause = rest(after: count, of: limit, taking: .seconds(time.now.timeIntervalSince(start))) else { return }
            try await resting(pause)
        }
    }
}
