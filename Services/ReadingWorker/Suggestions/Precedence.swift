import EventLoop
import ServiceRuntime
import Synchronization

/// Lets what was submitted be read before suggestions are made: its person waits for an outcome, a suggestion is a help.
///
/// A suggestion begins while no submission is read in this process, or after it has waited for `patience`: so suggestions take one page
/// in so long from what is submitted, and where submissions never end there are some suggestions all the same.
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

    /// Reads something that was submitted.
    func reading<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        submitted.withLock { $0 += 1 }
        defer {
            submitted.withLock { $0 -= 1 }
            changed.notify()
        }
        return try await body()
    }

    /// Waits, for a while at most, until nothing that was submitted is being read. One task at a time may wait.
    func letSubmittedPass() async throws {
        _ = try await withTimeLimit(patience, by: time) { [self] in
            while submitted.withLock({ $0 > 0 }) { try await changed.wait() }
        }
    }
}
