import Shared

/// The attempts of a delivery: at once, and then after each further delay.
struct RetrySchedule: Sendable, Hashable {
    /// The schedule that Standard Webhooks recommends, over about three days.
    static let standard = RetrySchedule(delays: [
        .zero, .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600), .seconds(10 * 3600),
        .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ])

    /// The most attempts that a schedule may have.
    static let maximumAttempts = 50

    /// The share of a delay that chance may take off, so that deliveries that failed together do not repeat together.
    static let jitter = 0.2

    /// Before each attempt. The first one is made at once.
    let delays: [Duration]
    private let policy: RetryPolicy

    init(delays: [Duration]) {
        self.delays = delays
        policy = .schedule(Array(delays.dropFirst()), jitter: Self.jitter)
    }

    var attempts: Int { policy.maximumAttempts }

    /// The delay after a failed attempt, counted from 1; nil after the last one. `random` is from 0 to 1.
    func delay(afterAttempt attempt: Int, random: Double) -> Duration? {
        policy.delay(afterAttempt: attempt, random: random)
    }
}
