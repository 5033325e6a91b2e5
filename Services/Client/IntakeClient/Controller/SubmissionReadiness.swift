public import Shared

/// What there is to do before a draft can be submitted.
public enum SubmissionReadiness: Sendable, Hashable {
    /// The person has to add or change something: what, in their language.
    case incomplete([Reason])
    /// All of it is here, and the gateway does not have all of it yet: `upload()` comes first.
    case unsent
    /// Nothing that this device knows of makes `submit()` fail.
    case ready
}
