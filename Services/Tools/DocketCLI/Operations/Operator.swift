import CommandSupport
import EventLoop
import Glibc
import Shared

/// The person who runs `docket`.
struct Operator: Sendable {
    let context: CommandContext

    /// The operator's name in the audit trail.
    var name: String { "operator:\(context.variable("SUDO_USER") ?? context.variable("USER") ?? "uid-\(getuid())")" }

    /// Prints a message that is no result; to standard error if standard output is for a program.
    func tell(_ text: String, isJSON: Bool) { (isJSON ? beside : context.output).line(text) }

    private var beside: Terminal { Terminal(descriptor: STDERR_FILENO, environment: context.environment) }

    /// Asks on the terminal. Throws without a terminal.
    func confirms(_ prompt: ConfirmationPrompt, isJSON: Bool = false) async throws -> Bool {
        guard context.input.isInteractive else {
            throw CommandFailure(
                .usage, "this needs a confirmation, and standard input is no terminal", advice: "Confirm it with --yes.")
        }
        let terminal = isJSON ? beside : context.output
        terminal.line(terminal.style.bold(prompt.title))
        terminal.line("  \(prompt.message)")
        terminal.line("\(prompt.actionLabel)? Type “yes” to go on:")
        let answer = try await context.group.blocking.run { [input = context.input] in input.nextLine() }
        return answer?.lowercased() == "yes"
    }
}
