import Glibc

/// The output of a program, and its width.
public struct Console: Sendable {
    public let width: Int
    private let writeOutput: @Sendable (String) -> Void
    private let writeError: @Sendable (String) -> Void

    public init(
        width: Int, output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void
    ) {
        self.width = width
        writeOutput = output
        writeError = error
    }

    /// The process's standard output and error. The width is the terminal's, between 40 and 120 columns; 80 without a
    /// terminal.
    public static var standard: Console {
        var size = winsize()
        let columns = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
        return Console(
            width: min(120, max(40, columns)), output: { writeAll($0, to: STDOUT_FILENO) },
            error: { writeAll($0, to: STDERR_FILENO) })
    }

    /// Writes text as it is to standard output.
    public func write(_ text: String) { writeOutput(text) }

    /// Writes a line to standard output.
    public func line(_ text: String = "") { writeOutput(text + "\n") }

    /// Writes a line to standard error.
    public func errorLine(_ text: String) { writeError(text + "\n") }
}

private func writeAll(_ text: String, to descriptor: CInt) {
    var text = text
    text.withUTF8 { buffer in
        var rest = UnsafeRawBufferPointer(buffer)
        while !rest.isEmpty {
            let written = write(descriptor, rest.baseAddress, rest.count)
            if written > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
            } else if written < 0, errno == EINTR || errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, 1_000)
            } else {
                return
            }
        }
    }
}
