import Shared

extension RetryPolicy {
    /// The attempts of a delivery: `waits` has the time before each of them, and the first is made at once. Chance takes off up to a
    /// fifth, so that deliveries that failed together do not repeat together.
    static func ofDeliveries(_ waits: [Duration]) -> RetryPolicy { .schedule(Array(waits.dropFirst()), jitter: 0.2) }
}
