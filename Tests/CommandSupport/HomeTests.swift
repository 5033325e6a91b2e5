import Glibc
import Support
import Testing

@testable import CommandSupport

@Suite struct HomeTests {
    @Test func theEnvironmentFileGivesBackWhatItWasGiven() {
        var file = EnvironmentFile()
        file["GATEWAY_URL"] = "http://127.0.0.1:8080"
        file["DATABASE_URL"] = "postgresql://docket@/docket?host=/a b&port=5432"
        file["QUOTE"] = "it's 'quoted'"
        file["EMPTY"] = ""
        #expect(EnvironmentFile(parsing: file.text) == file)
        #expect(file.text.contains("\nGATEWAY_URL=http://127.0.0.1:8080\n"))
        #expect(file.text.contains("DATABASE_URL='postgresql://docket@/docket?host=/a b&port=5432'"))
    }

    @Test func foreignLinesAreSkippedAndTheLastValueCounts() {
        let file = EnvironmentFile(parsing: "# comment\nnonsense\nA=1\n=2\nB C=3\nA=2\n")
        #expect(file.entries.map(\.key) == ["A"])
        #expect(file["A"] == "2")
    }

    @Test func pathsAreMadeAbsolute() {
        #expect(HomeDirectory(".docket", workingDirectory: "/srv/app").path == "/srv/app/.docket")
        #expect(HomeDirectory("/a/./b/../c", workingDirectory: "/").path == "/a/c")
        #expect(HomeDirectory("../x", workingDirectory: "/srv/app").path == "/srv/x")
    }

    @Test func aHomeIsHeldOnce() throws {
        let folder = try TemporaryFolder()
        let home = HomeDirectory(folder.path + "/deep/home", workingDirectory: "/")
        try home.create()
        let lock = try HomeLock(home)
        let failure = #expect(throws: CommandFailure.self) { _ = try HomeLock(home) }
        #expect(failure?.exitCode == .homeInUse)
        #expect(failure?.problem.contains("pid \(getpid())") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func aHomeThatIsAFileIsRefused() throws {
        let folder = try TemporaryFolder()
        try FileText.replace(folder.path + "/file", with: "x")
        let failure = #expect(throws: CommandFailure.self) {
            try HomeDirectory(folder.path + "/file", workingDirectory: "/").create()
        }
        #expect(failure?.exitCode == .cannotCreate)
    }

    @Test func filesAreReplacedAndTheirEndsRead() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        try FileText.replace(path, with: String(repeating: "a", count: 10_000) + "end")
        #expect(FileText.read(path, limit: 10) == "aaaaaaaaaa")
        #expect(FileText.readEnd(path, bytes: 4) == "aend")
        #expect(FileText.read(folder.path + "/none") == nil)
    }
}
