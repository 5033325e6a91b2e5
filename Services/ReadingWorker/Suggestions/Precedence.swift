import EventLoop
import ServiceRuntime
import Synchronization

/// Reads submissions before suggestions: the person of a submission waits for an outcome, and a suggestion is only a
/// help.
///
/// A suggestion begins while this process reads no submission, or after it has waited for `patience`. So suggestions take
/// at most one page per `patience` from submissions, and still happen under constant load.
final class Precedence: Sendable {
    private let submitted = Mutex(0)
    private let changed = AsyncPulse()
    private let patience: Duration
    private let time: any TimeSource

    static let patience = Duration.seconds(30)

    init(patience: Duration = Precedence.patience, time: any TimeSource = SystemTime()) {
        self.patience = patience
        self.time = time
    }

    /// Reads a submission.
    func reading<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        submitted.withLock { $0 += 1 }
        defer {
            submitted.withLock { $0 -= 1 }
            changed.notify()
        }
        return try await body()
    }

    /// Waits, at most for `patience`, until no submission is being read. Only one task at a time may wait.
    func letSubmittedPass() async throws {
        _ = try await withTimeLimit(patience, by: time) { [self] in
            while submitted.withLock({ $0 > 0 }) { try await changed.wait() }
        }
    }
}
