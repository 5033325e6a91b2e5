/// How long to wait before the next attempt to connect: doubling, with jitter so that many processes do not come back at once.
struct ReconnectPolicy: Sendable {
    let first: Duration
    let maximum: Duration

    /// `failures` counts from 1; `random` is in 0..<1 and moves the wait between half and all of it.
    func delay(afterFailures failures: Int, random: Double) -> Duration {
        var delay = first
        for _ in 1..<max(1, min(failures, 32)) where delay < maximum { delay = min(delay * 2, maximum) }
        return min(delay, maximum) * (0.5 + min(max(random, 0), 1) / 2)
    }
}
