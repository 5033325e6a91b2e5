public import EventLoop

/// Runs `body` and cancels it when `limit` has passed by that clock; nil then. Returns only after `body` has. The tasks are
/// children of the caller's, so they run where it does.
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

/// Tries again, with growing pauses, until it works.
public struct Persistence: Sendable {
    private let first: Duration
    private let limit: Duration
    private let time: any TimeSource

    public init(first: Duration = .milliseconds(100), limit: Duration = .seconds(5), time: any TimeSource) {
        self.first = first
        self.limit = limit
        self.time = time
    }

    /// Calls `body` until it returns. `isWorthIt` says whether an error passes by itself (others are thrown on) and may tell of it.
    ///
    /// - Throws: what `isWorthIt` declines, `CancellationError`.
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
