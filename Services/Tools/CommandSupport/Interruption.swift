import EventLoop
import Glibc

/// The signals that ask a long-running subcommand to stop.
package enum Interruption {
    package static let signals: [CInt] = [SIGINT, SIGTERM, SIGHUP]
}
