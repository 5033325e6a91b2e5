public import Domain
public import Postgres
public import Shared

/// Notifies other processes of publications to a topic, for brokers that do not hold empty fetches. Committing a
/// notification takes a server-wide lock: so it is never sent in a transaction with other work, and seldom.
public struct RecordNews: Sendable {
    /// A notification contains the topic's name.
    public static let channel = "docket_records"

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func tell(_ topics: [Topic]) async throws(StoreError) {
        guard !topics.isEmpty else { return }
        try await StoreError.wrapping("tell of records") {
            _ = try await pool.query(
                "select pg_notify(\(Self.channel), topic) from unnest(\(topics.map(\.name))) as topic (topic)")
        }
    }
}
