public import Domain
internal import Postgres
public import Shared

/// The accepted submissions according to the log.
extension PostgresReconcileStore {
    public func audit(
        after: SubmissionID?, limit: Int
    ) async throws(StoreError) -> (page: [SubmissionAudit], nextAfter: SubmissionID?) {
        try await StoreError.wrapping("audit submissions") {
            let scope: SQL = after.map { "where id > \($0.uuid)" } ?? ""
            let rows = try await pool.query(Self.audit("select id from submissions \(scope) order by id limit \(limit)"))
            let last: SubmissionID? = rows.count == limit ? try rows.last?.decodeID("id") : nil
            return (try rows.compactMap(Self.audit), last)
        }
    }

    public func audit(of submissions: [SubmissionID]) async throws(StoreError) -> [SubmissionAudit] {
        try await StoreError.wrapping("audit submissions") {
            try await pool.query(Self.audit("select id from submissions where id = any(\(submissions.map(\.uuid)))"))
                .compactMap(Self.audit)
        }
    }

    private static func audit(_ selection: SQL) -> SQL {
        """
        select s.id, s.state, s.version, log.events, log.highest, log.newest_step, log.was_submitted, log.is_parked
        from (\(selection)) chosen join submissions s using (id)
        cross join lateral (
            select count(*) as events, coalesce(max(e.sequence), 0) as highest,
                (array_agg(e.type order by e.sequence desc) filter (where e.type = any(\(steps))))[1] as newest_step,
                coalesce(bool_or(e.type = \(EventType.submissionSubmitted.rawValue)), false) as was_submitted,
                coalesce(bool_or(exists (select from work_items w
                    where w.event_id = e.id and w.stage = any(\(stagesOfOutcome)) and w.state = 'parked')), false) as is_parked
            from events e where e.submission_id = s.id
        ) log
        order by s.id
        """
    }

    private static let steps = SubmissionState.allCases.map { EventType(entering: $0).rawValue }
    /// The stages that a submission waits for until its outcome is told: those of drafts delay none.
    private static let stagesOfOutcome = Stage.allCases.filter { !$0.isOfDrafts }.map(\.rawValue)

    /// Nil if it was never submitted.
    private static func audit(_ row: Row) throws -> SubmissionAudit? {
        guard try row.decode("was_submitted", as: Bool.self) else { return nil }
        return SubmissionAudit(
            submission: try row.decodeID("id"), state: try row.decodeCase("state"), version: try row.decode("version"),
            newestStep: try row.decodeCase("newest_step"), events: try row.decode("events"),
            highestSequence: try row.decode("highest"), isParked: try row.decode("is_parked"))
    }

    public func deliveryCounts() async throws(StoreError) -> DeliveryCounts {
        try await StoreError.wrapping("count deliveries") {
            let answers = try await pool.pipeline([
                """
                select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'delivered') as delivered,
                    count(*) filter (where state = 'given_up') as given_up from deliveries where channel <> \(DeliveryKey.callOuts)
                """,
                """
                select event_id, channel, endpoint from deliveries d
                where state = 'pending' and next_at is null
                    and not (started_by is not null and \(Lease.isLive("d.started_by", epoch: "d.started_epoch")))
                order by event_id limit 1000
                """,
            ])
            let counts = answers[0][0]
            return DeliveryCounts(
                pending: try counts.decode("pending"), delivered: try counts.decode("delivered"),
                givenUp: try counts.decode("given_up"),
                stuck: try answers[1].map {
                    DeliveryKey(
                        eventID: try $0.decodeID("event_id"), channel: try $0.decode("channel"),
                        endpoint: try $0.decode("endpoint"))
                })
        }
    }
}
