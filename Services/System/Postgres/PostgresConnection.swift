internal import Synchronization

/// A connection leased from the pool, for statements that need the same one (advisory locks, settings). Valid only within
/// the closure that receives it.
public final class PostgresConnection: PostgresExecutor {
    let session: Session
    private let isReturned = Mutex(false)

    init(_ session: Session) { self.session = session }

    func markReturned() { isReturned.withLock { $0 = true } }

    private func checkHeld() throws(PostgresError) {
        guard !isReturned.withLock({ $0 }) else { throw .misuse("The connection was used after it was given back.") }
    }

    @discardableResult
    public func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
        try checkHeld()
        guard !statements.isEmpty else { return [] }
        return try await session.perform(statements).get()
    }

    /// Runs several statements in one text, without parameters and results: for migrations.
    public func script(_ text: String) async throws(PostgresError) {
        try checkHeld()
        try await session.performScript(text).get()
    }

    /// As `PostgresPool.withTransaction`, on this connection.
    public func withTransaction<T: Sendable>(
        _ isolation: IsolationLevel = .readCommitted, _ body: (PostgresTransaction) async throws -> T
    ) async throws -> T {
        try checkHeld()
        return try await PostgresTransaction.run(isolation, on: session, body)
    }
}
