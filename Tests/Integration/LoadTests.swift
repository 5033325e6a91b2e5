import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Postgres
import Shared
import Support
import Testing

extension OwnRuns {
    /// `docket record` and `docket replay` on the real thing.
    @Suite(.timeLimit(.minutes(5))) struct LoadTests {
        /// The parts of a report that are looked at here.
        private struct Report: Decodable {
            struct Counts: Decodable { let sent, accepted, ended, errors: Int }
            struct Histogram: Decodable { let maximum: Int64 }
            struct Shadow: Decodable { let compared, files, differenceCount, incomparable: Int }
            let counts: Counts
            let missingCount: Int
            let outcomes: [String: Int]
            let latency: Histogram
            let shadow: Shadow?
            let notes: [String]
        }

        private func replay(
            _ docket: RunningDocket, _ recording: String, _ options: [String]
        ) async throws -> (result: Program.Result, report: Report) {
            let file = "\(recording).report.json"
            let result = try await Program.run(
                BuiltPrograms.path("docket"), ["replay", recording, "--home", docket.home, "--report", file] + options,
                limit: .seconds(150))
            let text = try #require(ProcFile.bytes(file), "\(result.text)\(result.complaints)")
            return (result, try JSONDecoder().decode(Report.self, from: Data(text)))
        }

        private func nothingStays(of tenant: String, _ docket: RunningDocket) async throws {
            let (rows, pages, keys) = try await docket.withDatabase { pool in
                let row = try await pool.query(
                    """
                    select (select count(*) from submissions where tenant = \(tenant)) as rows,
                        (select count(*) from submissions s join documents d on d.submission_id = s.id
                            where s.tenant = \(tenant) and (s.erased_at is null or d.id is not null)) as pages,
                        (select count(*) from api_keys where tenant = \(tenant) and revoked_at is null) as keys
                    """)[0]
                return (
                    try row.decode("rows", as: Int.self), try row.decode("pages", as: Int.self),
                    try row.decode("keys", as: Int.self)
                )
            }
            #expect(rows > 0 && pages == 0 && keys == 0)
            let files = try await Program.run("find", ["\(docket.home)/blobs", "-type", "f", "-path", "*\(tenant)*"])
            #expect(files.text.isEmpty, "\(files.text)")
        }

        @Test func whatPeopleSentIsReplayedTenTimesAsFastAndNothingIsLost() async throws {
            try await RunningDocket.run { docket in
                let photo = try await SampleFile.turnedPhoto()
                for documents in [
                    [PlannedDocument("utility-bill", issued: 3, [photo, try .png()])],
                    [PlannedDocument("bank-letter", issued: 9, [.pdf(pages: 1)])],
                    [PlannedDocument("utility-bill", issued: 3, [try .heic()])],
                ] {
                    #expect(try await docket.outcome("proof-of-address", documents).state == .accepted)
                }
                let folder = try TemporaryFolder("load")
                let recording = "\(folder.path)/people.ndjson"
                let recorded = try await Program.check(
                    BuiltPrograms.path("docket"), ["record", recording, "--uploads", "--home", docket.home, "--json"])
                #expect(recorded.text.contains(#""recorded":3"#), "\(recorded.text)")

                let (result, report) = try await replay(
                    docket, recording,
                    ["--speed", "10", "--assert", "lost==0", "--assert", "errors==0", "--html", "\(folder.path)/r.html"])
                #expect(result.status.isSuccess, "\(result.text)\(result.complaints)")
                #expect(report.counts.sent == 3 && report.counts.ended == 3 && report.missingCount == 0)
                #expect(report.outcomes == ["accepted": 3], "\(result.text)")
                #expect(ProcFile.text("\(folder.path)/r.html")?.contains("<svg") == true)
                // Nothing of the run stays, not even what was accepted.
                try await nothingStays(of: "shadow", docket)
                #expect(report.notes.contains { $0.hasPrefix("3 submissions were erased") }, "\(report.notes)")
                // Nobody is told of a load test, although there is a webhook for all tenants.
                #expect(!docket.receiver.arrivals.contains { $0.header?.tenant.isShadow == true })

                // Another one, as from phones on trains, beside itself: the same bytes become the same pages.
                let (rough, both) = try await replay(
                    docket, recording, ["--rate", "2", "--disconnect", "60%", "--bandwidth", "20mbit", "--against", docket.url])
                #expect(rough.status.isSuccess, "\(rough.text)\(rough.complaints)")
                let shadow = try #require(both.shadow)
                try await nothingStays(of: "shadow", docket)
                #expect(shadow.compared == 3 && shadow.files >= 3 && shadow.differenceCount == 0 && shadow.incomparable == 0)
            }
        }

        /// Two installations, each with its own database, workers and rules: what a new build would have made of the same.
        @Test func twoBuildsAreComparedAndTheDifferenceIsNamed() async throws {
            let folder = try TemporaryFolder("builds")
            chmod(folder.path, 0o755)
            func rules(_ name: String, _ more: String) throws -> RunningDocket.Options {
                let place = "\(folder.path)/\(name)"
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
                let journey = "title: Parking permit\ntypes:\n  registration:\n    title: Registration\n    documents: 1\n\(more)"
                try Data(journey.utf8).write(to: URL(filePath: "\(place)/parking-permit.yaml"))
                var options = RunningDocket.Options()
                options.environment = ["DOCKET_JOURNEYS": place]
                return options
            }
            try await RunningDocket.run(try rules("old", "")) { old in
                try await RunningDocket.run(try rules("new", "    pixels: {minimumShortSide: 6000}\n")) { new in
                    for _ in 0..<2 {
                        let seen = try await old.outcome("parking-permit", [PlannedDocument("registration", [try .png()])])
                        #expect(seen.state == .accepted)
                    }
                    let recording = "\(folder.path)/people.ndjson"
                    _ = try await Program.check(
                        BuiltPrograms.path("docket"), ["record", recording, "--uploads", "--home", old.home])

                    // The old one's key is nobody's at the new one: that is said, and nothing is sent.
                    let foreign = try await Program.run(
                        BuiltPrograms.path("docket"), ["replay", recording, "--home", old.home, "--against", new.url])
                    #expect(!foreign.status.isSuccess && foreign.complaints.contains("--against-home"), "\(foreign.complaints)")

                    let (result, report) = try await replay(
                        old, recording,
                        [
                            "--rate", "4", "--against-home", new.home, "--assert", "differences==2", "--html",
                            "\(folder.path)/r.html",
                        ]
                    )
                    let shadow = try #require(report.shadow, "\(result.text)\(result.complaints)")
                    #expect(shadow.compared == 2 && shadow.differenceCount == 2 && shadow.incomparable == 0, "\(result.text)")
                    #expect(
                        report.outcomes == ["accepted": 2] && result.text.contains("accepted | needs_input"), "\(result.text)")
                    #expect(result.text.contains("file.pixels"), "\(result.text)")
                    let page = try #require(ProcFile.text("\(folder.path)/r.html"))
                    #expect(page.contains(new.url) && page.contains("needs_input") && page.contains("send a file"))
                    // Each is cleaned up, in its own database and folder.
                    try await nothingStays(of: "shadow", old)
                    try await nothingStays(of: "shadow", new)
                }
            }
        }

