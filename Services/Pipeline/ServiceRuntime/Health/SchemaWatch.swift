import EventLoop
import PostgresStore
import Synchronization

/// Checks whether the database's schema fits this program.
///
/// A program does not start on a newer schema, whose requirements it may not know. A running program continues when a
/// newer version migrates: a migration must be safe for the previous version, which is about to be replaced.
final class SchemaWatch: Sendable {
    private let status: @Sendable () async throws -> SchemaStatus
    private let loop: EventLoop
    private let decision = AsyncSignal<Bool>()
    /// The last result, and the newest migration then.
    private let found = Mutex<(step: Int, health: Health)?>(nil)

    private static let (firstPause, longestPause) = (Duration.milliseconds(100), Duration.seconds(5))

    init(on loop: EventLoop, _ status: @escaping @Sendable () async throws -> SchemaStatus) {
        self.loop = loop
        self.status = status
    }

    convenience init(_ migrator: Migrator, on loop: EventLoop) {
        self.init(on: loop) { try await migrator.status() }
    }

    /// The result of `look` without a query, if the newest migration is that of the last look.
    func known(at step: Int?) -> Health? {
        guard let step else { return nil }
        return found.withLock { $0 }.flatMap { $0.step == step ? $0.health : nil }
    }

    /// For `/health/ready`. `step` is the newest migration of a moment before.
    ///
    /// - Throws: An error that says why it does not fit.
    func look(at step: Int?) async throws -> Health {
        found.withLock { $0 = nil }
        let health = try await look()
        if let step { found.withLock { $0 = (step, health) } }
        return health
    }

    /// - Throws: An error that says why it does not fit.
    func look() async throws -> Health {
        let status = try await status()
        if case .newer(let version, let known) = status, decision.value == true {
            return .noted("a newer version has brought it from \(known) to \(version); this process goes on until it is replaced")
        }
        if let fault = status.fault { throw fault }
        decision.send(true)
        return .ok
    }

    /// Waits until the schema fits; false if the wait was given up.
    func fits() async -> Bool {
        var pause = Self.firstPause
        while true {
            if decision.value == nil { _ = try? await look() }
            if let isFit = decision.value { return isFit }
            // What does not fit is told by the health check. Ends early when it does, or is given up.
            _ = try? await withDeadline(pause, on: loop) { [decision] in try await decision.wait() }
            pause = min(pause * 2, Self.longestPause)
            if Task.isCancelled { return false }
        }
    }

    /// The process ends: the wait is over.
    func giveUp() { decision.send(false) }
}
