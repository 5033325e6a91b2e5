import Domain
internal import FoundationEssentials
internal import Postgres
import Shared

/// Dead letters that are records without work.
struct DeadRecordStore: Sendable {
    /// Of a long list, the rest follows once these are decided on.
    private static let mostBytes = 128 << 20

    let pool: PostgresPool
    let now: @Sendable () -> Date

    /// A part of the list.
    struct Part {
        let letters: [DeadRecord]
        /// The last examined record, if there may be more after it.
        let end: DeadLetterPlace?
    }

    /// Only its bytes tell a record's tenant. After this many turns with records of other tenants, the part ends.
    private static let mostTurns = 20

    /// The oldest first, after a place in the list of dead letters.
    func records(
        _ filter: DeadLetterFilter, limit: Int, after place: DeadLetterPlace?
    ) async throws(StoreError) -> Part {
        var (found, place): ([DeadRecord], DeadLetterPlace?) = ([], place)
        for _ in 1...Self.mostTurns {
            let (part, isCut) = try await read(Self.conditions(filter, place), limit: limit)
            found += part.filter { record in filter.tenant.map { $0 == Self.tenant(record) } ?? true }
            guard let last = part.last, isCut || part.count == limit else { return Part(letters: found, end: nil) }
            place = DeadLetterPlace(.record(last))
            if filter.tenant == nil || found.count >= limit { break }
        }
        return Part(letters: found, end: place)
    }

    func records(numbers: [Int64]) async throws(StoreError) -> [DeadRecord] {
        try await read("position = any(\(numbers))", limit: numbers.count).records
    }

    private static func conditions(_ filter: DeadLetterFilter, _ place: DeadLetterPlace?) -> SQL {
        var conditions: [SQL] = ["true"]
        if let stage = filter.stage { conditions.append("stage = \(stage.rawValue)") }
        if let cause = filter.cause { conditions.append("code = \(cause)") }
        switch place?.key {
        case nil: break
        // At the same moment events come before records.
        case .event?: conditions.append("failed_at >= \(PostgresDeadLetters.moment(of: place))")
        case .record(let number)?:
            conditions.append("(failed_at, position) > (\(PostgresDeadLetters.moment(of: place)), \(number))")
        }
        return SQL.joined(conditions, separator: " and ")
    }

    private static func tenant(_ record: DeadRecord) -> TenantID? { try? EventReader.header(of: record.notice.value).tenant }

    /// Also returns whether there are more than fit into memory.
    private func read(_ condition: SQL, limit: Int) async throws(StoreError) -> (records: [DeadRecord], isCut: Bool) {
        try await StoreError.wrapping("list records that became no work") {
            let rows = try await pool.query(
                """
                select * from (
                    select *, count(*) over () as listed,
                        sum(octet_length(value)) over (order by failed_at, position) - octet_length(value) as bytes_before
                    from (
                        select * from dead_letters where \(condition) and event_id is null and settled_at is null
                        order by failed_at, position limit \(limit)
                    ) named
                ) letters
                where bytes_before < \(Self.mostBytes) order by failed_at, position
                """)
            let isCut = try rows.first.map { try $0.decode("listed", as: Int.self) > rows.count } ?? false
            let letters = try rows.map(PostgresDeadLetters.row)
            let headers = letters.map(Self.header)
            let keys = zip(letters, headers).compactMap { letter, header in
                (try? header.get()).map { WorkItemKey(stage: letter.notice.stage, eventID: $0.id) }
            }
            let found = keys.isEmpty ? [:] : try await look(keys)
            let records = zip(letters, headers).map { letter, header in
                DeadRecord(
                    number: letter.position, notice: letter.notice, retry: Self.retry(header, of: letter.notice.stage, found))
            }
            return (records, isCut)
        }
    }

    private static func header(_ letter: DeadLetterRow) -> Result<EventHeader, EventFault> {
        do throws(EventFault) {
            return .success(try EventReader.header(of: letter.notice.value))
        } catch {
            return .failure(error)
        }
    }

