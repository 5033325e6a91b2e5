public import Domain
internal import FoundationEssentials
public import Postgres
internal import Shared

/// Counts what tenants use, beside the transactions of those who use it: it reads committed events in their final order, as the log of
/// custody does, and continues with the rest the next time.
public struct UsageCollector: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Counts at most `limit` events, and returns how many it has read. Reading, adding and the new position are one transaction.
    ///
    /// It stops before an event of a newer version, which that version can count.
    public func collect(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("count what is used") {
            try await pool.withTransaction { transaction in try await Self.collect(limit: limit, over: transaction) }
        }
    }

    static func collect(limit: Int, over transaction: PostgresTransaction) async throws -> Int {
        let openFrom = try await openFrom(over: transaction)
        let rows = try await transaction.query(
            """
            select e.transaction_id::text as place, e.position, e.tenant, e.type, e.time,
                case when e.type = any(\(counted)) then e.payload end as payload
            from events e where \(newEvents) and e.transaction_id < \(PostgresEventLog.horizon)
            order by e.transaction_id, e.position limit \(limit)
            """)
        var (fold, read, last): (UsageFold, Int, Row?) = (UsageFold(openFrom: openFrom), 0, nil)
        for row in rows {
            do throws(EventFault) {
                try add(row, to: &fold)
            } catch .unknownVersion {
                break
            } catch {
                throw StoreError.corrupt("an event cannot be counted: \(error.detail)")
            }
            (read, last) = (read + 1, row)
        }
        guard let last else { return 0 }
        try await transaction.pipeline(
            adding(fold.sums) + [
                """
                update usage_collector set place = \(try last.decode("place", as: String.self))::text::xid8,
                    position = \(try last.decode("position", as: Int64.self))
                """
            ])
        return read
    }

    private static func add(_ row: Row, to fold: inout UsageFold) throws(EventFault) {
        let read: (type: String, tenant: TenantID, time: Timestamp, payload: [UInt8]?)
        do {
            read = (
                try row.decode("type"), try row.decodeValue("tenant"), Timestamp(try row.decode("time", as: Date.self)),
                try row.decodeIfPresent("payload")
            )
        } catch {
            throw .malformed(String(describing: error))
        }
        try fold.add(read.type, of: read.tenant, at: read.time, read.payload)
    }

    private static func adding(_ sums: [UsageDay: UsageCounts]) -> [SQL] {
        guard !sums.isEmpty else { return [] }
        let sums = Array(sums)
        return [
            """
            insert into usage_days as d (tenant, day, submissions, files, bytes, pages_made, pages_read, reading_milliseconds)
            select tenant, day::date, submissions, files, bytes, made, read, reading
            from unnest(\(sums.map(\.key.tenant.rawValue)), \(sums.map(\.key.day.description)), \(sums.map(\.value.submissions)),
                \(sums.map(\.value.files)), \(sums.map(\.value.bytes)), \(sums.map(\.value.pagesMade)),
                \(sums.map(\.value.pagesRead)), \(sums.map(\.value.readingMilliseconds)))
                as s (tenant, day, submissions, files, bytes, made, read, reading)
            on conflict (tenant, day) do update set submissions = d.submissions + excluded.submissions,
                files = d.files + excluded.files, bytes = d.bytes + excluded.bytes,
                pages_made = d.pages_made + excluded.pages_made, pages_read = d.pages_read + excluded.pages_read,
                reading_milliseconds = d.reading_milliseconds + excluded.reading_milliseconds
            """
        ]
    }

    /// Others that count wait.
    static func openFrom(over transaction: PostgresTransaction) async throws -> CalendarDate {
        guard let row = try await transaction.query("select open_from::text as open_from from usage_collector for update").first
        else { throw StoreError.corrupt("usage_collector has no row") }
        return try row.decodeValue("open_from")
    }

    /// Events `e` that are not counted yet. The position is queried once.
    static let newEvents: SQL = """
        (e.transaction_id, e.position) > ((select place from usage_collector), (select position from usage_collector))
        """

    private static let counted = UsageCounts.eventTypes.map(\.rawValue).sorted()

    /// For how long the oldest event that is not counted has waited, in seconds; 0 if there is none.
    public func lag() async throws(StoreError) -> Double {
        try await StoreError.wrapping("look at what is to be counted") {
            try await pool.query(
                """
                select coalesce(greatest(extract(epoch from now() - (
                    select e.time from events e where \(Self.newEvents) order by e.transaction_id, e.position limit 1)), 0), 0)::float8
                    as seconds
                """)[0].decode("seconds")
        }
    }
}
