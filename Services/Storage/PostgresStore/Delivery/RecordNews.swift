public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

/// Tells other processes that something was published to a topic, for brokers that let them wait. A notification takes a lock across
/// the whole server when it is committed: never in a transaction that does anything else, and seldom.
public struct RecordNews: Sendable {
    /// Its notifications say the topic's name.
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
