/// The order of a listing, by the values of the parameter `sort`. Equal moments are ordered by id.
public enum SubmissionOrder: String, Sendable, Hashable, CaseIterable {
    case newestFirst = "-createdAt"
    case oldestFirst = "createdAt"
    /// For clients that follow a listing: a submission that changes meanwhile appears again, later.
    case longestUnchangedFirst = "updatedAt"
    case lastChangedFirst = "-updatedAt"

    public var isAscending: Bool { self == .oldestFirst || self == .longestUnchangedFirst }

    /// Whether it sorts by the last change; otherwise it sorts by creation.
    public var isByChange: Bool { self == .longestUnchangedFirst || self == .lastChangedFirst }
}
