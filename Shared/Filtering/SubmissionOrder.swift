/// How a listing is sorted, by the words that the parameter `sort` has for it. What was created in the same moment is sorted by id.
public enum SubmissionOrder: String, Sendable, Hashable, CaseIterable {
    case newestFirst = "-createdAt"
    case oldestFirst = "createdAt"

    public var isAscending: Bool { self == .oldestFirst }
}
