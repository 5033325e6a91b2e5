/// The wait before the next attempt to connect. It doubles, with jitter so that many processes do not return at once.
struct ReconnectPolicy: Sendable {
    let first: Duration
    let maximum: Duration

    /// `failures` counts from 1; `random` is in 0..<1 and scales the wait from half to all of it.
    func delay(afterFailures failures: Int, random: Double) -> Duration {
        var delay = first
        for _ in 1..<max(1, min(failures, 32)) where delay < maximum { delay = min(delay * 2, maximum) }
        return min(delay, maximum) * (0.5 + min(max(random, 0), 1) / 2)
    }
}
