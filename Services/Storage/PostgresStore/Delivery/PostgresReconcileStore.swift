public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

public struct PostgresReconcileStore: ReconcileStore {
    let pool: PostgresPool

    /// Held during a round: “reconc” in ASCII.
    private static let advisoryLock: Int64 = 0x7265_636f_6e63

    public init(pool: PostgresPool) { self.pool = pool }

    // MARK: - What is in flight

    /// The events in flight. There are three kinds: a row of the outbox whose event is not finished; an unfinished work
    /// item without a row (an operator has sent it again); and a submission that waits for a stage that has neither, or
    /// whose work item is done.
    public func inFlightItems(_ scope: InFlightScope, limit: Int) async throws(StoreError) -> [InFlightItem] {
        let condition: SQL =
            switch scope {
            case .after(let position): "e.position > \(position)"
            case .of(let submissions): "e.submission_id = any(\(submissions.map(\.uuid)))"
            }
        let tail: SQL = "and \(condition) order by e.position limit \(limit)"
        return try await StoreError.wrapping("list what is in flight") {
            try await pool.query(
                """
                with handled as (select * from unnest(\(Self.handled.map(\.type)), \(Self.handled.map(\.stage))) as h (type, stage)),
                found as (
                    (select e.position, h.stage from outbox o
                        join events e on e.position = o.position join handled h on h.type = e.type
                        left join work_items w on w.stage = h.stage and w.event_id = e.id
                    where (w.event_id is null or w.state = 'pending') \(tail))
                    union
                    (select e.position, w.stage from work_items w join events e on e.id = w.event_id
                    where w.state = 'pending' and not exists (select from outbox o where o.position = e.position) \(tail))
                    union
                    (select e.position, h.stage from submissions s
                        join events e on e.submission_id = s.id and e.sequence = s.version join handled h on h.type = e.type
                        left join work_items w on w.stage = h.stage and w.event_id = e.id
                    where s.state in ('submitted', 'processing')
                        and (w.state = 'done'
                            or (w.event_id is null and not exists (select from outbox o where o.position = e.position)))
                        \(tail))
                )
                select e.position, e.id, e.submission_id, e.sequence, found.stage, s.version, s.state as submission_state,
                    o.position is not null as has_row, o.published_at is not null as is_published, o.owner, o.topic, o.cluster,
                    o.partition, o.record_offset, coalesce(o.passed_over, 0) as passed_over,
                    exists (select from instances i where i.id = o.owner and i.expires_at > now()) as is_owner_alive,
                    w.state, w.retry_at, w.started_by, \(Lease.isLive("w.started_by", epoch: "w.started_epoch")) as is_starter_alive
                from found join events e on e.position = found.position
                    left join submissions s on s.id = e.submission_id
                    left join outbox o on o.position = e.position
                    left join work_items w on w.stage = found.stage and w.event_id = e.id
                order by e.position limit \(limit)
                """
            ).map(Self.item)
        }
    }

    /// The event types that stages work on, each with its stage.
    static let handled: [(type: String, stage: String)] = EventType.allCases.compactMap { type in
        type.stage.map { (type.rawValue, $0.rawValue) }
    }

    private static func item(_ row: Row) throws -> InFlightItem {
        let stage: Stage = try row.decodeCase("stage")
        let sequence = try row.decode("sequence", as: Int.self)
        let state: SubmissionState? = try row.decodeCaseIfPresent("submission_state")
        let isOnItsWay = state == .submitted || state == .processing
        return InFlightItem(
            key: WorkItemKey(stage: stage, eventID: try row.decodeID("id")), position: try row.decode("position"),
            submission: try row.decodeID("submission_id"), sequence: sequence,
            isAwaited: try stage.isOnTheWay && isOnItsWay && row.decodeIfPresent("version") == sequence,
            publication: try publication(row), timesPassedOver: try row.decode("passed_over"), work: try work(row))
    }

