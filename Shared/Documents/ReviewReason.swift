/// What a reviewer refuses a document for, to be chosen from a list: each is said in every language, so that the person reads it in
/// theirs and the reviewer in their own.
public enum ReviewReason: String, Sendable, Hashable, Codable, CaseIterable {
    case unreadable
    case incomplete
    case wrongDocument = "wrong-document"
    case otherPerson = "other-person"
    case otherAddress = "other-address"
    case tooOld = "too-old"
    case expired
    case notOriginal = "not-original"
    case altered

    /// What says it.
    public var wording: WordingKey { WordingKey(rawValue: "\(ReviewDecision.rule)/\(rawValue)") ?? "review.refused" }

    /// In few words, for the reviewer.
    public func title(in language: Language) -> String { language.text(wording, [:]).found }

    /// What is wrong and what to do, for the person.
    public func message(in language: Language) -> String { language.text(wording, [:]).message }
}
