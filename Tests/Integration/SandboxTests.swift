import FoundationEssentials
import IntakeClient
import IntakeTransport
import Shared
import Support
import Testing

extension OwnRuns {
    /// A tenant tries each outcome out, all the way: a real gateway, real workers, and a webhook that hears of it.
    @Suite(.timeLimit(.minutes(5)))
    struct SandboxTests {
        private struct Key: Decodable {
            let tenant: String
            let key: String
        }

        private struct Endpoint: Decodable {
            let secret: String
        }

        /// An endpoint of the sandbox's own, where the installation's is, too; returns its secret.
        private static func endpoint(_ docket: RunningDocket) async throws -> String {
            let made = try await Program.check(
                try BuiltPrograms.path("docket"),
                [
                    "endpoints", "add", "--tenant", "default.test", "--url", docket.receiver.url, "--json", "--home",
                    docket.home,
                ])
            let secret = try JSONDecoder().decode(Endpoint.self, from: Data(made.text.utf8)).secret
            docket.receiver.expect(secret)
            return secret
        }

        /// Takes up the sandbox's key.
        private static func tester(_ docket: RunningDocket) async throws -> IntakeClient {
            let made = try await Program.check(
                try BuiltPrograms.path("docket"),
                ["keys", "create", "--tenant", "default", "--test", "--json", "--home", docket.home])
            let key = try JSONDecoder().decode(Key.self, from: Data(made.text.utf8))
            #expect(key.tenant == "default.test")
            return try IntakeClient(
                baseURL: docket.url, token: key.key, transport: HTTPClientTransport(docket.http, timeout: .seconds(10)),
                time: LoopTime())
        }

        private static func submitted(
            _ reference: String, _ client: IntakeClient, _ docket: RunningDocket, daysOld: Int = 5
        ) async throws -> SubmissionView {
            let draft = try await client.createSubmission(NewSubmission(journey: "proof-of-address", reference: reference))
            #expect(draft.test == true)
            let document = try await client.addDocument(
                NewDocument(type: "utility-bill", issueDate: CalendarDate.today.adding(days: -daysOld)), to: draft.id)
            try await client.addPage(docket.upload(SampleFile.smallPhoto()), to: document.id, of: draft.id)
            return try await client.submit(draft.id)
        }

        private static func ended(_ submission: SubmissionView, _ client: IntakeClient) async throws -> SubmissionView {
            try await client.wait(for: submission.id, timeout: .seconds(90)) {
                ($0.hasEnded || $0.state == .inReview) && $0.version > submission.version
            }
        }

        @Test func eachReferenceEndsAsItSaysAndTheTenantIsTold() async throws {
            try await RunningDocket.run { docket in
                let client = try await Self.tester(docket)
                let secret = try await Self.endpoint(docket)
                let rule: RuleID = "document.issue-date-recent"
                let slow = try await Self.submitted("test:slow", client, docket)
                let expected: [(reference: String, state: SubmissionState, rules: [RuleID], event: EventType)] = [
                    ("test:accepted", .accepted, [], .submissionAccepted),
                    ("test:warned:\(rule)", .accepted, [rule], .submissionAccepted),
                    ("test:refused:\(rule)", .needsInput, [rule], .submissionNeedsInput),
                    ("test:rejected:\(rule)", .rejected, [rule], .submissionRejected),
                    ("test:review", .inReview, [], .submissionInReview),
                ]
                for (reference, state, rules, event) in expected {
                    // Too old for the rules, which a test minds only where none is forced.
                    let submission = try await Self.submitted(reference, client, docket, daysOld: 400)
                    let end = try await Self.ended(submission, client)
                    #expect(end.state == state && end.allReasons.map(\.rule) == rules, "\(reference): \(end.allReasons)")
                    let told = try await docket.receiver.arrival(event, of: end.id)
                    #expect(told.header?.tenant == "default.test" && told.signer == secret, "\(reference)")
                }

                let once = try await Self.submitted("test:refused-once:\(rule)", client, docket)
                let refused = try await Self.ended(once, client)
                #expect(refused.state == .needsInput)
                let document = try #require(refused.documents.first)
                let replacement = try await client.replacePage(
                    try #require(document.pages.first).id, of: document.id, in: refused.id,
                    with: docket.upload(SampleFile.smallPhoto(1)))
                _ = try await replacement.confirm(asking: "tests") { _ in true }
                let again = try await client.submit(refused.id)
                let end = try await Self.ended(again, client)
                #expect(end.state == .accepted && end.documents.allSatisfy { $0.pdf != nil }, "\(end.allReasons)")

                let honest = try await Self.ended(try await Self.submitted("case 7", client, docket, daysOld: 400), client)
                #expect(honest.state == .needsInput && honest.allReasons.map(\.rule) == [rule], "as it would be in production")

                // Nothing else waits for it, and no worker does: it is due in the store.
                let late = try await Self.ended(slow, client)
                #expect(late.state == .accepted)
                let sent = try #require(late.submittedAt)
                #expect(late.updatedAt >= sent.adding(ForcedOutcome.delay))
                let told = docket.receiver.arrivals
                #expect(told.allSatisfy { $0.signer == secret }, "the installation's endpoint hears of no test")
            }
        }
    }
}