    private static func retry(
        _ header: Result<EventHeader, EventFault>, of stage: Stage, _ found: [WorkItemKey: Bool]
    ) -> DeadRecord.Retry {
        switch header {
        case .failure(let fault): return .nothing(.unreadable(fault))
        case .success(let header):
            guard stage.eventTypes.contains(header.type) else { return .nothing(.foreign(header.type)) }
            switch found[WorkItemKey(stage: stage, eventID: header.id)] {
            case nil: return .nothing(.unknown(header.submission))
            case true?: return .nothing(.taken(header.id))
            case false?: return .tryEvent(header.id)
            }
        }
    }

    /// For events in the log: whether the stage has had them.
    private func look(_ keys: [WorkItemKey]) async throws -> [WorkItemKey: Bool] {
        let rows = try await pool.query(
            """
            select distinct asked.stage, asked.event_id, w.event_id is not null as is_taken
            from unnest(\(keys.map(\.stage.rawValue)), \(keys.map(\.eventID.uuid))) as asked (stage, event_id)
                join events e on e.id = asked.event_id
                left join work_items w on w.stage = asked.stage and w.event_id = asked.event_id
            """)
        return Dictionary(
            try rows.map { row in
                (
                    WorkItemKey(stage: try row.decodeCase("stage"), eventID: try row.decodeID("event_id")),
                    try row.decode("is_taken", as: Bool.self)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Deciding

    /// Gives the event to the stage, if that is still the right retry.
    func retry(_ record: DeadRecord, noting act: AuditAct? = nil) async throws(StoreError) -> RetryAnswer {
        guard case .tryEvent(let event) = record.retry else { return .nothing }
        let isDone = try await StoreError.wrapping("try a record again") {
            try await pool.withTransaction { transaction in
                let count = try await transaction.execute(
                    """
                    with settled as (
                        \(Self.settling(record.number)) and not exists (
                            select from work_items w where w.stage = dead_letters.stage and w.event_id = \(event.uuid))
                        returning stage
                    )
                    insert into work_items (stage, event_id, submission_id, state, attempts, retry_at)
                    select settled.stage, e.id, e.submission_id, 'pending', 0, now()
                    from settled join events e on e.id = \(event.uuid)
                    on conflict do nothing
                    """)
                if count == 1, let act { try await transaction.execute(AuditWriter.statement([act])) }
                return count == 1
            }
        }
        return isDone ? .done : .changedMeanwhile
    }

    /// Prepares to discard the record finally. False if it is no longer in the list.
    func discard(_ record: DeadRecord) -> ConfirmationRequired<Bool> {
        let notice = record.notice
        let place = notice.origin.map { " of \($0.topic), partition \($0.partition), offset \($0.offset)" } ?? ""
        let prompt = ConfirmationPrompt(
            title: "Discard this dead letter?",
            message:
                "The record\(place) (\(notice.code)) will be in the list no more, and \(notice.stage.rawValue) never tries it.",
            actionLabel: "Discard")
        let subject = ConfirmationSubject(
            action: "dead-letter.discard", resource: "dead-letters/\(record.number)", version: 1)
        // Whose it is says the event alone, where it is one.
        let tenant = (try? EventReader.header(of: notice.value).tenant) ?? .standard
        return ConfirmationRequired(prompt, of: subject) { [pool, now] confirmation in
            try await StoreError.wrapping("discard a dead letter") {
                try await pool.withTransaction { transaction in
                    guard try await transaction.execute(Self.settling(record.number)) == 1 else { return false }
                    try await transaction.execute(
                        AuditWriter.statement([
                            AuditAct(confirmation, tenant: tenant, submission: nil, at: Timestamp(now()))
                        ]))
                    return true
                }
            }
        }
    }

    /// The record stays known, so that reading it again makes no new dead letter.
    private static func settling(_ number: Int64) -> SQL {
        """
        update dead_letters set settled_at = now()
        where position = \(number) and event_id is null and settled_at is null
        """
    }
}
