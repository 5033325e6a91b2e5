public import Domain
public import Postgres
public import Shared

/// Closes, tells and reads tenants' days.
public struct UsageDayStore: Sendable {
    private let pool: PostgresPool
    private let owner: InstanceID
    private let source: String
    private let wakeRelay: @Sendable () -> Void

    /// `owner`'s relay publishes the records, and `wakeRelay` wakes it. `source` is the attribute of events.
    public init(
        pool: PostgresPool, owner: InstanceID, source: String = "/docket/gateway", wakeRelay: @escaping @Sendable () -> Void = {}
    ) {
        (self.pool, self.owner, self.source, self.wakeRelay) = (pool, owner, source, wakeRelay)
    }

    // MARK: - Closing

    /// Behind so many events that are not counted no day is closed. In their order they are found without reading the others.
    private static let mostWaiting = 10_000

    /// Closes the days that are over, once all events of them that others have committed are counted. False if some are not, or
    /// nothing is over.
    public func close(at now: Timestamp) async throws(StoreError) -> Bool {
        let until = UsageClosing.openFrom(at: now)
        let isLater: SQL = "e.time >= \(until.description)::text::date::timestamp at time zone 'utc'"
        return try await StoreError.wrapping("close a day") {
            try await pool.withTransaction { transaction in
                guard try await UsageCollector.openFrom(over: transaction) < until else { return false }
                let closed = try await transaction.query(
                    """
                    update usage_collector set open_from = \(until.description)::text::date
                    where (select count(*) < \(Self.mostWaiting) and coalesce(bool_and(\(isLater)), true) from (
                        select e.time from events e where \(UsageCollector.newEvents)
                        order by e.transaction_id, e.position limit \(Self.mostWaiting)) e)
                    returning true
                    """)
                return !closed.isEmpty
            }
        }
    }

    /// Writes the records of at most `limit` tenants' days that are closed, and returns how many. A day and its row of the outbox are
    /// one transaction: its record is neither lost nor made twice.
    public func tell(at now: Timestamp, limit: Int) async throws(StoreError) -> Int {
        let count = try await StoreError.wrapping("tell what was used") {
            try await pool.withTransaction { transaction in try await tell(at: now, limit: limit, over: transaction) }
        }
        if count > 0 { wakeRelay() }
        return count
    }

    private func tell(at now: Timestamp, limit: Int, over transaction: PostgresTransaction) async throws -> Int {
        let openFrom = try await UsageCollector.openFrom(over: transaction)
        let answers = try await transaction.pipeline([
            "select current_event_era() as era",
            """
            select tenant, \(Self.columns) from usage_days
            where position is null and day < \(openFrom.description)::text::date order by day, tenant limit \(limit)
            """,
        ])
        let era = try answers[0][0].decode("era", as: Int.self)
        let events = try answers[1].map { row in
            UsageEvent(
                source: source, time: now, tenant: try row.decodeValue("tenant"), day: try row.decodeValue("day"), era: era,
                counts: try Self.counts(row))
        }
        guard !events.isEmpty else { return 0 }
        try await transaction.execute(
            """
            with told as (
                update usage_days d set position = nextval(pg_get_serial_sequence('events', 'position')), event = t.event,
                    told_at = \(now.date)
                from unnest(\(events.map(\.tenant.rawValue)), \(events.map(\.data.day.description)),
                    \(try events.map { Bytes(try $0.encoded()) }), \(events.map(\.id.uuid)),
                    \(events.map { UsageEvent.order(of: $0.tenant).uuid }), \(events.map(\.sequence)))
                    as t (tenant, day, event, id, line, sequence)
                where d.tenant = t.tenant and d.day = t.day::date
                returning d.position, t.id, t.line, t.sequence
            )
            insert into outbox (position, event_id, submission_id, sequence, topic, owner)
            select position, id, line, sequence, \(Topic.usage.rawValue), \(owner.rawValue) from told
            """)
        return events.count
    }

    // MARK: - Reading

    /// A tenant's days of a period, of which `last` is included.
    public func report(
        of tenant: TenantID, from first: CalendarDate, to last: CalendarDate
    ) async throws(StoreError) -> UsageReport {
        if let report = try await reports(of: tenant, from: first, to: last)[tenant] { return report }
        return UsageReport(from: first, to: last, sums: [:], openFrom: try await openFrom())
    }

    /// The same of each tenant that has used something; of one alone where it is named.
    public func reports(
        of tenant: TenantID?, from first: CalendarDate, to last: CalendarDate
    ) async throws(StoreError) -> [TenantID: UsageReport] {
        let own: SQL = tenant.map { "tenant = \($0.rawValue) and" } ?? ""
        return try await StoreError.wrapping("read what was used") {
            let rows = try await pool.query(
                """
                select tenant, \(Self.columns), (select open_from::text from usage_collector) as open_from from usage_days
                where \(own) day between \(first.description)::text::date and \(last.description)::text::date
                """)
            guard let openFrom = try rows.first?.decodeValue("open_from", as: CalendarDate.self) else { return [:] }
            var sums: [TenantID: [CalendarDate: UsageCounts]] = [:]
            for row in rows {
                sums[try row.decodeValue("tenant"), default: [:]][try row.decodeValue("day")] = try Self.counts(row)
            }
            return sums.mapValues { UsageReport(from: first, to: last, sums: $0, openFrom: openFrom) }
        }
    }

    private func openFrom() async throws(StoreError) -> CalendarDate {
        try await StoreError.wrapping("read which days are closed") {
            try await pool.query("select open_from::text as open_from from usage_collector")[0].decodeValue("open_from")
        }
    }

    private static let columns: SQL = "day::text as day, submissions, files, bytes, pages_made, pages_read, reading_milliseconds"

    private static func counts(_ row: Row) throws -> UsageCounts {
        UsageCounts(
            submissions: try row.decode("submissions"), files: try row.decode("files"), bytes: try row.decode("bytes"),
            pagesMade: try row.decode("pages_made"), pagesRead: try row.decode("pages_read"),
            readingMilliseconds: try row.decode("reading_milliseconds"))
    }
}
