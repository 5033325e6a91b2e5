import Glibc

/// Where a person's answers come from.
package struct TerminalInput: Sendable {
    /// Whether there is a person to ask.
    package let isInteractive: Bool
    /// The next line, or nil at the end. Blocks.
    package let nextLine: @Sendable () -> String?

    /// The process's own.
    package static let standard = TerminalInput(isInteractive: isatty(STDIN_FILENO) == 1) { readLine() }
}