        @Test func aGatewayThatStopsForFiveSecondsShows() async throws {
            try await RunningDocket.run { docket in
                _ = try await docket.outcome(
                    "proof-of-address", [PlannedDocument("utility-bill", issued: 3, [try await SampleFile.turnedPhoto()])])
                let folder = try TemporaryFolder("load")
                let recording = "\(folder.path)/one.ndjson"
                _ = try await Program.check(
                    BuiltPrograms.path("docket"), ["record", recording, "--uploads", "--home", docket.home])
                let pid = try #require(pid_t(try docket.variable("GATEWAY_PID")))
                async let run = replay(
                    docket, recording,
                    ["--rate", "3", "--duration", "12s", "--loop", "--assert", "p(99)>=4s", "--assert", "lost==0"])
                try await eventually("something was sent", within: .seconds(30)) {
                    try await docket.withDatabase { pool in
                        try await pool.query("select count(*) from submissions where tenant = 'shadow'")[0].decode(
                            0, as: Int.self) > 3
                    }
                }
                kill(pid, SIGSTOP)
                // What is tried is a stop of this length.
                try await Task.sleep(for: .seconds(5))
                kill(pid, SIGCONT)
                let (result, report) = try await run
                #expect(result.status.isSuccess, "\(result.text)\(result.complaints)")
                #expect(report.latency.maximum >= 4_000_000 && report.missingCount == 0)
            }
        }
    }
}
