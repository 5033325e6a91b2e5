import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// A store on a database of its own, for a tenant of its own.
struct StoreFixture: Sendable {
    static let source = "/docket/test"

    let store: SubmissionStore
    let database: TestDatabase
    let tenant: TenantID = "acme"

    static func run(
        isPooled: Bool = TestDatabase.goesThroughPooler, wakeRelay: @escaping @Sendable () -> Void = {},
        _ body: (StoreFixture) async throws -> Void
    ) async throws {
        try await TestDatabase.runMigrated(isPooled: isPooled) { database in
            let store = SubmissionStore(
                pool: database.pool, owner: InstanceID(UUID()), source: source, wakeRelay: wakeRelay)
            try await body(StoreFixture(store: store, database: database))
        }
    }

    func draft() async throws -> Submission {
        try await store.createSubmission(
            NewSubmission(
                journey: "sample", subject: "person-1", reference: "Case 7", locale: "en-GB",
                contact: Contact(email: "ann@example.org"), metadata: ["branch": "north"],
                returnUrl: "https://example.org/back",
                expected: ExpectedPerson(name: "Ann Example", dateOfBirth: CalendarDate("1990-02-28"))),
            journey: SampleSubmissions.journey, tenant: tenant)
    }

    /// The types of the submission's events, which are whole and in step with their rows.
    func eventTypes(_ submission: Submission) async throws -> [EventType] {
        let events = try await PostgresEventLog(pool: database.pool).events(of: submission.id, afterSequence: 0, limit: 100)
        #expect(events.map(\.sequence) == Array(1...events.count))
        for event in events {
            let header = try EventReader.header(of: event.payload)
            #expect(header.id == event.id && header.sequence == event.sequence && header.type == event.type)
            #expect(header.source == Self.source)
        }
        // Each says when the one before it was.
        let headers = try events.map { try EventReader.header(of: $0.payload) }
        #expect(headers.map(\.previousTime) == [nil] + headers.dropLast().map { Optional($0.time) })
        return events.map(\.type)
    }

    /// The bytes that wait to be erased.
    func condemned() async throws -> Set<ContentDigest> {
        let rows = try await database.pool.query("select digest from blob_erasures")
        return Set(try rows.compactMap { ContentDigest(bytes: try $0.decode("digest", as: [UInt8].self)) })
    }

    struct Unexpected: Error {}
}
