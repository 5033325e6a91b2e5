import EventLoop
import Glibc
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// How `docket up` starts beside others, and how it ends.
    @Suite struct LifecycleTests {
        @Test func twoRunSideBySideAndOneStopsInOrder() async throws {
            try await RunningDocket.run { first in
                try await RunningDocket.run { second in
                    for docket in [first, second] {
                        let result = try await docket.outcome("identity", [PlannedDocument("passport", [try .smallPhoto()])])
                        #expect(result.state == .accepted)
                        _ = try await docket.receiver.arrival(.submissionAccepted, of: result.id)
                    }
                    #expect(first.receiver.arrivals.count == 1)
                    #expect(second.receiver.arrivals.count == 1)

                    let status = await second.program.stop(SIGTERM)
                    #expect(status == .exited(0))
                    #expect(second.program.output.contains("Docket has stopped"))
                    #expect(LiveProcess.mentioning(second.home).isEmpty)
                    #expect(second.environment.isEmpty)
                }
                let result = try await first.outcome("identity", [PlannedDocument("passport", [try .smallPhoto(1)])])
                #expect(result.state == .accepted)
                try await Self.aHomeIsHeldByOne(first)
            }
        }

        @Test func whatWasSubmittedIsThereAfterARestart() async throws {
            try await RunningDocket.run { docket in
                let result = try await docket.outcome("identity", [PlannedDocument("passport", [try .smallPhoto()])])
                #expect(await docket.program.stop() == .exited(0))

                let again = try await Program.start(
                    try BuiltPrograms.path("docket"), ["up", "--home", docket.home, "--port", String(docket.port)],
                    environment: ["DOCKET_READING": "off"])
                do {
                    try await eventually("it is ready again") { again.output.contains("Docket is ready") }
                    #expect(try await docket.client.submission(result.id) == result)
                    #expect(
                        try await docket.bytes(at: try #require(result.documents.first?.pdf)).starts(with: Array("%PDF-".utf8)))
                    let next = try await docket.outcome("identity", [PlannedDocument("passport", [try .smallPhoto(1)])])
                    #expect(next.state == .accepted)
                } catch {
                    await again.stop()
                    throw error
                }
                #expect(await again.stop() == .exited(0))
            }
        }

        /// The embedded broker takes all that is in its topics with it; what is in flight has to be emitted again.
        @Test(arguments: ["BROKER", "POSTGRES"])
        func `case 2, case 3: a server that dies is started again and nothing is lost`(_ name: String) async throws {
            let options = RunningDocket.Options(environment: ["DOCKET_RECONCILE_INTERVAL": "1s"])
            try await RunningDocket.run(options) { docket in
                let pid = try #require(CInt(try docket.variable("\(name)_PID")))
                let progress = Progress()
                let photo = try SampleFile.smallPhoto()
                let ended = try await withThrowingTaskGroup(of: SubmissionView.self) { group in
                    for _ in 0..<6 {
                        let person = PersistentPerson(docket: docket, issuedDaysAgo: 1, sample: photo, progress: progress)
                        group.addTask { try await person.submit(within: .seconds(90)) }
                    }
                    try await eventually("the first ones are submitted", every: .milliseconds(2)) { progress.steps >= 20 }
                    kill(pid, SIGKILL)
                    return try await group.reduce(into: [SubmissionView]()) { $0.append($1) }
                }
                #expect(ended.allSatisfy { $0.state == .accepted })
                #expect(docket.environment["\(name)_PID"].flatMap { CInt($0) } != pid)
                for submission in ended {
                    let told = try await docket.receiver.arrival(.submissionAccepted, of: submission.id)
                    #expect(docket.receiver.arrivals(of: submission.id).allSatisfy { $0.id == told.id })
                }
                #expect(try await docket.storedEvents().gaps == 0)
            }
        }

        private static func aHomeIsHeldByOne(_ docket: RunningDocket) async throws {
            let port = String(try await FreePorts.one())
            let other = try await Program.run(try BuiltPrograms.path("docket"), ["up", "--home", docket.home, "--port", port])
            #expect(other.status == .exited(76))
            #expect(other.complaints.contains("--home"), "\(other.complaints)")
        }

        @Test func nothingOutlivesADocketUpThatIsKilled() async throws {
            try await RunningDocket.run { docket in
                // Something is in every stage's hands when it happens.
                for _ in 0..<5 {
                    let draft = try await docket.draft("identity", [PlannedDocument("passport", [try .smallPhoto()])])
                    try await docket.client.submit(draft.id)
                }
                #expect(LiveProcess.mentioning(docket.home).count > 7)
                docket.program.process.signal(SIGKILL)
                try await eventually("nothing of it runs", within: .seconds(15)) { LiveProcess.mentioning(docket.home).isEmpty }
            }
        }

        @Test func aPortThatIsTakenIsNamed() async throws {
            let folder = try TemporaryFolder("up")
            let docket = try BuiltPrograms.path("docket")
            let (port, up) = try await FreePorts.withTaken { port in
                (port, try await Program.run(docket, ["up", "--home", "\(folder.path)/home", "--port", String(port)]))
            }
            #expect(up.status == .exited(72))
            #expect(up.complaints.contains("--port") && up.complaints.contains(String(port)), "\(up.complaints)")
            #expect(LiveProcess.mentioning(folder.path).isEmpty)
        }
    }
}
