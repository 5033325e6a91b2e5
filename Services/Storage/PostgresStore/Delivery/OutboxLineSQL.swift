import Domain
internal import Postgres
internal import Shared

/// Statements about the lines of the outbox. They step from one line to the next in their index, and never read a line whole.
enum OutboxLineSQL {
    /// Worded as the condition of the lines' index, and of no other one. A planner takes an index of unpublished rows for empty, and
    /// would read a long one for the rows of one line.
    static func isUnpublished(_ table: String) -> SQL {
        "coalesce(\(raw: table).published_at, '-infinity') = '-infinity'"
    }

    /// The same of rows that are found by something else. No partial index matches: the planner takes an index of unpublished rows
    /// for empty, and would read it for each row.
    static func isKnownAndUnpublished(_ table: String) -> SQL {
        "coalesce(\(raw: table).published_at, 'infinity') = 'infinity'"
    }

    /// The condition that an owner has unpublished rows. It is one step of the index of owners: a planner that knows of a long
    /// backlog would look for a row of `owner` in the whole table, since it expects to find one soon.
    static func isAnyUnpublished(of owner: SQL) -> SQL {
        """
        coalesce(\(owner) = (select o.owner from outbox o where o.published_at is null and o.owner >= \(owner)
            order by o.owner, o.position limit 1), false)
        """
    }

    /// The condition that an unpublished row `o` is in the line that a table shows.
    static func isOf(_ table: String) -> SQL {
        """
        \(isUnpublished("o")) and o.owner = \(raw: table).owner and o.topic = \(raw: table).topic
            and o.tenant = \(raw: table).tenant and o.journey = \(raw: table).journey
        """
    }

    /// The lines with unpublished rows, of one owner or of all, as the table `lines` of a `with`.
    static func lines(of owner: InstanceID?) -> SQL {
        let isTheirs: SQL = owner.map { "and o.owner = \($0.rawValue)" } ?? ""
        // An index is entered by a comparison only at the first of its columns that is not known.
        let isLater: SQL =
            owner == nil
            ? "(o.owner, o.topic, o.tenant, o.journey) > (lines.owner, lines.topic, lines.tenant, lines.journey)"
            : "(o.topic, o.tenant, o.journey) > (lines.topic, lines.tenant, lines.journey)"
        return """
            recursive lines (owner, topic, tenant, journey) as (
                (select o.owner, o.topic, o.tenant, o.journey from outbox o where \(isUnpublished("o")) \(isTheirs)
                order by o.owner, o.topic, o.tenant, o.journey limit 1)
                union all
                select next.* from lines cross join lateral (
                    select o.owner, o.topic, o.tenant, o.journey from outbox o
                    where \(isUnpublished("o")) \(isTheirs) and \(isLater)
                    order by o.owner, o.topic, o.tenant, o.journey limit 1
                ) next
            )
            """
    }

    static func line(_ row: Row) throws -> OutboxLine {
        OutboxLine(topic: try row.decode("topic"), tenant: try row.decode("tenant"), journey: try row.decode("journey"))
    }

    /// How many of an owner's first unpublished rows, up to a limit, are of these topics and not excluded. It reads no
    /// others, see `isAnyUnpublished`.
    static func waiting(of owner: InstanceID, among topics: [String], excluding: [Int64], atMost limit: Int) -> SQL {
        """
        select count(*) as waiting from (
            select o.owner, o.topic, o.position from outbox o where o.published_at is null and o.owner >= \(owner.rawValue)
            order by o.owner, o.position limit \(limit)
        ) first
        where first.owner = \(owner.rawValue) and first.topic = any(\(topics)) and first.position <> all(\(excluding))
        """
    }

    // MARK: - Turns

    /// So many rows of a line are looked at, however many lines there are.
    private static let leastShare = 16

