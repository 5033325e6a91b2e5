internal import Synchronization

/// A connection that was leased from the pool, for what needs several statements on the same one (advisory locks, settings).
/// It is only valid within the closure that it was given to.
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

    /// Several statements in one text, without parameters and without answers: for migrations.
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
