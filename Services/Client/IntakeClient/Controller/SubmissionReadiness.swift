public import Shared

/// What remains to be done before a draft can be submitted.
public enum SubmissionReadiness: Sendable, Hashable {
    /// The person has to add or change something. The reasons are in their language.
    case incomplete([Reason])
    /// Everything is here, but not all of it is at the gateway: `upload()` comes first.
    case unsent
    /// This device knows no reason for `submit()` to fail.
    case ready
}
