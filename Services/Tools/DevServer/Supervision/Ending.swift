import Glibc

/// How a process ended.
enum Ending: Sendable, Equatable, CustomStringConvertible {
    case exited(CInt)
    case signalled(CInt)
    /// It never ran.
    case notStarted(String)

    /// Whether a restart would fail in the same way: the configuration is wrong (sysexits' `EX_CONFIG`).
    var isPermanent: Bool { self == .exited(78) }

    var description: String {
        switch self {
        case .exited(let code): "ended with exit code \(code)"
        case .signalled(let signal): "was ended by \(Self.name(ofSignal: signal))"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }

    private static func name(ofSignal signal: CInt) -> String {
        switch signal {
        case SIGHUP: "SIGHUP"
        case SIGINT: "SIGINT"
        case SIGQUIT: "SIGQUIT"
        case SIGILL: "SIGILL"
        case SIGABRT: "SIGABRT"
        case SIGBUS: "SIGBUS"
        case SIGKILL: "SIGKILL"
        case SIGSEGV: "SIGSEGV"
        case SIGTERM: "SIGTERM"
        case SIGTRAP: "SIGTRAP"
        default: "signal \(signal)"
        }
    }
}
