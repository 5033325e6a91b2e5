import Shared

/// When a webhook is tried: at once, and then after each delay that follows.
struct RetrySchedule: Sendable, Hashable {
    /// The schedule that Standard Webhooks recommends, over about three days.
    static let standard = RetrySchedule(delays: [
        .zero, .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600), .seconds(10 * 3600),
        .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ])

    /// The most tries that a schedule may have.
    static let maximumAttempts = 50

    /// The share of a delay that chance takes off, so that what failed together does not come back together.
    static let jitter = 0.2

    /// Before each try; the first is made as soon as the event is there.
    let delays: [Duration]
    private let policy: RetryPolicy

    init(delays: [Duration]) {
        self.delays = delays
        policy = .schedule(Array(delays.dropFirst()), jitter: Self.jitter)
    }

    var attempts: Int { policy.maximumAttempts }

    /// How long to wait after a try that failed, which counts from 1; nil after the last one. `random` is from 0 to 1.
    func delay(afterAttempt attempt: Int, random: Double) -> Duration? {
        policy.delay(afterAttempt: attempt, random: random)
    }
}
