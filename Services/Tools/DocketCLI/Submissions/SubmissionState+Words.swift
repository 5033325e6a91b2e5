import CommandSupport
import Shared

extension SubmissionState {
    /// The exit code of a subcommand that waited for the submission.
    var exitCode: ExitCode {
        switch self {
        case .accepted: .success
        case .needsInput, .rejected: .refused
        case .inReview: .inReview
        case .failed, .withdrawn, .expired: .unfinished
        case .draft, .submitted, .processing: .timedOut
        }
    }

    /// The state in words for a person.
    var words: String {
        switch self {
        case .draft: "not submitted yet"
        case .submitted: "waits to be checked"
        case .processing: "checked, being made into clean pages"
        case .accepted: "all is well"
        case .needsInput: "other documents are needed"
        case .inReview: "waits for a reviewer"
        case .rejected: "refused for good"
        case .failed: "an operator has to look at it"
        case .withdrawn: "taken back"
        case .expired: "not submitted in time"
        }
    }

    func decorated(_ text: String, _ style: Style) -> String {
        switch self {
        case .accepted: style.good(text)
        case .needsInput, .inReview: style.warning(text)
        case .rejected, .failed, .withdrawn, .expired: style.bad(text)
        case .draft, .submitted, .processing: style.accent(text)
        }
    }
}
