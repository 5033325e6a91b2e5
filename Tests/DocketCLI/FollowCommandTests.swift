import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI
import Operations

/// `docket follow`.
@Suite(.timeLimit(.minutes(1)))
struct FollowCommandTests {
    private struct Line: Decodable {
        let kind: String
        let time: String?
        let what: String?
        let sequence: Int?
        let record: String?
        let note: String?
        let milliseconds: Int?
        let state: String?
        let stages: [Stage]?
        let reasons: [[String: String]]?

        struct Stage: Decodable {
            let state: String
            let milliseconds: Int
        }
    }

    private func lines(_ outcome: OperatorGround.Outcome) throws -> [Line] {
        try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// One that was retried, parked, sent again by an operator, and told to an endpoint in the second try.
    @Test func `a story has its retries, what was parked, and what was sent again`() async throws {
        try await OperatorGround.run { ground in
            let pool = ground.database.pool
            let (submission, event) = try await ground.givenUp(.validation)
            try await ground.published(to: "one")
            try await pool.pipeline([
                """
                update work_items set attempts = 3 where event_id = \(event.uuid)
                """,
                """
                insert into dead_letters (position, stage, event_id, attempts, code, problem, failed_at, key, value)
                values (100000, 'validation', \(event.uuid), 3, 'broken', 'Something is broken.', now(), '', '')
                """,
                """
                insert into outbox (position, event_id, submission_id, sequence, topic, owner, published_at, cluster, partition,
                    record_offset)
                values (100000, gen_random_uuid(), \(submission.id.uuid), 0, 'docket.dlq', gen_random_uuid(), now(), 'one', 1, 7)
                """,
            ])
            let parked = try await ground.docket("follow", "\(submission.id)", "--no-follow", "--json")
            #expect(parked.code == .success, "\(parked.errors)")
            let before = try lines(parked)
            let stopped = try #require(before.first { $0.kind == "parked" })
            #expect(stopped.what == "validation" && stopped.note == "parked after 3 attempts: broken: Something is broken.")
            let letter = try #require(before.first { $0.kind == "dead-letter" })
            #expect(letter.record == "docket.dlq[1]@7" && letter.note?.contains("after 3 attempts: broken") == true)
            #expect(before.contains { $0.kind == "published" && $0.what == "docket.submitted" && $0.record != nil })
            #expect(before.last?.kind == "summary" && before.last?.state == "failed")

            #expect(try await ground.docket("dlq", "retry", "\(event)").code == .success)
            let again = try await PostgresEventLog(pool: pool).id(of: submission.id, sequence: 6)
            let failing = WorkItemKey(stage: .validation, eventID: again)
            _ = try await ground.items.begin([failing], mode: .together, ground.lease)
            // A first attempt fails, and is to be made again.
            _ = try await PostgresStageStore(pool: pool, source: "/docket/test").commit(
                [
                    StageCommit(
                        workItem: failing, end: .retry(after: .seconds(600), error: "away: Something is away."), transition: nil,
                        publishedAt: nil)
                ], ground.lease)
            try await pool.pipeline([
                """
                insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, attempts, last_status)
                values (\(again.uuid), 'webhook', 'there', 'default', \(submission.id.uuid), 6, 'delivered', 2, 204)
                """,
                """
                insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, status, error, request)
                values (\(again.uuid), 'webhook', 'there', 1, now(), 12, 503, 'It is away.',
                        '{"target":"https://example.org","headers":{},"size":1}'),
                    (\(again.uuid), 'webhook', 'there', 2, now(), 3, 204, null,
                        '{"target":"https://example.org","headers":{},"size":1}')
                """,
            ])
            let told = try lines(try await ground.docket("follow", "\(submission.id)", "--no-follow", "--json"))
            #expect(told.contains { $0.kind == "event" && $0.what == "submission.failed" && $0.sequence == 5 })
            #expect(told.contains { $0.kind == "event" && $0.what == "submission.submitted" && $0.sequence == 6 })
            let retry = try #require(told.first { $0.kind == "retry" })
            #expect(retry.sequence == 6 && retry.note?.contains("attempt 1 failed, the next one at") == true)
            #expect(told.filter { $0.kind == "told" }.map(\.note).contains("try 1: status 503"))
            #expect(told.filter { $0.kind == "told" }.map(\.note).contains("told"))
            let summary = try #require(told.last)
            #expect(summary.state == "submitted")
            #expect(summary.stages?.map(\.state) == ["draft", "submitted", "failed", "submitted"])

            let text = try await ground.docket("follow", "\(submission.id)", "--no-follow")
            #expect(text.output.contains("validation → docket.dlq") && text.output.contains("✗") && text.output.contains("↻"))
        }
    }

    @Test func `it says by which rule a document was refused, and nothing that was found in it`() async throws {
        try await OperatorGround.run { ground in
            let submission = try await ground.submissions.submittedSample()
            let event = try await PostgresEventLog(pool: ground.database.pool).id(of: submission.id, sequence: 4)
            let key = WorkItemKey(stage: .validation, eventID: event)
            _ = try await ground.items.begin([key], mode: .together, ground.lease)
            let verdict = SampleSubmissions.refusal(submission)
            let transition = StageTransition(submission: submission.id, expectedVersion: 4, change: .validated(verdict))
            _ = try await PostgresStageStore(pool: ground.database.pool, source: "/docket/test").commit(
                [StageCommit(workItem: key, end: .done, transition: transition, publishedAt: nil)], ground.lease)
            let reason = try #require(verdict.allReasons.first)
            let document = try #require(reason.document)

            let told = try lines(try await ground.docket("follow", "\(submission.id)", "--no-follow", "--json"))
            let why = try #require(told.first { $0.kind == "reason" })
            #expect(why.what == "legible" && why.sequence == 5)
            #expect(why.note == "\(document): expected a legible page")
            let summary = try #require(told.last)
            #expect(summary.state == "needs_input")
            #expect(
                summary.reasons == [
                    ["rule": "legible", "severity": "refuse", "document": "\(document)", "expected": "a legible page"]
                ])
            let text = try await ground.docket("follow", "\(submission.id)", "--no-follow").output
            #expect(
                text.contains("✗ #5  legible") && text.contains("needs_input  other documents are needed\n  ✗  legible: expected")
            )
            #expect(!text.contains(reason.found) && !text.contains(reason.message))
        }
    }

    @Test func `of what failed it says who gave it up and why`() async throws {
        try await OperatorGround.run { ground in
            let (submission, _) = try await ground.givenUp(.validation)
            let text = try await ground.docket("follow", "\(submission.id)", "--no-follow").output
            #expect(text.contains("failed  an operator has to look at it\n  ✗  validation: broken: Something is broken."))
        }
    }

    /// It goes on until the last that has to be told was told.
    @Test func `it is live until it ends`() async throws {
        try await OperatorGround.run { ground in
            let (submission, event) = try await ground.givenUp(.validation)
            let outcome = try await PostgresEventLog(pool: ground.database.pool).id(of: submission.id, sequence: 5)
            let story = try #require(try await StoryReader(pool: ground.database.pool).story(of: submission.id))
            #expect(!story.hasEnded, "who is to be told has not been decided")
            async let followed = ground.docket("follow", "\(submission.id)", "--json")
            let notification = WorkItemKey(stage: .notification, eventID: outcome)
            _ = try await ground.items.begin([notification], mode: .together, ground.lease)
            _ = try await PostgresStageStore(pool: ground.database.pool, source: "/docket/test").commit(
                [StageCommit(workItem: notification, end: .done, transition: nil, publishedAt: nil)], ground.lease)
            let told = try lines(try await followed)
            #expect(told.last?.kind == "summary" && told.last?.state == "failed")
            #expect(told.contains { $0.kind == "work" && $0.what == "notification" && $0.note == "done" })
            #expect(told.filter { $0.kind == "event" }.map(\.sequence) == [1, 2, 3, 4, 5])
            #expect(told.first { $0.kind == "parked" }?.sequence == 4, "\(event)")
        }
    }

    @Test func `what is not there is said so`() async throws {
        try await OperatorGround.run { ground in
            let outcome = try await ground.docket("follow", "\(SubmissionID.random())")
            #expect(outcome.code == .notFound && outcome.errors.contains("there is no submission"))
            #expect(try await ground.docket("follow", "seven").code == .usage)
        }
    }
}
