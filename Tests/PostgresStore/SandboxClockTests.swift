import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// What time that passes in a sandbox brings about, by the database's own clock.
@Suite(.timeLimit(.minutes(1)))
struct SandboxClockTests {
    private static let origin = AuditOrigin(actor: "key:test")
    private static let day = Duration.seconds(86_400)

    private static func draft(_ store: SubmissionStore, tenant: TenantID) async throws -> Submission {
        let draft = try await store.createSubmission(
            NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: tenant)
        let document = DocumentID.random()
        _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
        let answer = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: tenant)
        return try #require(answer.submission)
    }

    private static func run(_ body: (TestDatabase, SubmissionStore) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            try await body(database, SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test"))
        }
    }

    @Test func aDraftIsDueWhenItsTimeHasPassedAndNoSooner() async throws {
        try await Self.run { database, store in
            let (draft, other) = (
                try await Self.draft(store, tenant: "acme.test"), try await Self.draft(store, tenant: "acme.test")
            )
            let days = min(SampleSubmissions.journey.draftRetentionDays, TenantID.sandboxDays)
            for day in 0..<days {
                #expect(try await store.expired(limit: 10).isEmpty, "on day \(day)")
                #expect(try await store.passTime(Self.day, of: draft.id, tenant: "acme.test", by: Self.origin))
            }
            #expect(try await store.expired(limit: 10).map(\.submission) == [draft.id])
            // Whoever touches it gives it new time, but not beyond the week of all that is in a sandbox.
            let moved = try #require(try await store.submission(draft.id, tenant: "acme.test"))
            #expect(moved.createdAt == draft.createdAt.adding(.seconds(-days * 86_400)) && moved.version == draft.version)
            #expect(try await store.submission(other.id, tenant: "acme.test") == other)
        }
    }

    @Test func whatHasEndedIsKeptNoLongerThanItWouldBe() async throws {
        try await Self.run { database, store in
            let draft = try await Self.draft(store, tenant: "acme.test")
            let retention = RetentionStore(pool: database.pool)
            _ = try await store.submit(draft.id, tenant: "acme.test")
            #expect(try await store.passTime(Self.day * 6, of: draft.id, tenant: "acme.test", by: Self.origin))
            #expect(try await retention.due(includingHeld: false, limit: 10).isEmpty)
            #expect(try await store.passTime(Self.day, of: draft.id, tenant: "acme.test", by: Self.origin))
            let due = try await retention.due(includingHeld: false, limit: 10)
            #expect(due.map(\.submission) == [draft.id] && due.map(\.part) == [.everything])
            // It is found where it stands now, by its type of document, too.
            let old = draft.createdAt.adding(.seconds(-6 * 86_400))
            let found = try await database.pool.query(
                "select from documents where submission_id = \(draft.id.uuid) and created_at < \(old.date)")
            #expect(found.count == 1)
        }
    }

    @Test func forNothingElseTimePasses() async throws {
        try await Self.run { database, store in
            let (real, test) = (try await Self.draft(store, tenant: "acme"), try await Self.draft(store, tenant: "acme.test"))
            #expect(try await !store.passTime(Self.day, of: real.id, tenant: "acme", by: Self.origin))
            #expect(try await !store.passTime(Self.day, of: real.id, tenant: "acme.test", by: Self.origin))
            #expect(try await !store.passTime(Self.day, of: test.id, tenant: "other.test", by: Self.origin))
            #expect(try await !store.passTime(.zero, of: test.id, tenant: "acme.test", by: Self.origin))
            #expect(try await !store.passTime(.zero - Self.day, of: test.id, tenant: "acme.test", by: Self.origin))
            #expect(try await store.submission(real.id, tenant: "acme") == real)
            #expect(try await store.submission(test.id, tenant: "acme.test") == test)
            #expect(try await AuditStore(pool: database.pool).entries(tenant: nil, limit: 10).isEmpty)
        }
    }
}
