import Glibc
import Synchronization

/// The output of a subcommand: styled text on a terminal, plain lines otherwise.
package final class Terminal: Sendable {
    package let isInteractive: Bool
    package let style: Style
    /// Columns; 100 if the width is unknown.
    package let width: Int
    private let descriptor: CInt
    /// The status line below all other output, as last drawn.
    private let status = Mutex("")

    package init(descriptor: CInt, environment: [String: String]) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
        style = Style(hasColour: isInteractive && (environment["NO_COLOR"] ?? "").isEmpty)
        var size = winsize()
        let known = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = known ? max(10, Int(size.ws_col)) : 100
    }

    /// Prints one or more whole lines, above the status line if there is one.
    package func line(_ text: String = "") {
        status.withLock { status in
            write(isInteractive && !status.isEmpty ? "\r\u{1B}[K\(text)\n\(status)" : text + "\n")
        }
    }

    package func show(_ lines: [String]) {
        for line in lines { self.line(line) }
    }

    /// Prints whole lines with their line ends unchanged, for much output at once.
    package func lines(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        status.withLock { status in
            guard isInteractive, !status.isEmpty else { return write(bytes) }
            write("\r\u{1B}[K")
            write(bytes)
            write(status)
        }
    }

    /// Redraws the status line at the bottom. Without a terminal it does nothing: scripts get whole lines only.
    package func showStatus(_ text: String) {
        guard isInteractive else { return }
        status.withLock { status in
            status = String(text.prefix(width - 1))
            write("\r\u{1B}[K\(status)")
        }
    }

    package func clearStatus() {
        guard isInteractive else { return }
        status.withLock { status in
            guard !status.isEmpty else { return }
            status = ""
            write("\r\u{1B}[K")
        }
    }

    private func write(_ text: String) { write(Array(text.utf8)) }

    /// A reader that went away (`docket tail | head`) is no reason to fail.
    private func write(_ bytes: [UInt8]) { _ = FileText.writeAll(bytes, to: descriptor) }
}

/// Colours, or plain text where colours are not wanted.
package struct Style: Sendable {
    let hasColour: Bool

    package static let plain = Style(hasColour: false)

    package func bold(_ text: String) -> String { wrap("1", text) }
    package func faint(_ text: String) -> String { wrap("2", text) }
    package func good(_ text: String) -> String { wrap("32", text) }
    package func bad(_ text: String) -> String { wrap("31", text) }
    package func warning(_ text: String) -> String { wrap("33", text) }
    package func accent(_ text: String) -> String { wrap("36", text) }

    private func wrap(_ code: String, _ text: String) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
