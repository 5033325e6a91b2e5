import EventLoop

extension EventLoop {
    /// Runs there what speaks with the jail. A loop that takes nothing any more is a jail that is not there.
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
