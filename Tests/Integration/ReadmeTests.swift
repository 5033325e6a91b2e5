import EventLoop
import FoundationEssentials
import IntakeClient
import Shared
import Support
import Testing

/// What the README tells people to type works as it is printed.
extension MainJobTests {
    @Test func theReadmesCurlLinesWork() async throws {
        let docket = try #require(RunningDocket.current)
        let folder = try TemporaryFolder("readme")
        let block = try Self.block(after: "## Send your own file")
        #expect(block.contains("curl"))
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/.docket", withDestinationPath: docket.home)
        try FileBytes.write(try await SampleFile.turnedPhoto().bytes, to: "\(folder.path)/bill.jpg")

        let result = try await Program.run("bash", ["-eu"], workingDirectory: folder.path, input: Array(block.utf8))
        #expect(result.status.isSuccess, "\(result.text)\(result.complaints)")
        #expect(result.text.contains(#""state": "accepted""#), "\(result.text)")
        #expect(try await PageCheck.complaints(about: ProcFile.bytes("\(folder.path)/bill.pdf") ?? []) == "")
    }

    @Test func theReadmesKcatLineWorks() async throws {
        let docket = try #require(RunningDocket.current)
        let result = try await docket.outcome("identity", [PlannedDocument("passport", [try .smallPhoto()])])
        let folder = try TemporaryFolder("readme")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/.docket", withDestinationPath: docket.home)
        let line = try #require(try Self.block(after: "## Watch it").split(separator: "\n").first { $0.hasPrefix("kcat") })
        // It goes on for ever; `-e` ends it at the end of the topic.
        let script = ". .docket/environment\n\(line) -e -q\n"
        let shown = try await Program.check("bash", ["-eu"], workingDirectory: folder.path, input: Array(script.utf8))
        #expect(shown.text.contains("\(result.id) {"))
    }

    /// The first block of code after a heading.
    private static func block(after heading: String, file: String = #filePath) throws -> String {
        let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
        let readme = try #require(ProcFile.text("/\(root)/README.md"))
        let section = try #require(readme.firstRange(of: heading)).upperBound
        let parts = readme[section...].split(separator: "```", maxSplits: 2, omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        return String(parts[1].drop { $0 != "\n" }.dropFirst())
    }
}
