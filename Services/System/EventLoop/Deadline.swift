import Synchronization

/// An operation exceeded its time limit.
public struct DeadlineExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    public let limit: Duration
    public init(limit: Duration) { self.limit = limit }
    public var description: String { "not finished within \(limit)" }
}

/// Runs `body` on the loop and cancels it when `limit` has passed. Callable from any task.
///
/// It returns only after `body` has: a `body` that ignores cancellation delays it.
///
/// - Throws: ``DeadlineExceeded`` if `body` failed after the limit; ``EventLoopError`` `shutDown` if the loop has ended;
///   otherwise the error of `body`.
public func withDeadline<T: Sendable>(
    _ limit: Duration, on loop: EventLoop, _ body: @escaping @Sendable () async throws -> T
) async throws -> T {
    guard !loop.hasEnded else { throw EventLoopError(code: .shutDown, subject: "event loop \(loop.name)") }
    let id = loop.ledger.begin()
    let task = Task(executorPreference: loop) {
        defer { loop.ledger.end(id) }
        return try await body()
    }
    loop.ledger.attach(id) { task.cancel() }
    let passed = DeadlineFlag()
    let timer = loop.schedule(at: .now + limit) {
        passed.set()
        task.cancel()
    }
    defer { loop.cancel(timer) }
    do {
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    } catch {
        throw passed.isSet ? DeadlineExceeded(limit: limit) : error
    }
}

private final class DeadlineFlag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
