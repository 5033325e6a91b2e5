import Postgres

/// Events that were published to a broker whose memory is gone, and that nobody has handled.
///
/// Only right while no broker holds any of them, that is, after an embedded one has started and before its readers have:
/// everything that is marked as published is then either handled or lost.
struct LostEvents: Sendable {
    let pool: PostgresPool

    /// Marks them as not published, so that the relays of the services emit them. Handled is what a stage is done with or
    /// has parked. What lies in Apache Kafka is left alone: librdkafka's broker has ids of its own kind. Returns how many
    /// there were.
    func emitAgain() async throws(PostgresError) -> Int {
        try await pool.execute(
            """
            update outbox o set published_at = null, cluster = null, partition = null, record_offset = null
            where published_at is not null and cluster like 'mockCluster%'
                and not exists (select from work_items w where w.event_id = o.event_id and w.state in ('done', 'parked'))
            """)
    }
}
