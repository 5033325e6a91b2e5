public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

/// Three ways to be in flight: a row of the outbox whose event is not finished, an unfinished work item whose row is gone (it was
/// sent again by an operator), and a submission that waits for a stage of which neither knows, or which that stage says it is done
/// with.
extension PostgresReconcileStore {
    // MARK: - A pass

    public func inFlightItems(from cursor: InFlightCursor, limit: Int) async throws(StoreError) -> InFlightPage {
        try await StoreError.wrapping("list what is in flight") {
            var (items, next): ([InFlightItem], InFlightCursor?) = ([], cursor)
            while let cursor = next {
                let (found, last) = try await page(from: cursor, limit)
                items += found
                next = last ?? cursor.nextWay
                // One that is not full was the last one of its way: the next way follows at once.
                if last != nil { break }
            }
            return InFlightPage(items: items.sorted { $0.position < $1.position }, next: next)
        }
    }

    /// With where it ends, if more may follow there.
    private func page(from cursor: InFlightCursor, _ limit: Int) async throws -> (items: [InFlightItem], last: InFlightCursor?) {
        switch cursor {
        case .rows(let position):
            return try await page(
                "select position as at_position from outbox where position > \(position) order by position limit \(limit)",
                limit, key: "at_position",
                """
                select scanned.at_position as position, h.stage from scanned
                    cross join lateral (select e.id, e.type from events e where e.position = scanned.at_position offset 0) e
                    join handled h on h.type = e.type left join lateral \(Self.item("h.stage", "e.id")) w on true
                where w.state is null or w.state = 'pending'
                """
            ) { .rows(after: try $0.decode("at_position")) }
        case .work(let key):
            let isLater: SQL = key.map { "(stage, event_id) > (\($0.stage.rawValue), \($0.eventID.uuid))" } ?? "true"
            return try await page(
                """
                select stage as at_stage, event_id as at_event from work_items where state = 'pending' and \(isLater)
                order by stage, event_id limit \(limit)
                """, limit, key: "at_stage, at_event",
                """
                select e.position, scanned.at_stage as stage from scanned
                    cross join lateral (select e.position from events e where e.id = scanned.at_event offset 0) e
                    left join lateral \(Self.row("e.position")) o on true
                where o.position is null
                """
            ) {
                .work(after: WorkItemKey(stage: try $0.decodeCase("at_stage"), eventID: try $0.decodeID("at_event")))
            }
        case .submissions(let id):
            let isLater: SQL = id.map { "id > \($0.uuid)" } ?? "true"
            return try await page(
                """
                select id as at_id, version as at_version from submissions
                where state in ('submitted', 'processing') and \(isLater) order by id limit \(limit)
                """, limit, key: "at_id",
                """
                select e.position, h.stage from scanned
                    cross join lateral (
                        select e.position, e.id, e.type from events e
                        where e.submission_id = scanned.at_id and e.sequence = scanned.at_version offset 0
                    ) e join handled h on h.type = e.type
                    left join lateral \(Self.item("h.stage", "e.id")) w on true
                    left join lateral \(Self.row("e.position")) o on true
                where w.state = 'done' or (w.state is null and o.position is null)
                """
            ) { .submissions(after: try $0.decodeID("at_id")) }
        }
    }

    /// Takes so many steps of one index, in the order of its key, and looks up by its key whatever is to be known of each: these are
    /// parts of their own, so that no planner reads a table from end to end for every page, whatever it thinks of the tables.
    private func page(
        _ scan: SQL, _ limit: Int, key: SQL, _ found: SQL, end: (Row) throws -> InFlightCursor
    ) async throws -> (items: [InFlightItem], last: InFlightCursor?) {
        let rows = try await pool.query(
            """
            with handled as (select * from unnest(\(Self.handled.map(\.type)), \(Self.handled.map(\.stage))) as h (type, stage)),
            scanned as materialized (\(scan)), found as (\(found))
            select last.*, item.* from (
                select \(key), (select count(*) from scanned) as scanned from scanned order by (\(key)) desc limit 1
            ) last left join (\(Self.items)) item on true
            """)
        guard let last = rows.first else { return ([], nil) }
        let isFull = try last.decode("scanned", as: Int.self) == limit
        // One that holds nothing stands for the end of the page alone.
        let items = try rows.compactMap { try $0.decodeIfPresent("position", as: Int64.self) == nil ? nil : try Self.item($0) }
        return (items, isFull ? try end(last) : nil)
    }

