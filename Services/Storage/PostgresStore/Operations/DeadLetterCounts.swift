public import Domain
internal import Postgres
public import Shared

/// The length of the list of dead letters, by stage and cause.
public struct DeadLetterCounts: Sendable, Hashable {
    public struct Cause: Sendable, Hashable {
        public let stage: Stage
        /// The code of the last failure, such as `event-malformed`.
        public let code: String

        public init(stage: Stage, code: String) {
            self.stage = stage
            self.code = code
        }
    }

    /// The limit of counting each kind.
    public static let mostCounted = 10_000
    /// The maximum of causes of a stage. Further ones count as `other`.
    static let mostCauses = 20

    /// The code of a parked event's last failure.
    static let code: SQL = "coalesce(substring(last_error from '^([a-z0-9-]{1,60}): '), 'unknown')"

    /// Parked events.
    public var parked: [Cause: Int] = [:]
    /// The whole list: parked events, and records that became no work.
    public var all: [Cause: Int] = [:]

    public init() {}
}

extension OperationsReader {
    /// Reads only the list, and only a part of a very long one.
    public func deadLetters() async throws(StoreError) -> DeadLetterCounts {
        try await StoreError.wrapping("count dead letters") {
            let rows = try await pool.query(
                """
                with letters as (
                    (select true as is_parked, stage, \(DeadLetterCounts.code) as code
                    from work_items where state = 'parked' limit \(DeadLetterCounts.mostCounted))
                    union all
                    (select false, stage, code from dead_letters
                    where event_id is null and settled_at is null limit \(DeadLetterCounts.mostCounted))
                ), counted as (
                    select is_parked, stage, code, count(*) as letters from letters group by is_parked, stage, code
                ), ranked as (
                    select *, row_number() over (partition by is_parked, stage order by letters desc, code) as place from counted
                )
                select is_parked, stage, case when place <= \(DeadLetterCounts.mostCauses) then code else 'other' end as code,
                    sum(letters)::bigint as letters
                from ranked group by 1, 2, 3
                """)
            var counts = DeadLetterCounts()
            for row in rows {
                let cause = DeadLetterCounts.Cause(stage: try row.decodeCase("stage"), code: try row.decode("code"))
                let letters = try row.decode("letters", as: Int.self)
                if try row.decode("is_parked", as: Bool.self) { counts.parked[cause, default: 0] += letters }
                counts.all[cause, default: 0] += letters
            }
            return counts
        }
    }
}