    private static func publication(_ row: Row) throws -> InFlightItem.Publication {
        guard try row.decode("has_row", as: Bool.self) else { return .unknown }
        guard try row.decode("is_published", as: Bool.self) else {
            return .waiting(
                owner: InstanceID(try row.decode("owner")), isOwnerAlive: try row.decode("is_owner_alive"))
        }
        return .published(
            RecordLocation(
                cluster: try row.decode("cluster"), topic: try row.decode("topic"), partition: try row.decode("partition"),
                offset: try row.decode("record_offset")))
    }

    private static func work(_ row: Row) throws -> InFlightItem.Work {
        switch try row.decodeIfPresent("state", as: String.self) {
        case nil: return .notBegun
        case "done": return .done
        case "parked": return .parked
        default: break
        }
        guard let starter = try row.decodeIfPresent("started_by", as: UUID.self) else {
            return .waiting(until: try row.decodeIfPresent("retry_at"))
        }
        return .started(by: InstanceID(starter), isAlive: try row.decode("is_starter_alive"))
    }

    // MARK: - Emitting again

    public func reemit(_ items: [Reemission], owner: InstanceID) async throws(StoreError) -> Set<EventID> {
        guard !items.isEmpty else { return [] }
        // In one order everywhere, so that two that do the same cannot wait for each other.
        let ordered = items.sorted { $0.event < $1.event }
        return try await StoreError.wrapping("emit events again") {
            let answers = try await pool.pipeline(ordered.map { Self.reemission($0, owner: owner) })
            return Set(zip(ordered, answers).filter { $0.1.affectedRows == 1 }.map(\.0.event))
        }
    }

    private static func reemission(_ item: Reemission, owner: InstanceID) -> SQL {
        let event = item.event.uuid
        let isNotBegun: SQL = "not exists (select from work_items w where w.event_id = \(event) and w.stage = any(\(stages)))"
        guard let place = item.judged else {
            return """
                insert into outbox (position, event_id, submission_id, sequence, topic, owner)
                select position, id, submission_id, sequence, topic, \(owner.rawValue) from events
                where id = \(event) and topic is not null and \(isNotBegun)
                on conflict do nothing
                """
        }
        return """
            update outbox set published_at = null, cluster = null, partition = null, record_offset = null,
                owner = \(owner.rawValue), passed_over = passed_over + \(item.wasPassedOver ? 1 : 0)
            where event_id = \(event) and published_at is not null and cluster = \(place.cluster)
                and partition = \(place.partition) and record_offset = \(place.offset) and \(isNotBegun)
            """
    }

    /// The stages whose work items show that an event was begun.
    static let stages = Stage.allCases.filter(\.isFollowed).map(\.rawValue)

    // MARK: - One at a time

    public func withRound<T: Sendable>(
        every interval: Duration, _ body: @Sendable () async throws -> T
    ) async throws -> T? {
        // Nearly always somebody else has had the round: that is one question, and no lock.
        let isDue = try await pool.query(
            """
            select coalesce((select began_at <= now() - \(interval.sqlInterval) from reconcile_rounds), true) as is_due
            """)[0].decode("is_due", as: Bool.self)
        guard isDue else { return nil }
        return try await pool.withConnection { connection in
            let isFree = try await connection.query("select pg_try_advisory_lock(\(Self.advisoryLock)) as is_free")[0]
                .decode("is_free", as: Bool.self)
            guard isFree else { return nil }
            do {
                let begun = try await connection.execute(
                    """
                    insert into reconcile_rounds (began_at) values (now())
                    on conflict (singleton) do update set began_at = now()
                    where reconcile_rounds.began_at <= now() - \(interval.sqlInterval)
                    """)
                let value = begun == 1 ? try await body() : nil
                try await unlock(connection)
                return value
            } catch {
                try? await unlock(connection)
                throw error
            }
        }
    }

    private func unlock(_ connection: PostgresConnection) async throws {
        try await connection.query("select pg_advisory_unlock(\(Self.advisoryLock))")
    }
}
