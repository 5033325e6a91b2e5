import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Whose clock says that the time of something is over.
@Suite(.timeLimit(.minutes(1)))
struct ExpiryClockTests {
    /// A process whose clock is years ahead finds nothing to destroy.
    @Test func draftsExpireByTheClockOfTheDatabase() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let ahead = SubmissionStore(
                pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test",
                now: { Date().addingTimeInterval(10 * 365 * 86_400) })
            let draft = try await store.createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "acme")
            #expect(try await ahead.expired(limit: 10).isEmpty)
            try await database.pool.execute("update submissions set expires_at = now() where id = \(draft.id.uuid)")
            #expect(try await ahead.expired(limit: 10).map(\.submission) == [draft.id])
        }
    }
}
