/// How long things are kept, in days. Nil keeps a thing until somebody erases it.
public struct Retention: Sendable, Hashable, Codable {
    /// A draft, or a submission that waits for its person, expires after this time without a change.
    public var draft: Int
    /// For accepted submissions with their clean pages.
    public var accepted: Int?
    /// For rejected submissions.
    public var rejected: Int?
    /// For the sealed originals, beside the clean pages.
    public var original: Int?
    /// The minimum that a law requires: decided submissions may not be erased earlier.
    public var minimum: Int?

    public static let allowed = 1...36_500
    public static let allowedForDrafts = 1...3650

    public init(draft: Int = 30, accepted: Int? = nil, rejected: Int? = nil, original: Int? = nil, minimum: Int? = nil) {
        self.draft = draft
        self.accepted = accepted
        self.rejected = rejected
        self.original = original
        self.minimum = minimum
    }

    /// The periods that the legal minimum applies to, by name.
    var ofDecided: [(name: String, days: Int)] {
        [("accepted", accepted), ("rejected", rejected), ("original", original)].compactMap { name, days in
            days.map { (name, $0) }
        }
    }
}
