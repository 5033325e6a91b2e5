import EventLoop

extension EventLoop {
    /// Runs `body` on the loop that talks to the jail. A loop that accepts no more work means that the jail is
    /// unavailable.
    func runForJail<Result: Sendable>(
        _ body: @escaping @Sendable () async throws(JailError) -> Result
    ) async throws(JailError) -> Result {
        do {
            return try await run { try await body() }
        } catch let error as JailError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unavailable(detail: String(describing: error))
        }
    }
}
