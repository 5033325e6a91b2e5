internal import Synchronization

public enum IsolationLevel: String, Sendable, CaseIterable {
    case readCommitted = "read committed"
    case repeatableRead = "repeatable read"
    case serializable
}

/// A transaction in progress; valid only within the closure that receives it. BEGIN is sent with the first batch.
public final class PostgresTransaction: PostgresExecutor {
    private enum Phase { case notBegun, begun, ended }

    private let session: Session
    private let isolation: IsolationLevel
    private let phase = Mutex(Phase.notBegun)

    private init(_ session: Session, _ isolation: IsolationLevel) {
        self.session = session
        self.isolation = isolation
    }

    @discardableResult
    public func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
        guard !statements.isEmpty else { return [] }
        switch try begin() {
        case false: return try await session.perform(statements).get()
        case true:
            let opening = opening
            return Array(try await session.perform(opening + statements).get().dropFirst(opening.count))
        }
    }

    /// Carries out the last statements and COMMIT in one round trip. What has to keep the transaction from being committed must fail,
    /// as ``SQL/changing(_:)`` does. Once begun, all of it is carried out even if the task was cancelled.
    ///
    /// - Throws: The error of a statement: nothing is changed then. `commitOutcomeUnknown` if the connection was lost, whichever
    ///   statement it was lost in; so no statement here may be about tables of another server.
    @discardableResult
    public func finish(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
        let opening = try begin() ? opening : []
        _ = end()
        switch await session.perform(opening + statements + ["commit"], isCancellable: false) {
        case .success(let answers): return Array(answers.dropFirst(opening.count).dropLast())
        case .failure(let error):
            if session.isOpen { _ = await session.perform(["rollback"], isCancellable: false) }
            throw Self.ofCommit(error)
        }
    }

    private var opening: [SQL] { ["begin isolation level \(raw: isolation.rawValue)"] + session.prologue }

    /// Runs several statements in one text, without parameters and results: for migrations.
    public func script(_ text: String) async throws(PostgresError) {
        if try begin() { _ = try await session.perform(opening).get() }
        try await session.performScript(text).get()
    }

    /// Whether BEGIN must be sent now.
    private func begin() throws(PostgresError) -> Bool {
        let before = phase.withLock { phase in
            defer { if phase == .notBegun { phase = .begun } }
            return phase
        }
        guard before != .ended else { throw .misuse("The transaction was used after its end.") }
        return before == .notBegun
    }

    /// Whether a transaction has begun and must be ended.
    private func end() -> Bool {
        phase.withLock { phase in
            defer { phase = .ended }
            return phase == .begun
        }
    }

    /// COMMIT and ROLLBACK are carried out even if the task was cancelled. A body that ends with ``finish(_:)`` has done the former.
    static func run<T: Sendable>(
        _ isolation: IsolationLevel, on session: Session, _ body: (PostgresTransaction) async throws -> T
    ) async throws -> T {
        let transaction = PostgresTransaction(session, isolation)
        let value: T
        do {
            value = try await body(transaction)
        } catch {
            if transaction.end(), session.isOpen { _ = await session.perform(["rollback"], isCancellable: false) }
            throw error
        }
        guard transaction.end() else { return value }
        switch await session.perform(["commit"], isCancellable: false) {
        case .success: return value
        case .failure(let error): throw ofCommit(error)
        }
    }

    private static func ofCommit(_ error: PostgresError) -> PostgresError {
        guard error.code == .connectionLost else { return error }
        return PostgresError(
            code: .commitOutcomeUnknown, sqlState: error.sqlState,
            description: "The connection was lost while the change was being saved; it may or may not have been.",
            detail: error.detail)
    }
}
