/// A check with an id. It is pure: it depends only on the facts.
public protocol Rule: Sendable {
    var id: RuleID { get }
    /// What happens to a submission that does not satisfy it, unless the journey says otherwise.
    var policy: RulePolicy { get }
    /// Whether a journey may change the policy. Some rules are necessary to make pages at all.
    var isNegotiable: Bool { get }
    /// All wordings that its findings use. Every language has every one of them.
    var wordings: [WordingKey] { get }
    /// The wordings that contain values read from a document. Events omit these values.
    var wordingsOfReading: [WordingKey] { get }
}

extension Rule {
    public var policy: RulePolicy { .refuse }
    public var isNegotiable: Bool { false }
    public var wordings: [WordingKey] { [WordingKey(stringLiteral: id.rawValue)] }
    public var wordingsOfReading: [WordingKey] { [] }
}

/// A rule for a submission as a whole.
public protocol SubmissionRule: Rule {
    /// Empty if the submission satisfies it.
    func findings(for facts: SubmissionFacts) -> [Finding]
}

/// A rule for each document of a type of the journey, except documents that were accepted before.
public protocol DocumentRule: Rule {
    /// Whether the needed facts of the document's files are known. The gateway does not examine files as the jail does.
    func canDecide(on document: DocumentFacts) -> Bool
    /// Nil if the document satisfies it.
    func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding?
}

/// A rule for each file of such documents.
public protocol FileRule: Rule {
    /// Whether the type asks for it. Of any other type the rule has nothing to say.
    func applies(to type: DocumentType) -> Bool
    /// Whether the needed facts of a file are known. The gateway does not examine files as the jail does.
    func canDecide(on file: PageFacts) -> Bool
    /// Nil if the file satisfies it.
    func finding(for file: PageFacts, of type: DocumentType) -> Finding?
}

extension DocumentRule {
    public func canDecide(on document: DocumentFacts) -> Bool { true }
}

extension FileRule {
    public func applies(to type: DocumentType) -> Bool { true }
    public func canDecide(on file: PageFacts) -> Bool { true }
}
