public import Domain
public import Postgres
internal import Shared

/// Questions in the table `deliveries`.
public struct PostgresQuestionStore: QuestionStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

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
