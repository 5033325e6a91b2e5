/// Executes statements: the pool (each batch on any connection), a connection, or a transaction.
public protocol PostgresExecutor: Sendable {
    /// Sends all statements at once and returns their results in order. Outside of a transaction the batch is executed as
    /// a whole or not at all. The first error is thrown for the batch.
    @discardableResult
    func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows]
}

extension PostgresExecutor {
    @discardableResult
    public func query(_ statement: SQL) async throws(PostgresError) -> PostgresRows {
        let answers = try await pipeline([statement])
        guard let rows = answers.first else { throw .lost("no answer") }
        return rows
    }

    /// The number of rows that the statement changed.
    @discardableResult
    public func execute(_ statement: SQL) async throws(PostgresError) -> Int { try await query(statement).affectedRows }
}
