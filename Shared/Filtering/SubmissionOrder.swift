/// How a listing is sorted, by the words that the parameter `sort` has for it. What has the same moment is sorted by id.
public enum SubmissionOrder: String, Sendable, Hashable, CaseIterable {
    case newestFirst = "-createdAt"
    case oldestFirst = "createdAt"
    /// What somebody who follows from afar asks for: a submission that changes meanwhile comes again, later.
    case longestUnchangedFirst = "updatedAt"
    case lastChangedFirst = "-updatedAt"

    public var isAscending: Bool { self == .oldestFirst || self == .longestUnchangedFirst }

    /// Whether the moment is that of the last change; otherwise it is that of the creation.
    public var isByChange: Bool { self == .longestUnchangedFirst || self == .lastChangedFirst }
}
