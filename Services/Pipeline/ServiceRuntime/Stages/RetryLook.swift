/// The result of a query for due retries. It is pure.
enum RetryLook: Hashable {
    /// All free places were filled: more may be due.
    case full
    /// All due retries were claimed. `next` is the time until the next one; nil if none waits.
    case all(next: Duration?)

    /// The pause before the next query, at most `longest`. A retry that was due and could not be claimed belongs to
    /// another process.
    func pause(_ longest: Duration) -> Duration {
        switch self {
        case .full, .all(next: nil): longest
        case .all(let next?): min(longest, max(next, .milliseconds(50)))
        }
    }
}
