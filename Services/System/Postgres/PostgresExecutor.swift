/// Whatever carries out statements: the pool (each batch on any connection), a connection, a transaction.
public protocol PostgresExecutor: Sendable {
    /// Sends all statements at once and answers in the same order. Outside a transaction the batch is carried out whole or not
    /// at all. The first error stands for the batch.
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

    /// How many rows the statement changed.
    @discardableResult
    public func execute(_ statement: SQL) async throws(PostgresError) -> Int { try await query(statement).affectedRows }
}
