import CommandLine
import EventLoop
import Kafka
import Synchronization
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct CommandTreeTests {
    /// What a run of `docket` wrote, and how it ended.
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    private final class Capture: Sendable {
        let output = Mutex("")
        let errors = Mutex("")
    }

    /// Runs `docket` in this process, with no environment but the given one.
    func docket(_ words: String..., environment: [String: String] = [:]) async throws -> Outcome {
        try await docket(words, environment: environment)
    }

    private func docket(_ words: [String], environment: [String: String] = [:]) async throws -> Outcome {
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let capture = Capture()
        let console = Console(
            width: 100, output: { text in capture.output.withLock { $0 += text } },
            error: { text in capture.errors.withLock { $0 += text } })
        let context = CommandContext(
            group: group, loop: loop, environment: environment, output: Terminal(descriptor: -1, environment: [:]))
        let code = try await loop.run { await Docket.program(context, console: console).run(words) }
        await group.shutdown()
        return Outcome(code: code, output: capture.output.withLock { $0 }, errors: capture.errors.withLock { $0 })
    }

    /// Every command of the tree, and the words that lead to it.
    private func commands() async throws -> [[String]] {
        let group = try EventLoopGroup(threads: 1)
        let context = CommandContext(
            group: group, loop: group.next(), environment: [:], output: Terminal(descriptor: -1, environment: [:]))
        func paths(_ command: Command, under words: [String]) -> [[String]] {
            command.subcommands.flatMap { [words + [$0.name]] + paths($0, under: words + [$0.name]) }
        }
        let found = paths(Docket.tree(context), under: [])
        await group.shutdown()
        return found
    }

    @Test func helpNamesEveryCommandAndExitCode() async throws {
        let help = try await docket("--help")
        #expect(help.code == 0)
        let commands = try await commands()
        #expect(commands.count > 10)
        for command in commands.filter({ $0.count == 1 }).joined() + ["completion"] {
            #expect(help.output.contains("\n  \(command) "), "\(command)")
        }
        #expect(ExitCode.allCases.allSatisfy { help.output.contains($0.meaning) })
        #expect(!help.output.contains("guard"))
        #expect(try await docket("help").output == help.output)
    }

    @Test func everyCommandHasHelp() async throws {
        for words in try await commands() {
            let help = try await docket(words + ["--help"])
            #expect(help.code == 0)
            #expect(help.output.contains("Usage: docket \(words.joined(separator: " "))"))
            #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(words)")
        }
    }

    /// What a `docket up` writes into its home is enough for every command that reads any of it.
    @Test func everyCommandThatReadsVariablesTakesAHome() async throws {
        let without: Set = ["broker", "help", "completion"]
        let groups = Set(try await commands().filter { $0.count > 1 }.map { $0[0] })
        for words in try await commands() where !without.contains(words[0]) && !(words.count == 1 && groups.contains(words[0])) {
            let help = try await docket(words + ["--help"])
            #expect(help.output.contains("--home DIR"), "\(words)")
        }
    }

    @Test func theVersionIsTold() async throws {
        #expect(try await docket("--version").output == "docket \(Docket.version)\n")
    }

    @Test func errorsNameTheOptionAndWhatWasMeant() async throws {
        let option = try await docket("up", "--prot", "1")
        #expect(option.code == 64)
        #expect(option.errors.contains("--prot"))
        #expect(option.errors.contains("--port"))
        let command = try await docket("uplaod")
        #expect(command.code == 64)
        #expect(command.errors.contains("upload"))
        let value = try await docket("upload", "x.jpg", "-j", "a", "-t", "b", "-d", "31.10.2026")
        #expect(value.code == 64)
        #expect(value.errors.contains("--issue-date"))
        let missing = try await docket("upload", "x.jpg", "-t", "b")
        #expect(missing.errors.contains("--journey"))
    }

    @Test func contradictionsAreUsageErrors() async throws {
        let tail = try await docket("tail", "--follow", "--no-follow")
        #expect(tail.code == ExitCode.usage.rawValue)
        let upload = try await docket("upload", "x", "-j", "a", "-t", "b", "--wait", "--no-wait")
        #expect(upload.code == ExitCode.usage.rawValue)
    }

    @Test func whoHasNoServersIsToldWhereToNameThem() async throws {
        let folder = try TemporaryFolder()
        let show = try await docket("show", "0198a2f4-0000-7000-8000-000000000001", "--home", folder.path)
        #expect(show.code == ExitCode.configuration.rawValue)
        #expect(show.errors.contains("GATEWAY_URL"))
        let tail = try await docket("tail", "--home", folder.path)
        #expect(tail.code == ExitCode.configuration.rawValue)
        #expect(tail.errors.contains("KAFKA_BOOTSTRAP_SERVERS"))
        for words in [["migrate"], ["dlq", "list"], ["pause", "validation"], ["resume", "validation"], ["reconcile"]] {
            let outcome = try await docket(words + ["--home", folder.path])
            #expect(outcome.code == ExitCode.configuration.rawValue)
            #expect(outcome.errors.contains("DATABASE_URL"))
        }
    }

    @Test func theRunInTheHomeIsFound() async throws {
        let folder = try TemporaryFolder()
        var file = EnvironmentFile()
        file["GATEWAY_URL"] = "http://127.0.0.1:1"
        try FileText.replace("\(folder.path)/environment", with: file.text)
        let show = try await docket("show", "0198a2f4-0000-7000-8000-000000000001", "--home", folder.path)
        #expect(show.code == ExitCode.unavailable.rawValue)
    }

    @Test func aFileThatIsNotThereIsNamedBeforeAnythingIsSent() async throws {
        let upload = try await docket(
            "upload", "/nonexistent/bill.jpg", "-j", "proof-of-address", "-t", "utility-bill",
            environment: ["GATEWAY_URL": "http://127.0.0.1:1"])
        #expect(upload.code == ExitCode.notFound.rawValue)
        #expect(upload.errors.contains("/nonexistent/bill.jpg"))
    }

    @Test func topicVariablesAreCheckedBeforeAnythingIsDone() async throws {
        let environment = [
            "DATABASE_URL": "postgresql://127.0.0.1:1/x", "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1",
            "DOCKET_TOPIC_PARTITIONS": "0",
        ]
        let migrate = try await docket("migrate", "--topics", environment: environment)
        #expect(migrate.code == ExitCode.configuration.rawValue)
        #expect(migrate.errors.contains("DOCKET_TOPIC_PARTITIONS"))
    }

    @Test func completionScriptsKnowTheTree() async throws {
        let bash = try await docket("completion", "bash")
        #expect(bash.code == 0)
        for part in try await commands().joined() + ["--issue-date", "--no-follow", "outcomes"] {
            #expect(bash.output.contains(part), "\(part)")
        }
        #expect(try await docket("completion", "zsh").output.hasPrefix("#compdef docket"))
        #expect(try await docket("completion", "fish").output.contains("complete -c docket"))
        #expect(try await docket("completion", "tcsh").code == 64)
        let folder = try TemporaryFolder()
        try FileText.replace("\(folder.path)/docket.bash", with: bash.output)
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let outcome = try await loop.run { try await Tool.outcome("/bin/bash", ["-n", "\(folder.path)/docket.bash"], on: loop) }
        #expect(outcome.success, "\(outcome.lastLine)")
        // fish finds out only when it reads the script what of it cannot be proposed.
        try FileText.replace("\(folder.path)/docket.fish", with: try await docket("completion", "fish").output)
        let fish = "said=$(fish --no-config '\(folder.path)/docket.fish' 2>&1); echo \"$said\"; test -z \"$said\""
        let read = try await loop.run { try await Tool.outcome("/bin/bash", ["-c", fish], on: loop) }
        #expect(read.success, "\(read.lastLine)")
        await group.shutdown()
    }

    @Test func topicLayoutComesFromTheEnvironment() throws {
        let layout = try TopicLayout.specifications(["DOCKET_TOPIC_PARTITIONS": "6", "DOCKET_TOPIC_REPLICATION": "3"])
        #expect(layout.count == Topic.allCases.count)
        #expect(layout.allSatisfy { $0.partitions == 6 && $0.replication == 3 })
        #expect(try TopicLayout.specifications([:]).allSatisfy { $0.replication == nil })
    }
}
