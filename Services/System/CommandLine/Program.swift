/// A command tree with what every program has: help, version, completion scripts, error messages and exit codes.
public struct Program: Sendable {
    /// How a failure of a command is reported: text for standard error, and the exit code.
    public struct Failure: Sendable {
        public let message: String
        public let exitCode: Int32

        public init(message: String, exitCode: Int32 = 1) {
            self.message = message
            self.exitCode = exitCode
        }
    }

    let root: Command
    private let version: String
    private let console: Console
    private let describe: @Sendable (any Error) -> Failure

    /// `describe` converts an error of a command to a failure; without it, the error's description is shown and the exit
    /// code is 1. A `completion` command is added to the root.
    public init(
        _ root: Command, version: String, console: Console = .standard,
        describe: @escaping @Sendable (any Error) -> Failure = { Failure(message: String(describing: $0)) }
    ) {
        self.root = root.withCompletionCommand(console)
        self.version = version
        self.console = console
        self.describe = describe
    }

    /// Parses the words after the program's name, runs the command and returns its exit code, or 64 if the words cannot
    /// be parsed.
    public func run(_ words: [String]) async -> Int32 {
        let invocation: Invocation
        do {
            invocation = try Parser.parse(words, root: root)
        } catch {
            console.errorLine(error.description)
            return UsageError.exitCode
        }
        switch invocation {
        case .help(let path):
            console.write(HelpText(path: path, width: console.width).text)
            return 0
        case .version:
            console.line("\(root.name) \(version)")
            return 0
        case .run(let body, let arguments):
            do {
                return try await body(arguments)
            } catch let error as UsageError {
                console.errorLine(error.description)
                return UsageError.exitCode
            } catch {
                let failure = describe(error)
                console.errorLine("\(arguments.commandPath.joined(separator: " ")): \(failure.message)")
                return failure.exitCode
            }
        }
    }

    /// The names of the root's commands.
    public var commandNames: [String] { root.subcommands.map(\.name) }

    /// The completion script for a shell.
    public func completionScript(for shell: Shell) -> String { shell.script(for: root) }
}

/// A shell with a completion script.
public enum Shell: String, CaseIterable, ArgumentValue {
    case bash, zsh, fish

    func script(for root: Command) -> String {
        switch self {
        case .bash: BashCompletion(root: root).script
        case .zsh: ZshCompletion(root: root).script
        case .fish: FishCompletion(root: root).script
        }
    }
}

extension Command {
    fileprivate func withCompletionCommand(_ console: Console) -> Command {
        guard body == nil, !subcommands.contains(where: { $0.name == "completion" }) else { return self }
        let tree = self
        let shell = Argument<Shell>("SHELL", help: "The shell that the script is for")
        let completion = Command(
            "completion", summary: "Print a completion script for a shell",
            examples: [
                .init("source <(\(name) completion bash)", "Complete in this bash"),
                .init("\(name) completion fish | source", "Complete in this fish"),
                .init("\(name) completion zsh > \"${fpath[1]}/_\(name)\"", "Complete in every zsh from now on"),
            ],
            parameters: [shell]
        ) { arguments in
            console.write(arguments[shell].script(for: tree.withCompletionCommand(console)))
            return 0
        }
        return Command(self, adding: completion)
    }
}
