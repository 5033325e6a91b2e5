import EventLoop

/// Retries at once, and then with growing delays, until a limit.
struct Patience: Sendable {
    let limit: Duration
    let loop: EventLoop

    /// `canPass`: whether an error may be temporary.
    /// Throws the last error.
    func retry<T: Sendable>(while canPass: (any Error) -> Bool, _ body: () async throws -> T) async throws -> T {
        let start = ContinuousClock.now
        var delay = Duration.zero
        while true {
            do {
                return try await body()
            } catch {
                guard canPass(error), ContinuousClock.now - start + delay < limit else { throw error }
                try await loop.sleep(for: delay)
                delay = min(max(delay * 2, .milliseconds(100)), .seconds(2))
            }
        }
    }
}
