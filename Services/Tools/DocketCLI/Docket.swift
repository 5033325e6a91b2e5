import CommandLine
import CommandSupport
import Configuration
import DevServer
import EventLoop
import FoundationEssentials
import Glibc
import ServiceRuntime
import Synchronization

/// The operators' command line.
@main
enum Docket {
    static let version = SuiteVersion.text

    /// These subcommands stop in order on a signal. Signals are read as values, so they must be blocked before a thread
    /// starts.
    private static let longRunning: Set<String> = [
        "up", "demo", "broker", "record", "replay", "tail", "follow", "status", "watch",
    ]

    private static func isLongRunning(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        return longRunning.contains(first) || first == "seal" && words.contains("--files")
    }

    static func main() {
        let words = Array(Swift.CommandLine.arguments.dropFirst())
        if words.first == GuardCommand.word { exit(GuardCommand.run(Array(words.dropFirst())).rawValue) }
        if isLongRunning(words) { SignalWatch.block(Interruption.signals) }
        // A limit on the size of files is an error of the write that meets it, as a full disk is, and tells how much was kept.
        signal(SIGXFSZ, SIG_IGN)
        do {
            let group = try EventLoopGroup(threads: 1, name: "docket")
            let loop = group.next()
            let environment = ProcessInfo.processInfo.environment
            let context = CommandContext(
                group: group, loop: loop, environment: environment,
                output: Terminal(descriptor: STDOUT_FILENO, environment: environment))
            loop.spawn {
                let code = await program(context).run(words)
                context.output.clearStatus()
                exit(code)
            }
            // Everything happens on the loop; its last act is `exit`.
            while true { pause() }
        } catch {
            Console.standard.errorLine("docket: \(error)")
            exit(ExitCode.failure.rawValue)
        }
    }

    static func program(_ context: CommandContext, console: Console = .standard) -> Program {
        Program(tree(context, console: console), version: version, console: console) { error in
            context.output.clearStatus()
            return describe(error)
        }
    }

    static func tree(_ context: CommandContext, console: Console = .standard) -> Command {
        Command(
            "docket", summary: "Run and operate Docket, the document intake suite",
            discussion: """
                Everything on one machine: `docket up`. Then send a file with `docket upload`, look at it with `docket show`, and \
                watch the events with `docket tail`.

                With --json, what lists or goes on telling prints one JSON object a line, and what tells of a single thing one \
                object; nothing else comes on standard output.

                Every command works on what the variables name, and where they name nothing on the `docket up` that runs in \
                --home.

                Pages of the manual, shown by `docket help TOPIC`: \(ManualPage.all.map(\.name).joined(separator: ", ")).

                Exit codes:
                \(ExitCode.allCases.map { "\($0.rawValue < 10 ? " " : "")\($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))
                """,
            subcommands: [
                UpCommand.command(context), DemoCommand.command(context), BrokerCommand.command(context),
                MigrateCommand.command(context), UploadCommand.command(context), WatchCommand.command(context),
                ShowCommand.command(context),
                TailCommand.command(context), FollowCommand.command(context), StatusCommand.command(context),
                HealthCommand.command(context), DoctorCommand.command(context), RecordCommand.command(context),
                ReplayCommand.command(context), JourneysCommand.command(context), CheckCommand.command(context),
                ReadCommand.command(context), VerifyCommand.command(context),
                ReconcileCommand.command(context), DeadLetterCommand.command(context), PauseCommand.pausing(context),
                PauseCommand.resuming(context), KeysCommand.command(context), AuditCommand.command(context),
                UsageCommand.command(context),
                EndpointsCommand.command(context), DeliveriesCommand.command(context), PortalCommand.command(context),
                EraseCommand.command(context), ExportCommand.command(context), HoldCommand.command(context),
                RetentionCommand.command(context), SealCommand.command(context),
                HelpCommand.command(context) { program(context, console: console) },
            ])
    }

    private static func describe(_ error: any Error) -> Program.Failure {
        if let failure = error as? CommandFailure {
            return Program.Failure(message: failure.description, exitCode: failure.exitCode.rawValue)
        }
        if let faults = error as? ConfigurationFaults {
            return Program.Failure(message: "the configuration is wrong\n\(faults)", exitCode: ExitCode.configuration.rawValue)
        }
        return Program.Failure(message: OperatorWords.of(error), exitCode: ExitCode.failure.rawValue)
    }
}
