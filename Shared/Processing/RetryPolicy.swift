/// How often an attempt is repeated, and the delay before each retry. It is pure: the caller gives the random number.
public struct RetryPolicy: Sendable, Hashable {
    private enum Delays: Sendable, Hashable {
        case growing(first: Duration, factor: Double, limit: Duration)
        case listed([Duration])
    }

    private let delays: Delays
    /// The number of attempts, including the first.
    public let maximumAttempts: Int
    /// The share of a delay that `random` may take off, from 0 (none) to 1 (all of it).
    public let jitter: Double

    /// Delays that grow by a factor up to a limit.
    public static func exponential(
        first: Duration = .milliseconds(500), factor: Double = 2, limit: Duration = .seconds(60), maximumAttempts: Int = 8,
        jitter: Double = 0.5
    ) -> RetryPolicy {
        RetryPolicy(
            delays: .growing(first: first, factor: max(1, factor), limit: limit), maximumAttempts: maximumAttempts, jitter: jitter
        )
    }

    /// A list of delays, one after each attempt but the last.
    public static func schedule(_ delays: [Duration], jitter: Double = 0) -> RetryPolicy {
        RetryPolicy(delays: .listed(delays), maximumAttempts: delays.count + 1, jitter: jitter)
    }

    private init(delays: Delays, maximumAttempts: Int, jitter: Double) {
        self.delays = delays
        self.maximumAttempts = max(1, maximumAttempts)
        self.jitter = min(max(jitter, 0), 1)
    }

    /// - Parameters:
    ///   - attempt: the attempt that has just failed, from 1.
    ///   - random: from 0 to 1.
    /// - Returns: nil if there is no attempt left.
    public func delay(afterAttempt attempt: Int, random: Double) -> Duration? {
        guard attempt >= 1, attempt < maximumAttempts else { return nil }
        let full =
            switch delays {
            case .listed(let list): list[attempt - 1]
            case .growing(let first, let factor, let limit): Self.grown(first, by: factor, times: attempt - 1, limit: limit)
            }
        return full * (1 - jitter * min(max(random, 0), 1))
    }

    private static func grown(_ first: Duration, by factor: Double, times: Int, limit: Duration) -> Duration {
        var delay = min(first, limit)
        for _ in 0..<times where delay < limit {
            // Compared before it is multiplied, so that no product overflows.
            delay = delay >= limit / factor ? limit : delay * factor
        }
        return delay
    }
}
