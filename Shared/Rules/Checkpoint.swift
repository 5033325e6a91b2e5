/// A point at which rules are checked.
public enum Checkpoint: String, Sendable, Hashable, CaseIterable {
    /// A file has arrived.
    case arrival
    /// The submission is about to be submitted.
    case completeness
    /// All files have been examined.
    case validation
    /// Pages are made.
    case decoding
    /// The pages have been read.
    case reading
}
