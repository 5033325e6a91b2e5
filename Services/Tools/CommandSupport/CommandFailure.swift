/// Why a subcommand failed: what happened, to which object, and what to do.
package struct CommandFailure: Error, Sendable, CustomStringConvertible {
    package let exitCode: ExitCode
    /// What happened, and to which object. Safe to show.
    package let problem: String
    /// What the person can do.
    package let advice: String?

    package init(_ exitCode: ExitCode, _ problem: String, advice: String? = nil) {
        self.exitCode = exitCode
        self.problem = problem
        self.advice = advice
    }

    package var description: String { advice.map { "\(problem)\n  \($0)" } ?? problem }
}

/// The exit codes of `docket`; those of sysexits where there is one.
package enum ExitCode: CInt, Sendable, CaseIterable {
    case success = 0
    /// The submission was rejected, or its documents must be replaced. Also: a hold or a minimum period prevents an
    /// erasure, an endpoint refused a test message, two builds differ, files of before could not be sealed, or
    /// evidence does not hold.
    case refused = 1
    /// Processing failed, or the submission was withdrawn or has expired.
    case unfinished = 2
    /// A reviewer of the tenant has to decide.
    case inReview = 3
    /// A check of `docket demo` failed.
    case demoFailed = 4
    /// Something was accepted and will never end. Also: evidence is missing, or cannot be told.
    case missing = 5
    case usage = 64
    /// The gateway refuses the data: unknown journey or type, wrong media type, too large.
    case notAccepted = 65
    /// A file or a submission that was named does not exist.
    case notFound = 66
    /// Gateway, broker or Postgres cannot be reached.
    case unavailable = 69
    case failure = 70
    /// A process could not be started, or did not become ready.
    case startFailed = 71
    /// A port is in use.
    case portTaken = 72
    /// A file or folder could not be created.
    case cannotCreate = 73
    /// Time ran out; a retry may help.
    case timedOut = 75
    /// Another `docket up` holds the home.
    case homeInUse = 76
    case configuration = 78
    /// An assertion of `docket replay` failed: k6's code.
    case assertionMissed = 99
    /// Ended by Ctrl-C; the results so far were printed.
    case interrupted = 130

    /// For `docket health`: a service is not ready, or does not answer. Docker requires 1 for that from health checks.
    /// For `docket doctor`: a fault that is neither a variable's nor an address's.
    package static let notReady = ExitCode.refused

    /// For `--help`.
    package var meaning: String {
        switch self {
        case .success: "done; for upload: accepted"
        case .refused: "refused, or other documents are needed; elsewhere: not as it should be, or not all was done"
        case .unfinished: "processing failed, or the submission was withdrawn or expired"
        case .inReview: "the submission waits for a reviewer"
        case .demoFailed: "the demo saw something that is not as it should be"
        case .missing: "something that was accepted is missing: nothing will move it; for verify: a part is missing"
        case .usage: "the command line is wrong"
        case .notAccepted: "what was given is not taken: by the gateway, or as a journey, recording or ledger"
        case .notFound: "a file or submission does not exist"
        case .unavailable: "gateway, broker or Postgres cannot be reached"
        case .failure: "a fault inside docket"
        case .startFailed: "a process could not be started, or did not become ready"
        case .portTaken: "a port is taken"
        case .cannotCreate: "a file or folder could not be made"
        case .timedOut: "time ran out"
        case .homeInUse: "another `docket up` runs in this home"
        case .configuration: "environment variables are missing or wrong, or the schema is of another version"
        case .assertionMissed: "an assertion of `docket replay` does not hold"
        case .interrupted: "it was interrupted; what was measured or recorded until then was told"
        }
    }
}
