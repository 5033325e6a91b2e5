import EventLoop
import FoundationEssentials
import IntakeClient
import IntakeTransport
import Postgres
import Shared
import Support
import Testing

extension OwnRuns {
    /// A tenant brings far more than there is capacity for, and another one its documents one after another.
    @Suite(.timeLimit(.minutes(5)))
    struct FairnessTests {
        private static let crowd = 800
        private static let underWay = 20

        private struct Key: Decodable { let key: String }

        private static func client(of tenant: String, _ docket: RunningDocket) async throws -> IntakeClient {
            let made = try await Program.check(
                try BuiltPrograms.path("docket"), ["keys", "create", "--tenant", tenant, "--json", "--home", docket.home])
            let key = try JSONDecoder().decode(Key.self, from: Data(made.text.utf8))
            return try IntakeClient(
                baseURL: docket.url, token: key.key, transport: HTTPClientTransport(docket.http, timeout: .seconds(30)),
                time: LoopTime())
        }

        private static func submit(_ client: IntakeClient, _ file: UploadFile) async throws -> SubmissionID {
            let draft = try await client.createSubmission(NewSubmission(journey: "proof-of-address"))
            let document = try await client.addDocument(
                NewDocument(type: "utility-bill", issueDate: CalendarDate.today.adding(days: -5)), to: draft.id)
            try await client.addPage(file, to: document.id, of: draft.id)
            return try await client.submit(draft.id).id
        }

        @Test func oneTenantsBacklogDoesNotDelayAnothersDocuments() async throws {
            var options = RunningDocket.Options()
            options.environment = ["DOCKET_TENANT_UNDER_WAY": "\(Self.underWay)"]
            try await RunningDocket.run(options) { docket in
                let (acme, globex) = (try await Self.client(of: "acme", docket), try await Self.client(of: "globex", docket))
                let file = try docket.upload(.png())
                // All of them wait before the first stage, which goes on once another tenant's comes.
                _ = try await Program.check(
                    try BuiltPrograms.path("docket"), ["pause", "validation", "--home", docket.home])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in 0..<8 {
                        group.addTask {
                            for _ in stride(from: worker, to: Self.crowd, by: 8) { _ = try await Self.submit(acme, file) }
                        }
                    }
                    try await group.waitForAll()
                }
                try await eventually("the rest waits for its turn") {
                    try await docket.withDatabase { pool in
                        let row = try await pool.query(
                            """
                            select (select count(*) from outbox where topic = 'docket.submitted' and published_at is not null) as published,
                                (select count(*) from outbox_holds where tenant = 'acme' and topic = 'docket.submitted') as held
                            """)[0]
                        let (published, held) = (try row.decode("published", as: Int.self), try row.decode("held", as: Int.self))
                        return published == Self.underWay && held == 1
                    }
                }
                let status = try await Program.run(
                    try BuiltPrograms.path("docket"), ["reconcile", "--dry-run", "--json", "--home", docket.home])
                #expect(status.text.contains("\"turn\":\(Self.crowd - Self.underWay)"), "\(status.text)")

                var others: [SubmissionID] = [try await Self.submit(globex, file)]
                _ = try await Program.check(
                    try BuiltPrograms.path("docket"), ["resume", "validation", "--home", docket.home])
                for number in 0..<5 {
                    let end = try await globex.wait(for: others[number], timeout: .seconds(60)) { $0.hasEnded }
                    #expect(end.state == .accepted)
                    if number < 4 { others.append(try await Self.submit(globex, file)) }
                }
                // How many of the crowd ended between the moment each was submitted and its own end.
                let overtaken = try await docket.withDatabase { pool in
                    try await pool.query(
                        """
                        select (select count(*) from events a where a.tenant = 'acme' and a.type = 'com.docket.submission.accepted.v1'
                            and a.position between s.position and e.position) as ended
                        from events s join events e on e.submission_id = s.submission_id
                        where s.tenant = 'globex' and s.type = 'com.docket.submission.submitted.v1'
                            and e.type = 'com.docket.submission.accepted.v1'
                        """
                    ).map { try $0.decode("ended", as: Int.self) }
                }
                #expect(overtaken.count == 5)
                // Two stages, each with what it had begun and what is begun in between.
                #expect(overtaken.allSatisfy { $0 <= 60 }, "\(overtaken)")
                // The rest of the crowd is on its way: nothing of it is missing, nor looks as if it were.
                let left = try await Program.run(
                    try BuiltPrograms.path("docket"), ["reconcile", "--dry-run", "--json", "--home", docket.home])
                #expect(left.status.isSuccess && left.text.contains("\"turn\":"), "\(left.text)\(left.complaints)")
                #expect(try await docket.storedEvents().gaps == 0)
            }
        }
    }
}
