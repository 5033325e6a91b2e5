import Postgres
import Shared
import Telemetry

/// What the database holds at the end: the truth that tests compare with what others have seen.
struct StoredEvents: Sendable {
    struct Outcome: Sendable, Hashable {
        let event: String
        let submission: String
        let type: String
    }

    let outcomes: [Outcome]
    /// Submissions whose events do not count from 1 to their version.
    let gaps: Int
    let unpublished: Int
    let parked: Int
    let unfinishedWork: Int
    let undelivered: Int
}

extension RunningDocket {
    func withDatabase<T: Sendable>(_ body: (PostgresPool) async throws -> T) async throws -> T {
        let configuration = PostgresConfiguration(
            connectionString: try environment["DATABASE_DIRECT_URL"] ?? variable("DATABASE_URL"),
            applicationName: "integration-tests", minimumConnections: 0)
        let pool = PostgresPool(configuration: configuration, group: group, logger: Logger(label: "tests", level: .critical))
        do {
            let value = try await body(pool)
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }

    func storedEvents() async throws -> StoredEvents {
        try await withDatabase { pool in
            let outcomes = try await pool.query(
                "select id::text, submission_id::text as submission, type from events where topic = 'docket.outcomes'")
            func count(_ statement: SQL) async throws -> Int { try await pool.query(statement)[0].decode(0, as: Int.self) }
            return StoredEvents(
                outcomes: try outcomes.map {
                    .init(event: try $0.decode("id"), submission: try $0.decode("submission"), type: try $0.decode("type"))
                },
                gaps: try await count(
                    """
                    select count(*) from submissions s
                    left join (
                        select submission_id, count(*) as events, min(sequence) as first, max(sequence) as last
                        from events group by submission_id
                    ) e on e.submission_id = s.id
                    where e.events is distinct from s.version or e.first is distinct from 1 or e.last is distinct from s.version
                    """),
                unpublished: try await count("select count(*) from outbox where published_at is null"),
                parked: try await count("select count(*) from work_items where state = 'parked'"),
                unfinishedWork: try await count("select count(*) from work_items where state = 'pending'"),
                undelivered: try await count("select count(*) from deliveries where state <> 'delivered'"))
        }
    }
}
