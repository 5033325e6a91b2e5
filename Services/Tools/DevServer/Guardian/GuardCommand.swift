package import CommandSupport
import Glibc

/// `docket guard`: ends the processes of a killed `docket up`, and then itself. `docket up` starts it; people do not, so
/// the help leaves it out.
///
/// It has one thread and no event loop, so that it works when everything else fails.
package enum GuardCommand {
    package static let word = "guard"

    /// `arguments`: the home, and Postgres's data folder (empty without a private cluster).
    package static func run(_ arguments: [String]) -> ExitCode {
        guard arguments.count == 2, let text = getenv(Lifeline.variable), let lifeline = CInt(String(cString: text)) else {
            return .usage
        }
        // Ctrl-C and a closed terminal are for `docket up`, which then stops this process in its turn.
        signal(SIGINT, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        awaitEnd(of: lifeline)
        let leftovers = Leftovers(home: HomeDirectory(arguments[0], workingDirectory: "/"), postgresData: arguments[1])
        leftovers.end()
        return .success
    }

    private static func awaitEnd(of descriptor: CInt) {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count == 0 || (count < 0 && errno != EINTR) { return }
        }
    }
}
