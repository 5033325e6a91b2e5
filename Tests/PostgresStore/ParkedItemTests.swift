import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

@Suite(.timeLimit(.minutes(1))) struct ParkedItemTests {
    private struct Ground: Sendable {
        let fixture: StoreFixture
        let lease: Lease
        let items: PostgresWorkItemStore
        let parked: ParkedItemStore

        /// A submission of which the stage has given up on the event.
        func givenUp(_ stage: Stage, sequence: Int, failing: Bool) async throws -> Submission {
            let submission = try await fixture.store.submittedSample(tenant: fixture.tenant)
            let event = try await PostgresEventLog(pool: fixture.database.pool).id(of: submission.id, sequence: sequence)
            let key = WorkItemKey(stage: stage, eventID: event)
            _ = try await items.begin([key], mode: .together, lease)
            let failure = ProcessingFailure(code: "broken", isRetriable: false, description: "Something is broken.")
            let transition = StageTransition(
                submission: submission.id, expectedVersion: sequence, change: .failed(failure))
            let commit = StageCommit(
                workItem: key, end: .parked(error: "broken: Something is broken."), transition: failing ? transition : nil,
                publishedAt: nil)
            _ = try await PostgresStageStore(pool: fixture.database.pool, source: StoreFixture.source).commit([commit], lease)
            return submission
        }

        func state(_ submission: Submission) async throws -> SubmissionState? {
            try await fixture.store.submission(submission.id, tenant: fixture.tenant)?.state
        }
    }

    private func onGround(_ body: (Ground) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            let pool = fixture.database.pool
            let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            try await body(
                Ground(
                    fixture: fixture, lease: lease, items: PostgresWorkItemStore(pool: pool),
                    parked: ParkedItemStore(pool: pool, submissions: fixture.store)))
        }
    }

    @Test func aFailedSubmissionIsSubmittedAgain() async throws {
        try await onGround { ground in
            let submission = try await ground.givenUp(.validation, sequence: 4, failing: true)
            let item = try #require(try await ground.parked.parked(DeadLetterFilter(stage: .validation), limit: 10).first)
            #expect(item.state == .failed)
            #expect(item.attempts == 1)
            #expect(item.error == "broken: Something is broken.")
            #expect(item.retry == .submit(newVersion: 6))
            #expect(try await ground.parked.retry(item) == .done)
            #expect(try await ground.state(submission) == .submitted)
            #expect(try await ground.fixture.eventTypes(submission).suffix(2) == [.submissionFailed, .submissionSubmitted])
            #expect(try await ground.parked.parked(limit: 10).isEmpty)
            // As it was read, it is not there any more.
            #expect(try await ground.parked.retry(item) == .changedMeanwhile)
        }
    }

    /// By a command on the database, which need not have the keys.
    @Test func `a failed submission is submitted again by whoever cannot open what it says of its person`() async throws {
        try await onGround { ground in
            let submission = try await ground.givenUp(.validation, sequence: 4, failing: true)
            let item = try #require(try await ground.parked.parked(limit: 10).first)
            try await ground.fixture.database.pool.execute("update submissions set personal = 'sealed'")
            #expect(try await ground.parked.retry(item) == .done)
            try await ground.fixture.database.pool.execute("update submissions set personal = null")
            #expect(try await ground.state(submission) == .submitted)
        }
    }

    @Test func whatKeepsNobodyFromAnOutcomeIsTriedAgain() async throws {
        try await onGround { ground in
            _ = try await ground.givenUp(.preview, sequence: 3, failing: false)
            let item = try #require(try await ground.parked.parked(limit: 10).first)
            #expect(item.retry == .tryAgain)
            #expect(try await ground.parked.retry(item) == .done)
            #expect(try await ground.items.claimDueRetries(stage: .preview, limit: 10, ground.lease).map(\.key) == [item.key])
            #expect(try await ground.parked.retry(item) == .changedMeanwhile)
        }
    }

    @Test func whatHasMovedOnIsLeftAlone() async throws {
        try await onGround { ground in
            let submission = try await ground.givenUp(.validation, sequence: 4, failing: true)
            _ = try await ground.fixture.store.change(
                submission.id, tenant: ground.fixture.tenant, version: nil, traceparent: nil
            ) { (editor) throws(EditStop) in try editor.retry() }
            let event = try await PostgresEventLog(pool: ground.fixture.database.pool).id(of: submission.id, sequence: 4)
            let item = try #require(try await ground.parked.parked(events: [event]).first)
            #expect(item.retry == .nothing(.submitted))
            #expect(try await ground.parked.retry(item) == .nothing)
        }
    }

    @Test func discardingWantsAConfirmationAndIsAudited() async throws {
        try await onGround { ground in
            let submission = try await ground.givenUp(.validation, sequence: 4, failing: true)
            let item = try #require(try await ground.parked.parked(limit: 10).first)
            #expect(try await ground.parked.discard(item).confirm(asking: "operator:ann") { _ in false } == nil)
            #expect(try await ground.parked.parked(limit: 10).count == 1)
            #expect(try await ground.parked.discard(item).confirm(asking: "operator:ann") { _ in true } == true)
            #expect(try await ground.parked.discard(item).confirm(asking: "operator:ann") { _ in true } == false)
            #expect(try await ground.parked.parked(limit: 10).isEmpty)
            #expect(try await ground.state(submission) == .failed)
            let rows = try await ground.fixture.database.pool.query("select action, actor, submission_id from audit")
            #expect(rows.count == 1)
            #expect(try rows[0].decode("action", as: String.self) == "dead-letter.discard")
            #expect(try rows[0].decode("actor", as: String.self) == "operator:ann")
        }
    }
}
