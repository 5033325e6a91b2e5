/// The delay before a dead process is restarted, and the limit of restarts.
struct RestartPolicy: Sendable, Equatable {
    /// The delay before the second restart; it doubles for each further one. The first restart is immediate, for others
    /// wait for the process.
    var firstDelay: Duration = .milliseconds(250)
    var longestDelay: Duration = .seconds(10)
    /// A process that ran this long is healthy: its next death counts as the first.
    var stableAfter: Duration = .seconds(30)
    /// How often a process may die before it was ready for the first time. Later it is always restarted.
    var deathsBeforeFirstReady = 5

    /// The pause before restart number `restart`, counted from 1.
    func delay(beforeRestart restart: Int) -> Duration {
        guard restart > 1 else { return .zero }
        // Ten doublings are beyond any sensible longest delay; the bound keeps the shift from overflowing.
        let doublings = min(restart - 2, 10)
        return min(firstDelay * (1 << doublings), longestDelay)
    }
}