    private static func row(_ position: SQL) -> SQL { "(select o.* from outbox o where o.position = \(position) offset 0)" }

    private static func item(_ stage: SQL, _ event: SQL) -> SQL {
        "(select w.* from work_items w where w.stage = \(stage) and w.event_id = \(event) offset 0)"
    }

    // MARK: - Of some submissions

    public func inFlightItems(of submissions: [SubmissionID], limit: Int) async throws(StoreError) -> [InFlightItem] {
        let isTheirs: SQL = "e.submission_id = any(\(submissions.map(\.uuid)))"
        return try await StoreError.wrapping("list what is in flight") {
            try await pool.query(
                """
                with handled as (select * from unnest(\(Self.handled.map(\.type)), \(Self.handled.map(\.stage))) as h (type, stage)),
                found as (
                    select e.position, h.stage from events e join handled h on h.type = e.type
                        left join submissions s on s.id = e.submission_id and s.version = e.sequence
                            and s.state in ('submitted', 'processing')
                        left join outbox o on o.position = e.position
                        left join work_items w on w.stage = h.stage and w.event_id = e.id
                    where \(isTheirs) and case
                        when w.event_id is null then o.position is not null or s.id is not null
                        when w.state = 'pending' then o.position is not null
                        else w.state = 'done' and s.id is not null
                    end
                    union
                    select e.position, w.stage from events e
                        join work_items w on w.event_id = e.id and w.stage = any(\(Stage.allCases.map(\.rawValue)))
                    where \(isTheirs) and w.state = 'pending'
                        and not exists (select from outbox o where o.position = e.position)
                )
                \(Self.items) order by position limit \(limit)
                """
            ).map(Self.item)
        }
    }

    // MARK: - An item

    /// All that is known of what was `found`.
    private static let items: SQL = """
        select e.position, e.id, e.submission_id, e.sequence, found.stage, s.version, s.state as submission_state,
            o.position is not null as has_row, o.published_at is not null as is_published, o.owner, o.topic, o.cluster,
            o.partition, o.record_offset, coalesce(o.passed_over, 0) as passed_over,
            greatest(coalesce(extract(epoch from now() - o.published_at), 0), 0)::float8 as published_for,
            o.published_at is null and \(OutboxLineSQL.isHeld("o")) as waits_for_turn,
            exists (select from instances i where i.id = o.owner and i.expires_at > now()) as is_owner_alive,
            w.state, w.retry_at, w.started_by, \(Lease.isLive("w.started_by", epoch: "w.started_epoch")) as is_starter_alive
        from found cross join lateral (select e.* from events e where e.position = found.position offset 0) e
            left join lateral (select s.version, s.state from submissions s where s.id = e.submission_id offset 0) s on true
            left join lateral \(row("found.position")) o on true
            left join lateral \(item("found.stage", "e.id")) w on true
        """

    private static func item(_ row: Row) throws -> InFlightItem {
        let stage: Stage = try row.decodeCase("stage")
        let sequence = try row.decode("sequence", as: Int.self)
        let state: SubmissionState? = try row.decodeCaseIfPresent("submission_state")
        let isOnItsWay = state == .submitted || state == .processing
        return InFlightItem(
            key: WorkItemKey(stage: stage, eventID: try row.decodeID("id")), position: try row.decode("position"),
            submission: try row.decodeID("submission_id"), sequence: sequence,
            isAwaited: try stage.isOnTheWay && isOnItsWay && row.decodeIfPresent("version") == sequence,
            publication: try publication(row),
            waitsForTurn: try row.decodeIfPresent("waits_for_turn", as: Bool.self) ?? false,
            timesPassedOver: try row.decode("passed_over"),
            publishedFor: .seconds(try row.decode("published_for", as: Double.self)), work: try work(row))
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
}
