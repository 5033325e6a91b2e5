import CommandLine
import EventLoop
import FoundationEssentials
import Glibc
import Synchronization

@testable import CommandSupport
@testable import DocketCLI

/// `docket`, run in the test's own process.
enum InProcessRun {
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs `docket` in this process, and reads what it wrote to its terminal.
    static func docket(_ words: [String], environment: [String: String] = [:]) async throws -> Outcome {
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let path = FileManager.default.temporaryDirectory.appending(path: "docket-output-\(UUID())").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        let captured = CapturedText()
        let console = Console(width: 100, output: { _ in }, error: { captured.add($0) })
        let context = CommandContext(
            group: group, loop: loop, environment: environment, output: Terminal(descriptor: descriptor, environment: [:]))
        let code = try await loop.run { await Docket.program(context, console: console).run(words) }
        await group.shutdown()
        return Outcome(code: code, output: FileText.read(path) ?? "", errors: captured.text)
    }

    private final class CapturedText: Sendable {
        private let all = Mutex("")
        var text: String { all.withLock { $0 } }
        func add(_ text: String) { all.withLock { $0 += text } }
    }

    static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docket-cli-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try await body(folder.path)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }
}
