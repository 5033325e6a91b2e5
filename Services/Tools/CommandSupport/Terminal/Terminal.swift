import Glibc
import Synchronization

/// Where a subcommand writes: text that looks good on a terminal, and plain lines everywhere else.
package final class Terminal: Sendable {
    package let isInteractive: Bool
    package let style: Style
    /// Columns; 100 where nobody knows.
    package let width: Int
    private let descriptor: CInt
    /// The transient line under which everything else is printed, as last drawn.
    private let status = Mutex("")

    package init(descriptor: CInt, environment: [String: String]) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
        style = Style(hasColour: isInteractive && (environment["NO_COLOR"] ?? "").isEmpty)
        var size = winsize()
        let known = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = known ? max(10, Int(size.ws_col)) : 100
    }

    /// A whole line (or several), above the status line if there is one.
    package func line(_ text: String = "") {
        status.withLock { status in
            write(isInteractive && !status.isEmpty ? "\r\u{1B}[K\(text)\n\(status)" : text + "\n")
        }
    }

    /// Whole lines, with their ends, as they are: for much at once.
    package func lines(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        status.withLock { status in
            guard isInteractive, !status.isEmpty else { return write(bytes[...]) }
            write("\r\u{1B}[K")
            write(bytes[...])
            write(status)
        }
    }

    /// Redraws the line at the bottom; nothing where there is no terminal: scripts get whole lines only.
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

    private func write(_ text: String) { write(Array(text.utf8)[...]) }

    private func write(_ rest: ArraySlice<UInt8>) {
        var bytes = rest
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                // A reader that went away (`docket tail | head`) is no reason to fail.
                guard errno == EINTR else { return }
                continue
            }
            bytes = bytes.dropFirst(written)
        }
    }
}

/// Colour where it is wanted, plain text where not.
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
