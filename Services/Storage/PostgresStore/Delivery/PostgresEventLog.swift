public import Domain
public import Postgres
public import Shared

/// A submission has a new event.
public struct EventNews: Sendable, Hashable {
    public let position: LogPosition
    public let tenant: TenantID
    public let submission: SubmissionID
}

public struct PostgresEventLog: EventLog {
    let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    static let columns: SQL = """
        e.position, e.transaction_id::text::bigint as transaction_number, e.id, e.submission_id, e.tenant, e.sequence, e.type,
            e.topic, e.time, e.payload
        """

    /// All transactions below the oldest running one have ended, so no row can appear among theirs, nor in earlier eras.
    static let horizon: SQL = "(select event_place(current_event_era(), pg_snapshot_xmin(pg_current_snapshot())))"

    static func event(_ row: Row) throws -> RecordedEvent {
        RecordedEvent(
            position: LogPosition(transaction: try row.decode("transaction_number"), number: try row.decode("position")),
            id: try row.decodeID("id"), submission: try row.decodeID("submission_id"), tenant: try row.decodeValue("tenant"),
            sequence: try row.decode("sequence"), type: try row.decodeCase("type"),
            topic: try row.decodeCaseIfPresent("topic"), time: try row.decode("time"), payload: try row.decode("payload"))
    }

    /// The events with these ids, in no particular order; unknown ids are left out.
    public func events(ids: [EventID]) async throws(StoreError) -> [RecordedEvent] {
        try await read("read events", "select \(Self.columns) from events e where e.id = any(\(ids.map(\.uuid)))")
    }

    public func events(
        of submission: SubmissionID, afterSequence: Int, limit: Int
    ) async throws(StoreError) -> [RecordedEvent] {
        try await read(
            "read a submission's events",
            """
            select \(Self.columns) from events e where e.submission_id = \(submission.uuid) and e.sequence > \(afterSequence)
            order by e.sequence limit \(limit)
            """)
    }

    /// The events of every submission (or of one tenant's) with `position > after`, in order. An event appears only when
    /// no running transaction could still add a lower position: a reader that continues from its last position misses
    /// nothing.
    public func events(
        afterPosition: LogPosition, tenant: TenantID?, limit: Int
    ) async throws(StoreError) -> [RecordedEvent] {
        let scope: SQL = tenant.map { "e.tenant = \($0.rawValue) and" } ?? ""
        return try await read(
            "follow the events",
            """
            select \(Self.columns) from events e
            where \(scope) (e.transaction_id, e.position)
                    > (\(String(afterPosition.transaction))::text::xid8, \(afterPosition.number))
                and e.transaction_id < \(Self.horizon)
            order by e.transaction_id, e.position limit \(limit)
            """)
    }

    /// The highest position that `events(afterPosition:)` would show now, for a reader that wants only new events.
    public func currentPosition() async throws(StoreError) -> LogPosition {
        let newest = try await read(
            "find the end of the events",
            """
            select \(Self.columns) from events e where e.transaction_id < \(Self.horizon)
            order by e.transaction_id desc, e.position desc limit 1
            """)
        return newest.first?.position ?? .start
    }

    /// The newest event of a tenant that `events(afterPosition:)` would show now; nil if there is none.
    public func newest(of tenant: TenantID) async throws(StoreError) -> RecordedEvent? {
        try await read(
            "find a tenant's newest event",
            """
            select \(Self.columns) from events e
            where e.tenant = \(tenant.rawValue) and e.transaction_id < \(Self.horizon)
            order by e.transaction_id desc, e.position desc limit 1
            """
        ).first
    }

    /// The submissions with events after `position`, in order, without the events: for waking listeners.
    public func news(after position: LogPosition, limit: Int) async throws(StoreError) -> [EventNews] {
        try await StoreError.wrapping("look for events") {
            try await pool.query(
                """
                select e.position, e.transaction_id::text::bigint as transaction_number, e.tenant, e.submission_id from events e
                where (e.transaction_id, e.position) > (\(String(position.transaction))::text::xid8, \(position.number))
                    and e.transaction_id < \(Self.horizon)
                order by e.transaction_id, e.position limit \(limit)
                """
            ).map { row in
                EventNews(
                    position: LogPosition(transaction: try row.decode("transaction_number"), number: try row.decode("position")),
                    tenant: try row.decodeValue("tenant"), submission: try row.decodeID("submission_id"))
            }
        }
    }

    public func unfinishedPredecessors(
        of events: [EventID], stage: Stage, types: [EventType]
    ) async throws(StoreError) -> [RecordedEvent] {
        let ids = events.map(\.uuid)
        return try await read(
            "find predecessors",
            """
            with asked as (
                select submission_id, max(sequence) as sequence from events where id = any(\(unseen: ids)::uuid[]) group by submission_id
            )
            select \(Self.columns) from asked join events e on e.submission_id = asked.submission_id
                and e.sequence < asked.sequence
            where e.type = any(\(unseen: types.map(\.rawValue))::text[]) and not e.id = any(\(unseen: ids)::uuid[])
                and \(Self.isUnfinished("e.id", stage: "\(stage.rawValue)"))
            order by e.submission_id, e.sequence
            """)
    }

    /// Whether a stage has still to finish an event.
    static func isUnfinished(_ event: SQL, stage: SQL) -> SQL {
        """
        not exists (select from work_items w
            where w.stage = \(stage) and w.event_id = \(event) and w.state in ('done', 'parked'))
        """
    }

    private func read(_ operation: String, _ statement: SQL) async throws(StoreError) -> [RecordedEvent] {
        try await StoreError.wrapping(operation) { try await pool.query(statement).map(Self.event) }
    }
}
