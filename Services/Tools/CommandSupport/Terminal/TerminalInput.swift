import Glibc

/// The source of a person's answers.
package struct TerminalInput: Sendable {
    /// Whether there is a person to ask.
    package let isInteractive: Bool
    /// The next line, or nil at the end. Blocks.
    package let nextLine: @Sendable () -> String?

    /// Standard input of the process.
    package static let standard = TerminalInput(isInteractive: isatty(STDIN_FILENO) == 1) { readLine() }
}
