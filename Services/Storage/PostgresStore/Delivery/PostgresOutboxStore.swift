public import Domain
internal import FoundationEssentials
public import Postgres
internal import Shared

public struct PostgresOutboxStore: OutboxStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func claimRows(_ lease: Lease, room: OutboxRoom, excluding: [Int64]) async throws(StoreError) -> OutboxClaim {
        try await StoreError.wrapping("claim outbox rows") {
            // The count comes first. A row that is marked between the two frees the next one for the claim; the other way
            // round it would hide that one, and be missing from the count.
            let answers = try await pool.pipeline([
                OutboxLineSQL.waiting(
                    of: lease.instance, among: Self.topics, excluding: excluding, atMost: room.limit + excluding.count + 1),
                OutboxLineSQL.claim(of: lease, room, among: Self.topics, excluding: excluding),
            ])
            var letters: [Int64] = []
            var held: Set<OutboxLine> = []
            let rows = try answers[1].compactMap { row -> OutboxRow? in
                let (line, topic) = (try OutboxLineSQL.line(row), try row.decodeCase("topic", as: Topic.self))
                guard try !row.decode("is_held", as: Bool.self) else {
                    held.insert(line)
                    return nil
                }
                let position = try row.decode("position", as: Int64.self)
                guard topic != .deadLetters else {
                    letters.append(position)
                    return nil
                }
                return OutboxRow(
                    position: position, eventID: try row.decodeID("event_id"),
                    submission: try row.decodeID("submission_id"),
                    tenant: try row.decodeValue("event_tenant"), sequence: try row.decode("sequence"), topic: topic,
                    type: try row.decodeIfPresent("type", as: String.self).flatMap { EventType(rawValue: $0) },
                    traceparent: try row.decodeIfPresent("traceparent"), payload: try row.decode("payload"), line: line)
            }
            let waiting = try answers[0][0].decode("waiting", as: Int.self)
            return OutboxClaim(
                rows: rows, deadLetters: letters.isEmpty ? [] : try await PostgresDeadLetters.rows(letters, over: pool),
                isMoreWaiting: waiting > rows.count + letters.count, held: held)
        }
    }

    public func progress(
        of events: [UnfinishedEvent], holding lines: [OutboxLine], _ lease: Lease
    ) async throws(StoreError) -> OutboxProgress {
        try await StoreError.wrapping("ask what stages have finished") {
            let answers = try await pool.pipeline([
                OutboxLineSQL.finished(events), OutboxLineSQL.holders(of: lines, besides: lease),
            ])
            return OutboxProgress(
                finished: Set(try answers[0].map { try $0.decode("position") }),
                holders: Dictionary(
                    try answers[1].map { (try OutboxLineSQL.line($0), try $0.decode("others", as: Int.self) + 1) },
                    uniquingKeysWith: max))
        }
    }

    public func hold(_ lines: Set<OutboxLine>, _ lease: Lease) async throws(StoreError) {
        _ = try await StoreError.wrapping("say which lines wait") { try await pool.pipeline(OutboxLineSQL.hold(lines, lease)) }
    }

    private static let topics = Topic.allCases.map(\.rawValue)

    public func markPublished(_ rows: [PublishedRow], _ lease: Lease) async throws(StoreError) -> Set<Int64> {
        guard !rows.isEmpty else { return [] }
        // In order of the position, so that two processes with the same rows do not wait for each other.
        let rows = rows.sorted { $0.position < $1.position }
        let positions = rows.map(\.position)
        return try await StoreError.wrapping("mark outbox rows") {
            let answers = try await pool.pipeline([
                """
                update outbox o set published_at = now(), cluster = report.cluster, partition = report.partition,
                    record_offset = report.record_offset
                from unnest(\(positions), \(rows.map(\.location.cluster)), \(rows.map(\.location.partition)),
                        \(rows.map(\.location.offset))) as report (position, cluster, partition, record_offset)
                where o.position = report.position and o.published_at is null and o.owner = \(lease.instance.rawValue)
                    and \(lease.isCurrent)
                """,
                "select position from outbox where position = any(\(unseen: positions)::bigint[]) and published_at is not null",
            ])
            return Set(try answers[1].map { try $0.decode("position") })
        }
    }

    /// The owners of waiting rows, as the table `owners` of a `with`: one step of the index for each, whatever the number
    /// of rows.
    private static let waitingOwners: SQL = """
        recursive owners (owner) as (
            (select owner from outbox where published_at is null order by owner, position limit 1)
            union all
            select (select o.owner from outbox o where o.published_at is null and o.owner > owners.owner
                order by o.owner, o.position limit 1)
            from owners where owners.owner is not null
        )
        """

    /// The condition that this version can publish a row `o`. A row of a newer version waits for one.
    private static let isKnown: SQL = """
        o.topic = any(\(Topic.allCases.map(\.rawValue)))
            and coalesce(
                (select e.type = any(\(EventType.allCases.map(\.rawValue))) from events e where e.position = o.position), true)
        """

    public func adoptOrphans(_ lease: Lease, limit: Int) async throws(StoreError) -> Int {
        let adopter = lease.instance.rawValue
        return try await StoreError.wrapping("adopt outbox rows") {
            // The epochs come first: an owner that wakes up now either renewed before, and is not dead, or finds its epoch gone.
            try await pool.withTransaction { transaction in
                let owners = try await transaction.query(
                    """
                    with \(Self.waitingOwners)
                    select o.owner from owners o
                    where o.owner <> \(adopter) and \(lease.isCurrent)
                        and not exists (select from instances i where i.id = o.owner and i.expires_at > now())
                    """)
                guard !owners.isEmpty else { return 0 }
                let dead = try owners.map { try $0.decode("owner", as: UUID.self) }
                let answers = try await transaction.pipeline([
                    """
                    with expired as (
                        select id from instances where id = any(\(dead)) and expires_at <= now() order by id for update
                    )
                    update instances set epoch = nextval('lease_epochs') from expired where instances.id = expired.id
                    """,
                    // The first rows of each line: never all that they left behind, nor one tenant's before another's.
                    """
                    with \(OutboxLineSQL.lines(of: nil)), dead as materialized (select * from lines where owner = any(\(dead)))
                    update outbox set owner = \(adopter) where position in (
                        select position from (
                            select o.position, row_number() over (
                                partition by dead.owner, dead.topic, dead.tenant, dead.journey order by o.position) as place
                            from dead cross join lateral (
                                select o.position from outbox o
                                where \(OutboxLineSQL.isOf("dead")) and \(Self.isKnown)
                                order by o.position limit greatest(1, 2 * \(limit) / (select count(*) from dead))
                                for update skip locked
                            ) o
                            where not exists (select from instances i where i.id = dead.owner and i.expires_at > now())
                        ) found
                        order by place, position limit \(limit)
                    )
                    """,
                ])
                return answers[1].affectedRows
            }
        }
    }

    public func backlog() async throws(StoreError) -> OutboxBacklog {
        try await StoreError.wrapping("measure the outbox") {
            // The oldest of each line is its first one.
            let row = try await pool.query(
                """
                with \(OutboxLineSQL.lines(of: nil))
                select (
                    select count(*) from (
                        select from outbox where published_at is null order by owner, position limit \(OutboxBacklog.mostCounted)
                    ) waiting
                ) as rows, (\(OutboxLineSQL.oldest)) as age, held.lines as held, held.seconds as held_seconds
                from (\(OutboxLineSQL.held)) held
                """)[0]
            return OutboxBacklog(
                rows: try row.decode("rows"), oldestAgeSeconds: max(0, try row.decode("age")), heldLines: try row.decode("held"),
                heldSeconds: max(0, try row.decode("held_seconds")))
        }
    }

    public func purgePublished(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("purge the outbox") {
            try await pool.execute(
                """
                delete from outbox where position in (
                    select o.position from outbox o left join events e on e.position = o.position
                    where o.published_at < now() - \(age.sqlInterval)
                        and (e.position is null or not e.type = any(\(PostgresReconcileStore.handled.map(\.type)))
                            or exists (select from work_items w where w.event_id = o.event_id
                                and w.stage = any(\(PostgresReconcileStore.stages)) and w.state in ('done', 'parked')))
                    order by o.published_at limit \(limit) for update of o skip locked
                )
                """)
        }
    }

    public func purgeDeadLetters(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("purge dead letters") {
            try await pool.execute(PostgresDeadLetters.purging(olderThan: age, limit: limit))
        }
    }
}
