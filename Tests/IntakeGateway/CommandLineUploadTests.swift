import EventLoop
import FoundationEssentials
import Glibc
import Shared
import Support
import Testing

/// `docket upload` over the gateway's own program: killed and started again, it goes on where it was.
@Suite(.timeLimit(.minutes(5)))
struct CommandLineUploadTests {
    private static func words(_ gateway: GatewayProcess, _ path: String, _ home: String, _ more: [String] = []) -> [String] {
        [
            "upload", path, "-j", "proof-of-address", "-t", "utility-bill", "-d", "\(CalendarDate.today.adding(days: -9))",
            "--gateway", "http://127.0.0.1:\(gateway.port)", "--home", home, "--timeout", "1",
        ] + more
    }

    private static let environment = ["DOCKET_TOKEN": GatewayUnderTest.token]

    /// How many bytes of its file the gateway is known to have, by the draft in the home; nil without one.
    private static func offset(in home: String) -> Int? {
        let uploads = "\(home)/uploads"
        guard let name = try? FileManager.default.contentsOfDirectory(atPath: uploads).first,
            let data = FileManager.default.contents(atPath: "\(uploads)/\(name)/draft.json"),
            let record = try? JSONDecoder().decode(TestJSON.self, from: data),
            let page = record["documents"]?.array.first?["pages"]?.array.first
        else { return nil }
        return page["page"] == nil ? page["offset"]?.integer : page["size"]?.integer
    }

    @Test func afterSIGKILLItGoesOnWhereItWas() async throws {
        try await GatewayProcess.run { gateway in
            let folder = try TemporaryFolder("upload")
            let (path, home) = ("\(folder.path)/bill.jpg", "\(folder.path)/home")
            let content = SampleFiles.jpeg(1, size: 24_000_000)
            try Data(content).write(to: URL(filePath: path))
            let program = try BuiltPrograms.path("docket")
            let first = try await Program.start(program, Self.words(gateway, path, home), environment: Self.environment)
            try await eventually("a part of the file", within: .seconds(60), every: .milliseconds(1)) {
                (Self.offset(in: home) ?? 0) > 0
            }
            first.process.signalGroup(SIGKILL)
            _ = await first.process.wait()
            let before = try #require(Self.offset(in: home))

            // Another file under the same name is noticed, and nothing of it is sent, unless all of the first one had arrived.
            if before < content.count {
                try Data(SampleFiles.jpeg(3, size: 24_000_000)).write(to: URL(filePath: path))
                let changed = try await Program.run(program, Self.words(gateway, path, home), environment: Self.environment)
                #expect(changed.status == .exited(65), "\(changed.text)\(changed.complaints)")
                #expect(changed.complaints.contains("has changed"))
                let anew = try await Program.run(
                    program, Self.words(gateway, path, home, ["--anew", "--no-wait"]), environment: Self.environment)
                #expect(anew.status.isSuccess, "\(anew.text)\(anew.complaints)")
            }
            // What was submitted, or is a draft, of the first call: one submission, and one more that was begun anew.
            let listed = try await gateway.client.send("GET", "/v1/submissions").json()["items"]?.array ?? []
            #expect(listed.count == (before < content.count ? 2 : 1))
        }
    }

    @Test func nothingIsSentOrSubmittedTwice() async throws {
        try await GatewayProcess.run { gateway in
            let folder = try TemporaryFolder("upload")
            let (path, home) = ("\(folder.path)/bill.jpg", "\(folder.path)/home")
            let content = SampleFiles.jpeg(2, size: 24_000_000)
            try Data(content).write(to: URL(filePath: path))
            let program = try BuiltPrograms.path("docket")
            // Killed at several moments, in mid-upload and after it.
            for kill in [0, 1, 8_000_000, content.count] {
                let call = try await Program.start(program, Self.words(gateway, path, home), environment: Self.environment)
                try await eventually("\(kill) bytes", within: .seconds(60), every: .milliseconds(1)) {
                    Self.offset(in: home).map { $0 >= kill } ?? false
                }
                call.process.signalGroup(SIGKILL)
                _ = await call.process.wait()
            }
            // There are no workers: the outcome does not come in time, and the call says so.
            let last = try await Program.run(program, Self.words(gateway, path, home), environment: Self.environment)
            #expect(last.status == .exited(75), "\(last.text)\(last.complaints)")
            let listed = try await gateway.client.send("GET", "/v1/submissions").json()["items"]?.array ?? []
            try #require(listed.count == 1)
            let id = try #require(listed[0]["id"]?.string)
            let view = try await gateway.client.send("GET", "/v1/submissions/\(id)").json()
            #expect(view["state"]?.string == "submitted")
            let pages = view["documents"]?.array.first?["pages"]?.array ?? []
            #expect(view["documents"]?.array.count == 1 && pages.count == 1)
            #expect(pages.first?["size"]?.integer == content.count)
            #expect(pages.first?["digest"]?.string == UploadRestartTests.digest(of: content))
        }
    }
}
