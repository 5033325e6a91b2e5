import Glibc

/// Where a person's answers come from.
struct TerminalInput: Sendable {
    /// Whether there is a person to ask.
    let isInteractive: Bool
    /// The next line, or nil at the end. Blocks.
    let nextLine: @Sendable () -> String?

    /// The process's own.
    static let standard = TerminalInput(isInteractive: isatty(STDIN_FILENO) == 1) { readLine() }
}
