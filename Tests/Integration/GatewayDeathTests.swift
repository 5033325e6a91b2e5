import DocumentFixtures
import EventLoop
import Glibc
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// The gateway of `docket up` is ended in the middle of a request, as a trap would end it.
    @Suite struct GatewayDeathTests {
        private struct Link {
            let id: String
            let token: String
            /// Where it adds pages.
            let pages: String
            let submission: String
        }

        @Test func itIsUpAgainAndTheLogNamesWhatItReadAndWhoRepeatsItIsLimited() async throws {
            try await RunningDocket.run { docket in
                let (mine, neighbours) = (try await Self.link(docket), try await Self.link(docket))
                let photo = try docket.file("photo.jpg", try Photo.jpeg() + [UInt8](repeating: 0, count: 200_000))
                var pids: Set<CInt> = []
                for death in 1...2 {
                    // The neighbour is there at the first death alone.
                    let links = death == 1 ? [neighbours, mine] : [mine]
                    var uploads: [StartedProgram] = []
                    for link in links { uploads.append(try await Self.hold(photo, link, docket)) }
                    let pid = try #require(CInt(try docket.variable("GATEWAY_PID")))
                    pids.insert(pid)
                    #expect(kill(pid, SIGILL) == 0)
                    try await eventually("the gateway is ready again") {
                        docket.program.output.split(separator: "\n").count { $0.contains("gateway is ready again") } == death
                    }
                    for upload in uploads { await upload.stop() }
                }
                #expect(docket.program.output.contains("gateway was ended by SIGILL; starting it again at once"))
                #expect(pids.count == 2)

                let told = (ProcFile.text("\(docket.home)/logs/gateway.log") ?? "").split(separator: "\n").filter {
                    $0.contains("it was being read then")
                }
                let route = #""route":"POST /v1/submissions/{submission}/documents/{document}/pages""#
                #expect(told.count == 3 && told.allSatisfy { $0.contains(route) }, "\(told)")
                #expect(told.count { $0.contains("\"link:\(mine.id)\"") } == 2, "\(told)")
                #expect(told.count { $0.contains("\"link:\(neighbours.id)\"") } == 1, "\(told)")

                let refused = try await docket.curl(
                    "/v1/submissions/\(mine.submission)", ["-H", "Authorization: Bearer \(mine.token)"])
                #expect(refused.status == 429 && refused.problem == "too-many-requests", "\(refused)")
                #expect(refused.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
                let neighbour = try await docket.curl(
                    "/v1/submissions/\(neighbours.submission)", ["-H", "Authorization: Bearer \(neighbours.token)"])
                #expect(neighbour.status == 200, "\(neighbour)")
                #expect(try await docket.curl("/v1/journeys").status == 200)
            }
        }

        private static func link(_ docket: RunningDocket) async throws -> Link {
            let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 1, [])])
            let document = try #require(draft.documents.first)
            let made = try await docket.curl("/v1/submissions/\(draft.id)/links", ["--json", #"{"purpose": "upload"}"#])
            return Link(
                id: try #require(made.member("id"), "\(made)"), token: try #require(made.member("token")),
                pages: "/v1/submissions/\(draft.id)/documents/\(document.id)/pages", submission: "\(draft.id)")
        }

        /// An upload that is asked for its body, sends some of it, and would take a day for the rest.
        private static func hold(_ file: String, _ link: Link, _ docket: RunningDocket) async throws -> StartedProgram {
            let curl = try await Program.start(
                "curl",
                [
                    "-sS", "-v", "-N", "-X", "POST", "-H", "Authorization: Bearer \(link.token)", "-H",
                    "Content-Type: image/jpeg",
                    "-H", "Expect: 100-continue", "--expect100-timeout", "60", "--limit-rate", "2", "-T", file,
                    docket.url + link.pages,
                ])
            try await eventually("the gateway reads it") {
                if let status = curl.process.status { throw Hopeless(description: "curl \(status): \(curl.output)") }
                return curl.output.contains("HTTP/1.1 100 Continue")
            }
            return curl
        }
    }
}
