public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// What the programs of tenants were refused of late, counted by the minute.
public struct RefusedRequestStore: Sendable {
    /// How long it is kept.
    public static let remembrance = Duration.seconds(3 * 86_400)
    public static let maximumPageSize = 500

    private let pool: PostgresPool
    private let now: @Sendable () -> Timestamp

    public init(pool: PostgresPool, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.pool = pool
        self.now = now
    }

    /// Adds to what was counted before. In one order, so that two gateways never wait for each other.
    public func add(_ counts: [RefusedRequest: Int]) async throws(StoreError) {
        guard !counts.isEmpty else { return }
        let all = counts.sorted { one, other in Self.place(of: one.key).lexicographicallyPrecedes(Self.place(of: other.key)) }
        let requests = all.map(\.key)
        _ = try await StoreError.wrapping("count refused requests") {
            try await pool.execute(
                """
                insert into refused_requests (tenant, minute, actor, operation, status, problem, count)
                select * from unnest(\(requests.map(\.tenant.rawValue)), \(requests.map(\.minute.date)), \(requests.map(\.actor)),
                    \(requests.map(\.operation)), \(requests.map(\.status)), \(requests.map(\.problem)), \(all.map(\.value)))
                on conflict (tenant, minute, operation, problem, actor, status)
                    do update set count = refused_requests.count + excluded.count
                """)
        }
    }

    private static func place(of request: RefusedRequest) -> [String] {
        [
            request.tenant.rawValue, request.minute.description, request.operation, request.problem, request.actor,
            String(request.status),
        ]
    }

    /// Those of a tenant, the newest minute first.
    public func requests(of tenant: TenantID, limit: Int) async throws(StoreError) -> [(request: RefusedRequest, count: Int)] {
        let limit = min(max(limit, 1), Self.maximumPageSize)
        return try await StoreError.wrapping("read refused requests") {
            try await pool.query(
                """
                select * from refused_requests where tenant = \(tenant.rawValue)
                order by minute desc, operation, problem, actor, status limit \(limit)
                """
            ).map { row in
                let request = RefusedRequest(
                    tenant: try row.decodeValue("tenant"), minute: try row.decodeTimestamp("minute"),
                    actor: try row.decode("actor"), operation: try row.decode("operation"), status: try row.decode("status"),
                    problem: try row.decode("problem"))
                return (request, try row.decode("count"))
            }
        }
    }

    /// Forgets at most `limit` of those that are old; returns how many.
    public func purge(limit: Int) async throws(StoreError) -> Int {
        let end = now().adding(.zero - Self.remembrance)
        return try await StoreError.wrapping("forget refused requests") {
            try await pool.execute(
                """
                delete from refused_requests where ctid in (
                    select ctid from refused_requests where minute < \(end.date) order by minute limit \(limit)
                    for update skip locked
                )
                """)
        }
    }
}
