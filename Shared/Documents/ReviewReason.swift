/// A listed reason for which a reviewer refuses a document. Every language has it: person and reviewer each read their
/// own.
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

    public var wording: WordingKey { WordingKey(rawValue: "\(ReviewDecision.rule)/\(rawValue)") ?? "review.refused" }

    /// A few words for the reviewer.
    public func title(in language: Language) -> String { language.text(wording, [:]).found }

    /// What is wrong and what to do, for the person.
    public func message(in language: Language) -> String { language.text(wording, [:]).message }
}
