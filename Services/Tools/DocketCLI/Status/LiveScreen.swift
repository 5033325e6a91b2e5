import CommandSupport
import Glibc

/// Takes the whole terminal while something is shown; then restores the earlier contents.
struct LiveScreen {
    private let descriptor: CInt

    init(descriptor: CInt) { self.descriptor = descriptor }

    func begin() { write("\u{1B}[?1049h\u{1B}[?25l") }
    func end() { write("\u{1B}[?25h\u{1B}[?1049l") }

    /// The current size, which can change.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws over the previous contents, line by line, so that nothing flickers.
    func draw(_ lines: [String]) {
        write("\u{1B}[H" + lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    private func write(_ text: String) { _ = FileText.writeAll(Array(text.utf8), to: descriptor) }
}
