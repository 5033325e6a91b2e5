import EventLoop
import Glibc
import Shared

/// The person who works with `docket`.
struct Operator: Sendable {
    let context: CommandContext

    /// As the audit trail names them.
    var name: String { "operator:\(context.variable("SUDO_USER") ?? context.variable("USER") ?? "uid-\(getuid())")" }

    /// Asks on the terminal. Without one there is nobody to ask.
    func confirms(_ prompt: ConfirmationPrompt) async throws -> Bool {
        guard context.input.isInteractive else {
            throw CommandFailure(
                .usage, "this needs a confirmation, and standard input is no terminal", advice: "Confirm it with --yes.")
        }
        context.output.line(context.output.style.bold(prompt.title))
        context.output.line("  \(prompt.message)")
        context.output.line("\(prompt.actionLabel)? Type “yes” to go on:")
        let answer = try await context.group.blocking.run { [input = context.input] in input.nextLine() }
        return answer?.lowercased() == "yes"
    }
}
