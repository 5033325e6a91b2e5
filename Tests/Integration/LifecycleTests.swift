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
