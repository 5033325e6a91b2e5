/// What stands between this process and the server.
public enum PostgresPooling: String, Sendable, CaseIterable {
    /// Nothing: a connection is a session of the server.
    case off
    /// A pooler that hands out a session for one transaction, such as PgBouncer with `pool_mode = transaction`. No
    /// statement is prepared by a name, each transaction brings its limits along, and nothing is left in a session. What
    /// needs a session (`PostgresPool.withConnection`, `PostgresListener`) is refused, and has to go to the server itself.
    case transaction
}
