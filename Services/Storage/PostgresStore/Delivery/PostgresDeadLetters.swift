import Domain
internal import FoundationEssentials
internal import Postgres
internal import Shared

/// Dead letters and their outbox rows. Such a row belongs to no submission: it waits for nothing, and nothing waits for
/// it.
enum PostgresDeadLetters {
    /// Writes the notices. With `ends`, the same statement ends items, and an event's notice is written only if its item
    /// is parked by that. A record that was given up before is not given up again.
    static func writing(_ notices: [DeadLetterNotice], owner: InstanceID, after ends: SQL? = nil) -> SQL {
        let ending: SQL = ends.map { "ended as (\($0))," } ?? ""
        let condition: SQL =
            ends == nil
            ? "true"
            : """
            exists (select from ended
                where ended.stage = notice.stage and ended.event_id = notice.event_id and ended.state = 'parked')
            """
        let origins = notices.map(\.origin)
        return """
            with \(ending) written as (
                insert into dead_letters (position, stage, event_id, attempts, code, problem, failed_at, cluster, topic,
                    partition, record_offset, key, value, headers)
                select nextval(pg_get_serial_sequence('events', 'position')), stage, event_id, attempts, code, problem, failed_at,
                    cluster, topic, partition, record_offset, key, value, headers::jsonb
                from unnest(\(notices.map(\.stage.rawValue)), \(OptionalArray(notices.map { $0.event?.uuid })),
                        \(notices.map(\.attempts)), \(notices.map(\.code)), \(notices.map(\.problem)),
                        \(notices.map(\.failedAt)), \(OptionalArray(origins.map { $0?.cluster })),
                        \(OptionalArray(origins.map { $0?.topic })), \(OptionalArray(origins.map { $0?.partition })),
                        \(OptionalArray(origins.map { $0?.offset })), \(notices.map { Bytes($0.key) }),
                        \(notices.map { Bytes($0.value) }), \(OptionalArray(notices.map(headers))))
                    as notice (stage, event_id, attempts, code, problem, failed_at, cluster, topic, partition, record_offset,
                        key, value, headers)
                where \(condition)
                on conflict do nothing
                returning position
            ), named as materialized (select position, gen_random_uuid() as id from written)
            insert into outbox (position, event_id, submission_id, sequence, topic, owner)
            select position, id, id, 0, \(Topic.deadLetters.rawValue), \(owner.rawValue) from named
            """
    }

    /// The moment of a place in the list, at the column's precision.
    static func moment(of place: DeadLetterPlace?) -> SQL {
        "(timestamptz 'epoch' + \(place?.microseconds ?? 0)::bigint * interval '1 microsecond')"
    }

    static func rows(_ positions: [Int64], over executor: some PostgresExecutor) async throws -> [DeadLetterRow] {
        try await executor.query("select * from dead_letters where position = any(\(positions)) order by position").map(row)
    }

    static func row(_ row: Row) throws -> DeadLetterRow {
        DeadLetterRow(position: try row.decode("position"), notice: try notice(row))
    }

    /// Names with hexadecimal values; nil for none.
    private static func headers(_ notice: DeadLetterNotice) -> String? {
        guard !notice.headers.isEmpty else { return nil }
        let pairs = notice.headers.map { [$0.name, Hex.encode($0.value)] }
        return (try? CanonicalJSON.encode(pairs)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func headers(_ row: Row) throws -> [DeadLetterNotice.Header] {
        try (row.decodeJSONIfPresent("headers", as: [[String]].self) ?? []).compactMap { pair in
            guard pair.count == 2, let value = Hex.decode(pair[1]) else { return nil }
            return DeadLetterNotice.Header(name: pair[0], value: value)
        }
    }

    private static func notice(_ row: Row) throws -> DeadLetterNotice {
        DeadLetterNotice(
            stage: try row.decodeCase("stage"), event: try row.decodeIfPresent("event_id", as: UUID.self).map { EventID($0) },
            key: try row.decode("key"), value: try row.decode("value"), headers: try headers(row), origin: try origin(row),
            attempts: try row.decode("attempts"), code: try row.decode("code"), problem: try row.decode("problem"),
            failedAt: try row.decode("failed_at"))
    }

    private static func origin(_ row: Row) throws -> DeadLetterNotice.Origin? {
        guard let topic = try row.decodeIfPresent("topic", as: String.self) else { return nil }
        return DeadLetterNotice.Origin(
            cluster: try row.decodeIfPresent("cluster"), topic: topic, partition: try row.decode("partition"),
            offset: try row.decode("record_offset"))
    }

    /// Old published notices.
    static func purging(olderThan age: Duration, limit: Int) -> SQL {
        """
        delete from dead_letters where position in (
            select l.position from dead_letters l
            where l.failed_at < now() - \(age.sqlInterval) and not exists (select from outbox o where o.position = l.position)
            order by l.failed_at limit \(limit) for update of l skip locked
        )
        """
    }
}
