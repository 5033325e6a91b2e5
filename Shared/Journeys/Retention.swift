/// How long things are kept, in days. Nil keeps a thing until somebody erases it.
public struct Retention: Sendable, Hashable {
    /// Without a change, a draft or a submission that waits for its person expires after so many.
    public var draft: Int
    /// What was accepted, with its clean pages.
    public var accepted: Int?
    /// What was rejected.
    public var rejected: Int?
    /// The sealed files as they came in, beside the clean pages.
    public var original: Int?
    /// What a law asks for: nothing that was decided on may be erased earlier.
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

    /// The periods that a law's minimum holds for, by name.
    var ofDecided: [(name: String, days: Int)] {
        [("accepted", accepted), ("rejected", rejected), ("original", original)].compactMap { name, days in
            days.map { (name, $0) }
        }
    }
}

extension Retention: Codable {
    private enum CodingKeys: String, CodingKey { case draft, accepted, rejected, original, minimum }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            draft: try container.decode(Int.self, forKey: .draft),
            accepted: try container.decodeIfPresent(Int.self, forKey: .accepted),
            rejected: try container.decodeIfPresent(Int.self, forKey: .rejected),
            original: try container.decodeIfPresent(Int.self, forKey: .original),
            minimum: try container.decodeIfPresent(Int.self, forKey: .minimum))
    }
}
