/// A point of the way at which rules are checked.
public enum Checkpoint: String, Sendable, Hashable, CaseIterable {
    /// A document is added or changed.
    case entry
    /// A file has arrived.
    case arrival
    /// The submission is to be submitted.
    case completeness
    /// All files have been looked into.
    case validation
    /// Pages are made.
    case decoding
    /// What stands on the pages has been read.
    case reading
}
