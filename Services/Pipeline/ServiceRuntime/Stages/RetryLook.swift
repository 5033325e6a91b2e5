/// What a look for due retries has come to. Pure.
enum RetryLook: Hashable {
    /// As many were claimed as there was room for: more may be due.
    case full
    /// All that was due was claimed. The next one is due after this long; nil when none waits.
    case all(next: Duration?)

    /// How long nothing is to be found, at most `longest`. What was due already and could not be claimed is in another's hands.
    func pause(_ longest: Duration) -> Duration {
        switch self {
        case .full, .all(next: nil): longest
        case .all(let next?): min(longest, max(next, .milliseconds(50)))
        }
    }
}
