public import Domain
public import Postgres
public import Shared

/// A planned question of a call-out.
public struct PlannedQuestion: Sendable, Hashable {
    public let plannedAt: Timestamp
    /// The time since it was planned, by the store's clock.
    public let age: Duration
}

/// The planned questions of call-outs. They are deliveries of a channel of their own.
public struct PostgresQuestionStore: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Nil if it was not planned.
    public func question(_ key: DeliveryKey) async throws(StoreError) -> PlannedQuestion? {
        try await StoreError.wrapping("look for a question") {
            try await pool.query(
                """
                select planned_at, extract(epoch from now() - planned_at)::float8 as age from deliveries
                where event_id = \(key.eventID.uuid) and channel = \(key.channel) and endpoint = \(key.endpoint)
                """
            ).first.map { row in
                PlannedQuestion(
                    plannedAt: try row.decodeTimestamp("planned_at"), age: .seconds(try row.decode("age", as: Double.self)))
            }
        }
    }
}
