import DocumentFixtures
import EventLoop
import IntakeClient
import Shared
import Support
import Testing

/// A person's photos and PDFs, all the way, over one `docket up`.
@Suite(.sharedDocket, .timeLimit(.minutes(3)))
struct MainJobTests {
    @Test func itSaysWhereEverythingIs() async throws {
        let docket = try #require(RunningDocket.current)
        let variables = docket.environment
        #expect(variables["GATEWAY_URL"] == docket.url)
        #expect(variables["DOCKET_HOME"] == docket.home)
        #expect(variables["DOCKET_PID"] == String(docket.program.process.pid))
        let names = [
            "KAFKA_BOOTSTRAP_SERVERS", "DATABASE_URL", "GATEWAY_PID", "VALIDATION_PID", "NORMALIZATION_PID", "NOTIFICATION_PID",
        ]
        for name in names { #expect(variables[name]?.isEmpty == false, "\(name)") }
        let said = docket.program.output
        for text in [docket.url, variables["KAFKA_BOOTSTRAP_SERVERS"] ?? "?", "\(docket.home)/environment"] {
            #expect(said.contains(text), "\(text)")
        }
        for name in ["GATEWAY", "VALIDATION", "NORMALIZATION", "NOTIFICATION"] {
            let ready = try await docket.bytes(at: "\(try docket.variable("\(name)_ADMIN_URL"))/health/ready")
            #expect(String(decoding: ready, as: UTF8.self).contains(#""ready":true"#))
        }
    }

    @Test func everyKindOfFileBecomesCleanUprightPages() async throws {
        try await MainJob.run(on: try #require(RunningDocket.current))
    }

    /// A description that nobody follows would be worse than none.
    @Test func everyEventIsAsItIsDescribed() async throws {
        let docket = try #require(RunningDocket.current)
        _ = try await docket.outcome("identity", [PlannedDocument("passport", [.pdf(pages: 1)])])
        let rows = try await Program.check(
            "psql", ["-qAtX", "-c", "select convert_from(payload, 'UTF8') from events", try docket.variable("DATABASE_URL")])
        let events = rows.output.split(separator: UInt8(ascii: "\n")).map(Array.init)
        #expect(events.count > 5)
        do {
            let description = try await docket.bytes(at: "/asyncapi.json")
            #expect(try await DescribedEvents.faults(in: events, description: description) == "")
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
    }

    @Test func severalPhotosBecomeOneDocument() async throws {
        let docket = try #require(RunningDocket.current)
        let photos = [try await SampleFile.turnedPhoto(), try .png(), try .heic()]
        let result = try await docket.outcome("proof-of-address", [PlannedDocument("utility-bill", issued: 3, photos)])
        #expect(result.state == .accepted)
        let document = try #require(result.documents.first)
        #expect(document.pages.map(\.images.count) == [1, 1, 1])
        let pdf = try await docket.bytes(at: try #require(document.pdf))
        #expect(try await PageCheck.complaints(about: pdf) == "")
        #expect(try await PageCheck.pageCount(of: pdf) == 3)
    }

    @Test func aDraftShowsPreviewsBeforeItIsSubmitted() async throws {
        let docket = try #require(RunningDocket.current)
        let heic = try SampleFile.heic()
        let draft = try await docket.draft(
            "proof-of-address", [PlannedDocument("utility-bill", [heic, try await .turnedPhoto()])])
        let seen = try await docket.client.wait(for: draft.id, timeout: .seconds(30)) { view in
            view.documents.allSatisfy { $0.pages.allSatisfy { $0.state == .previewed } }
        }
        #expect(seen.state == .draft)
        for page in try #require(seen.documents.first).pages {
            let preview = try await docket.bytes(at: try #require(page.preview))
            #expect(preview.prefix(2) == [0xff, 0xd8])
            #expect(try Pixels(decoding: preview).corners.isClose(to: page.mediaType == .heic ? .upright : .turned))
            #expect(try await PageCheck.traces(in: preview) == "")
        }
    }

    @Test func resultsAreServedInPartsAndByTag() async throws {
        let docket = try #require(RunningDocket.current)
        let result = try await docket.outcome("identity", [PlannedDocument("passport", [.pdf(pages: 1)])])
        let path = try #require(result.documents.first?.pdf)
        let whole = try await docket.curl(path)
        #expect(whole.status == 200)
        #expect(whole.headers["content-type"] == "application/pdf")
        let tag = try #require(whole.headers["etag"])
        let part = try await docket.curl(path, ["-H", "Range: bytes=0-4"])
        #expect(part.status == 206)
        #expect(part.body == Array("%PDF-".utf8))
        #expect(part.headers["content-range"] == "bytes 0-4/\(whole.body.count)")
        #expect(try await docket.curl(path, ["-H", "If-None-Match: \(tag)"]).status == 304)
        #expect(try await docket.curl(path, ["-H", "Range: bytes=99999999-"]).status == 416)
    }

    @Test func theCommandLineSendsAndShows() async throws {
        let docket = try #require(RunningDocket.current)
        let photo = try docket.file("bill.jpg", try await SampleFile.turnedPhoto().bytes)
        let program = try BuiltPrograms.path("docket")
        let home = ["--home", docket.home]
        let sent = try await Program.run(
            program,
            ["upload", photo, "--journey", "proof-of-address", "--type", "utility-bill", "--issue-date", "\(CalendarDate.today)"]
                + home)
        #expect(sent.status.isSuccess, "\(sent.text)\(sent.complaints)")
        #expect(sent.text.contains("accepted"))
        let id = try #require(try await docket.storedEvents().outcomes.map(\.submission).first { sent.text.contains($0) })
        let shown = try await Program.check(program, ["show", id] + home)
        #expect(shown.text.contains(id))
        let refused = try await Program.run(
            program,
            ["upload", photo, "--journey", "proof-of-address", "--type", "utility-bill", "--issue-date", "2001-01-01"] + home)
        #expect(refused.status == .exited(1), "\(refused.text)\(refused.complaints)")
    }

    @Test func theTailTellsASubmissionsWay() async throws {
        let docket = try #require(RunningDocket.current)
        let result = try await docket.outcome(
            "proof-of-address", [PlannedDocument("utility-bill", issued: 3, [try await SampleFile.turnedPhoto()])])
        let program = try BuiltPrograms.path("docket")
        func tail(_ options: String...) async throws -> [String] {
            let words = ["tail", "--no-follow", "--key", "\(result.id)", "--home", docket.home] + options
            return try await Program.check(program, words).text.split(separator: "\n").map(String.init)
        }
        let types = ["upload.completed", "submission.submitted", "submission.validated", "submission.accepted"]
        let all = try await tail("--format", "{sequence} {type}")
        #expect(Set(all.map { String($0.split(separator: " ")[1]) }) == Set(types))
        #expect(try await tail("--where", "state == accepted and journey ~ address", "--format", "{type}") == [types[3]])
        #expect(try await tail("--state", "accepted", "--journey", "proof-of-address", "--tenant", "nobody").isEmpty)
        // The embedded broker finds no times, and says so; what is shown is the same.
        let since = try await Program.check(
            program, ["tail", "--no-follow", "--key", "\(result.id)", "--since", "1h", "--home", docket.home])
        #expect(since.text.split(separator: "\n").count == all.count && since.complaints.contains("by their time"))
        #expect(try await tail("--since", "2001-01-01T00:00:00Z", "--until", "2001-01-02T00:00:00Z").isEmpty)
        let issued = try await tail("--topic", "submitted", "--json", "--unmask").joined()
        #expect(issued.contains(#""issueDate":"20"#))
        #expect(try await tail("--topic", "submitted", "--json").joined().contains(#""issueDate":"•••""#))
    }
}

extension Corners {
    /// What `upright` looks like after EXIF orientation 6 was heeded.
    static var turned: Corners { Corners.upright.displayed(withOrientation: 6) }
}
