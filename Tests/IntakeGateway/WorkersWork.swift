import Domain
import FoundationEssentials
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What the two workers leave of a submission that they let pass.
enum WorkersWork {
    /// `finding`: what validation finds.
    static func pass(
        _ draft: String, _ gateway: GatewayUnderTest,
        finding: (Submission) -> SubmissionVerdict = SampleSubmissions.acceptance
    ) async throws {
        try await pass(draft, gateway, stages: [.validation, .normalization], finding: finding)
        let submissions = SubmissionStore(
            pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
        #expect(try await submissions.submission(try #require(SubmissionID(draft)), tenant: "acme")?.state == .inReview)
    }

    static func pass(
        _ draft: String, _ gateway: GatewayUnderTest, stages passed: [Stage],
        finding: (Submission) -> SubmissionVerdict = SampleSubmissions.acceptance,
        facts: (Submission) -> FactsRecord? = { _ in nil }
    ) async throws {
        let submissions = SubmissionStore(
            pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
        let stages = PostgresStageStore(pool: gateway.pool, source: "/docket/test", keys: gateway.keys)
        let lease = Lease(instance: InstanceID(UUID()), service: "test", epoch: 1)
        let id = try #require(SubmissionID(draft))
        for stage in passed {
            let now = try #require(try await submissions.submission(id, tenant: "acme"))
            let verdict = SampleSubmissions.acceptance(now)
            let change: StageChange =
                stage == .validation
                ? .validated(finding(now), facts: facts(now))
                : .normalized(SampleSubmissions.normalized(now), verdict: verdict)
            _ = try await stages.commit(
                [
                    StageCommit(
                        workItem: WorkItemKey(stage: stage, eventID: .random()), end: .done,
                        transition: StageTransition(submission: id, expectedVersion: now.version, change: change),
                        publishedAt: nil)
                ], lease)
        }
    }
}
