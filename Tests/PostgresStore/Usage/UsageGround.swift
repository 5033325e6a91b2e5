import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// A database whose events are counted.
struct UsageGround: Sendable {
    let database: TestDatabase
    let owner = InstanceID(UUID())

    var pool: PostgresPool { database.pool }
    var collector: UsageCollector { UsageCollector(pool: pool) }
    var days: UsageDayStore { UsageDayStore(pool: pool, owner: owner, source: "/docket/test") }
    var today: CalendarDate { CalendarDate(Timestamp(Date()), in: .utc) }
    /// Today is over then, and the time to wait, too.
    var tomorrow: Timestamp { Timestamp(Date()).adding(.seconds(86_400 + 900)) }
    var submissions: SubmissionStore {
        SubmissionStore(pool: pool, owner: owner, source: "/docket/test", wakeRelay: {})
    }

    static func run(_ body: (UsageGround) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { try await body(UsageGround(database: $0)) }
    }

    /// A file of so many bytes has arrived.
    func file(_ size: Int, of tenant: TenantID = .standard, at time: Timestamp = Timestamp(Date())) async throws {
        try await Self.file(size, of: tenant, at: time, over: pool)
    }

    static func file(
        _ size: Int, of tenant: TenantID = .standard, at time: Timestamp, over executor: some PostgresExecutor
    ) async throws {
        let data = UploadCompleted(
            document: .random(), page: .random(), digest: ContentDigest(of: []), size: size, mediaType: .jpeg)
        let header = EventHeader(
            id: .random(), type: .uploadCompleted, source: "/docket/test", submission: .random(), time: time, sequence: 3,
            tenant: tenant, journey: "sample")
        try await write(header, type: header.type.rawValue, try CloudEvent(header: header, data: data).encoded(), over: executor)
    }

    static func write(
        _ header: EventHeader, type: String, _ payload: [UInt8], over executor: some PostgresExecutor
    ) async throws {
        _ = try await executor.query(
            """
            insert into events (id, submission_id, tenant, sequence, type, topic, time, payload)
            values (\(header.id.uuid), \(header.submission.uuid), \(header.tenant.rawValue), \(header.sequence), \(type),
                \(Topic.uploads.rawValue), \(header.time.date), \(payload))
            """)
    }

    func counts(_ tenant: TenantID = .standard) async throws -> UsageCounts {
        try await days.report(of: tenant, from: today.adding(days: -10), to: today.adding(days: 10)).totals
    }

    /// Until so many files are counted: transactions of other tests in the cluster hold events back.
    func collect(files: Int, of tenant: TenantID = .standard, limit: Int = 500) async throws {
        try await eventually("\(files) files are counted") {
            while try await collector.collect(limit: limit) > 0 {}
            return try await counts(tenant).files >= files
        }
        #expect(try await counts(tenant).files == files)
    }

    /// Until all is counted.
    func collectAll() async throws {
        try await eventually("all is counted") {
            while try await collector.collect(limit: 500) > 0 {}
            return try await collector.lag() == 0
        }
    }

    /// Until a day that ends before `moment` is closed.
    func close(at moment: Timestamp) async throws {
        try await eventually("the day is closed") {
            while try await collector.collect(limit: 500) > 0 {}
            return try await days.close(at: moment)
        }
    }

    /// The records that wait in the outbox, in their order.
    func records() async throws -> [UsageEvent] {
        try await pool.query("select u.event from outbox o join usage_days u on u.position = o.position order by o.position").map
        {
            try CanonicalJSON.decode(UsageEvent.self, from: try $0.decode("event"))
        }
    }
}
