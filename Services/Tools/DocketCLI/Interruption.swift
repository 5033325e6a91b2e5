import EventLoop
import Glibc

/// The signals that ask a long-running subcommand to stop.
enum Interruption {
    static let signals: [CInt] = [SIGINT, SIGTERM, SIGHUP]
}
