import CommandSupport
import Synchronization

/// Prints the checks of the demo, and counts them.
final class DemoReport: Sendable {
    private let terminal: Terminal
    private let counts = Mutex((passed: 0, faults: [String]()))

    init(terminal: Terminal) { self.terminal = terminal }

    func title(_ text: String) {
        terminal.line()
        terminal.line(terminal.style.bold(text))
    }

    func line(_ text: String) { terminal.line("  \(text)") }

    /// Reports a check that has passed, or its fault.
    func check(_ what: String, fault: String?) {
        counts.withLock { counts in
            if let fault { counts.faults.append("\(what): \(fault)") } else { counts.passed += 1 }
        }
        terminal.line(fault.map { "  " + terminal.style.bad("✗ \(what): \($0)") } ?? "  " + terminal.style.good("✓ ") + what)
    }

    func check(_ what: String, _ isRight: Bool, otherwise fault: @autoclosure () -> String) {
        check(what, fault: isRight ? nil : fault())
    }

    /// Prints the last lines; returns the demo's exit code.
    func conclude() -> ExitCode {
        let (passed, faults) = counts.withLock { ($0.passed, $0.faults) }
        terminal.line()
        if faults.isEmpty, passed > 0 {
            terminal.line(terminal.style.good("The demo is complete: all \(passed) checks passed"))
            return .success
        }
        terminal.line(terminal.style.bad("The demo found \(faults.count) of \(passed + faults.count) checks wrong:"))
        for fault in faults { terminal.line("  \(fault)") }
        return .demoFailed
    }
}
