public import EventLoop
import FoundationEssentials

/// The pace of a sweep's batches. A sweep continues until nothing is left, however much is added meanwhile, but only for
/// a part of the time: requests use the same database.
public enum SweepPace {
    /// The longest pause, however long a batch took.
    static let longestRest = Duration.seconds(1)

    /// The pause before the next batch: as long as the last one took. Nil if the last batch was not full, and so left
    /// nothing. It is pure.
    static func rest(after count: Int, of limit: Int, taking time: Duration) -> Duration? {
        // The clock may have been put back.
        count < limit ? nil : min(max(time, .zero), longestRest)
    }

    /// Runs batches of at most `limit` until one is not full, or `isOver`. `batch` returns the number it found.
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
