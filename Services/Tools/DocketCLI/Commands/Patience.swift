import EventLoop

/// Tries again, ever later, until a limit.
struct Patience: Sendable {
    let limit: Duration
    let loop: EventLoop
    var policy = RestartPolicy(firstDelay: .milliseconds(100), longestDelay: .seconds(2))

    /// `canPass`: whether an error may be gone next time.
    /// Throws the last error.
    func retry<T: Sendable>(while canPass: (any Error) -> Bool, _ body: () async throws -> T) async throws -> T {
        let start = ContinuousClock.now
        var attempt = 0
        while true {
            do {
                return try await body()
            } catch {
                attempt += 1
                let delay = policy.delay(beforeRestart: attempt)
                guard canPass(error), ContinuousClock.now - start + delay < limit else { throw error }
                try await loop.sleep(for: delay)
            }
        }
    }
}
