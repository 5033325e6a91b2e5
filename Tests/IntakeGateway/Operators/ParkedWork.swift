import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Submissions that a stage has given up on.
struct ParkedWork: Sendable {
    let pool: PostgresPool
    let submissions: SubmissionStore
    let lease: Lease

    init(pool: PostgresPool, submissions: SubmissionStore, lease: Lease) {
        (self.pool, self.submissions, self.lease) = (pool, submissions, lease)
    }

    /// With a lease of its own.
    init(pool: PostgresPool) async throws {
        lease = try await PostgresLeaseStore(pool: pool).acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
        submissions = SubmissionStore(pool: pool, owner: lease.instance, source: "/docket/test")
        self.pool = pool
    }

    /// An event of a submission that validation has given up on.
    func parked(_ tenant: TenantID = "acme", code: String = "broken") async throws -> (submission: Submission, event: EventID) {
        let submission = try await submissions.submittedSample(tenant: tenant)
        let event = try #require(try await events(of: submission.id).last)
        try await park(event.id, code: code)
        return (submission, event.id)
    }

    func events(of submission: SubmissionID) async throws -> [RecordedEvent] {
        try await PostgresEventLog(pool: pool).events(of: submission, afterSequence: 0, limit: 100)
    }

    func park(_ event: EventID, code: String = "broken") async throws {
        let key = WorkItemKey(stage: .validation, eventID: event)
        _ = try await PostgresWorkItemStore(pool: pool).begin([key], mode: .together, lease)
        _ = try await PostgresStageStore(pool: pool, source: "/docket/test").commit(
            [
                StageCommit(
                    workItem: key, end: .parked(error: "\(code): Something is broken."), transition: nil, publishedAt: nil)
            ], lease)
    }
}
