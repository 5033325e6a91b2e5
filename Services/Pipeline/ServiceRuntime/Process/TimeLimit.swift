public import EventLoop

/// Runs `body`, and cancels it after `limit` by that clock; nil then. Returns only after `body`. The tasks are the
/// caller's children, so they run on its executor.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, by time: any TimeSource, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await time.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { return nil }
        return first
    }
}

/// Retries an operation with growing pauses until it succeeds.
public struct Persistence: Sendable {
    private let first: Duration
    private let limit: Duration
    private let time: any TimeSource

    public init(first: Duration = .milliseconds(100), limit: Duration = .seconds(5), time: any TimeSource) {
        self.first = first
        self.limit = limit
        self.time = time
    }

    /// Calls `body` until it returns. `isWorthIt` says whether an error is temporary, and may log it; other errors are
    /// rethrown.
    ///
    /// - Throws: An error that `isWorthIt` declines, `CancellationError`.
    public func keepTrying<Value: Sendable>(
        whenever isWorthIt: @Sendable (any Error) -> Bool, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        var pause = first
        while true {
            do {
                return try await body()
            } catch {
                if Task.isCancelled { throw CancellationError() }
                guard isWorthIt(error) else { throw error }
            }
            try await time.sleep(for: pause)
            pause = min(pause * 2, limit)
        }
    }
}