    /// A weighted round over the tenants, the oldest row first where turns are equal, as `TurnOrder` of the tests says in few
    /// lines: a row can be overtaken only by finitely many, so no tenant starves, whatever the others bring. Of each line it
    /// reads no more than its room and its share of the limit.
    static func claim(of lease: Lease, _ room: OutboxRoom, among topics: [String], excluding: [Int64]) -> SQL {
        let (own, weights) = (Array(room.ofLine), Array(room.weights))
        return """
            with \(lines(of: lease.instance)), room as materialized (
                select lines.*, coalesce(weights.weight, 1) as weight,
                    case when lines.topic = any(\(OutboxLine.boundedTopics.sorted()))
                        then coalesce(own.free, \(room.perLine)) else \(room.limit) end as free,
                    greatest(coalesce(weights.weight, 1), \(leastShare), 2 * \(room.limit) / count(*) over ()) as share
                from lines left join unnest(\(unseen: own.map(\.key.topic))::text[], \(unseen: own.map(\.key.tenant))::text[],
                        \(unseen: own.map(\.key.journey))::text[], \(unseen: own.map(\.value))::bigint[])
                        as own (topic, tenant, journey, free) using (topic, tenant, journey)
                    left join unnest(\(unseen: weights.map(\.key))::text[], \(unseen: weights.map(\.value))::bigint[])
                        as weights (tenant, weight) using (tenant)
                where lines.topic = any(\(topics))
                    and \(lease.isCurrent)
            ), candidates as (
                select room.topic, room.tenant, room.journey, room.free, room.weight, o.position,
                    row_number() over (partition by room.topic, room.tenant, room.journey order by o.position) as place
                from room cross join lateral (
                    select o.position from outbox o
                    where \(isOf("room")) and not o.position = any(\(excluding))
                        and not exists (select from outbox earlier
                            where earlier.submission_id = o.submission_id and earlier.sequence < o.sequence
                                and \(isKnownAndUnpublished("earlier")))
                    order by o.position limit least(room.free + 1, room.share)
                ) o
            ), taken as (
                select position, (row_number() over (partition by topic, tenant order by position) - 1) / weight as turn
                from candidates where place <= free
                order by turn, position limit \(room.limit)
            )
            select o.position, o.event_id, o.submission_id, o.sequence, o.topic, o.tenant, o.journey, false as is_held,
                coalesce(e.tenant, h.tenant, u.tenant) as event_tenant, e.type, e.traceparent,
                coalesce(e.payload, h.event, u.event) as payload
            from taken join outbox o using (position) left join events e on e.position = o.position
                left join custody_heads h on h.position = o.position left join usage_days u on u.position = o.position
            union all
            select null, null, null, null, topic, tenant, journey, true, null, null, null, null
            from candidates where place = free + 1
            order by position nulls last
            """
    }

    /// Of published events, those that take no place any more.
    static func finished(_ events: [UnfinishedEvent]) -> SQL {
        """
        select asked.position from unnest(\(unseen: events.map(\.position)), \(unseen: events.map(\.stage.rawValue)))
                as asked (position, stage)
            left join lateral (
                select o.event_id, o.published_at from outbox o where o.position = asked.position offset 0
            ) o on true
            left join lateral (
                select w.state, w.started_by from work_items w where w.stage = asked.stage and w.event_id = o.event_id offset 0
            ) w on true
        where o.published_at is null or w.state <> 'pending'
            or (w.state = 'pending' and w.started_by is null and asked.stage = \(Stage.callOut.rawValue))
        """
    }

    /// The number of other live processes that hold a line, for those that some hold.
    static func holders(of lines: [OutboxLine], besides lease: Lease) -> SQL {
        """
        select h.topic, h.tenant, h.journey, count(*) as others
        from unnest(\(unseen: lines.map(\.topic)), \(unseen: lines.map(\.tenant)), \(unseen: lines.map(\.journey)))
                as asked (topic, tenant, journey)
            join outbox_holds h using (topic, tenant, journey) join instances i on i.id = h.owner and i.expires_at > now()
        where h.owner <> \(lease.instance.rawValue)
        group by h.topic, h.tenant, h.journey
        """
    }

    // MARK: - Lines that wait

    /// What dead processes held is forgotten by the way.
    static func hold(_ lines: Set<OutboxLine>, _ lease: Lease) -> [SQL] {
        let (own, lines) = (lease.instance.rawValue, lines.sorted())
        let (topics, tenants, journeys) = (lines.map(\.topic), lines.map(\.tenant), lines.map(\.journey))
        return [
            """
            delete from outbox_holds h where (h.owner = \(own) and (h.topic, h.tenant, h.journey) not in (
                    select * from unnest(\(unseen: topics), \(unseen: tenants), \(unseen: journeys))))
                or not exists (select from instances i where i.id = h.owner and i.expires_at > now())
            """,
            """
            insert into outbox_holds (owner, topic, tenant, journey)
            select \(own), * from unnest(\(unseen: topics), \(unseen: tenants), \(unseen: journeys))
            where \(lease.isCurrent) on conflict do nothing
            """,
        ]
    }

    /// The condition that the line that a table shows waits for its turn.
    static func isHeld(_ table: String) -> SQL {
        """
        exists (select from outbox_holds h join instances i on i.id = h.owner and i.expires_at > now()
            where h.owner = \(raw: table).owner and h.topic = \(raw: table).topic and h.tenant = \(raw: table).tenant
                and h.journey = \(raw: table).journey)
        """
    }

    /// The number of held lines, and since when in seconds, as columns.
    static let held: SQL = """
        select count(*) as lines, coalesce(extract(epoch from now() - min(h.since)), 0)::float8 as seconds
        from outbox_holds h join instances i on i.id = h.owner and i.expires_at > now()
        """

    /// The age in seconds of the oldest row that does not wait for its turn, over the table `lines`.
    static let oldest: SQL = """
        select coalesce(extract(epoch from now() - min(coalesce(e.time, l.failed_at, c.signed_at, u.told_at))), 0)::float8
        from lines cross join lateral (
            select o.position from outbox o where \(isOf("lines")) order by o.position limit 1
        ) o left join events e on e.position = o.position left join dead_letters l on l.position = o.position
            left join custody_heads c on c.position = o.position left join usage_days u on u.position = o.position
        where not \(isHeld("lines"))
        """
}
