/// A check with an id. Pure: what it knows is in the facts.
public protocol Rule: Sendable {
    var id: RuleID { get }
    /// What becomes of who does not satisfy it, unless the journey says otherwise.
    var policy: RulePolicy { get }
    /// Whether a journey may say otherwise. Without some rules nothing could be made of the documents.
    var isNegotiable: Bool { get }
    /// All wordings that its findings use. Every language has every one of them.
    var wordings: [WordingKey] { get }
    /// Those of them that tell what was read on a document. Events have them without their values.
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

/// A rule for each document whose type the journey has, but for those that were accepted before.
public protocol DocumentRule: Rule {
    /// Nil if the document satisfies it.
    func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding?
}

/// A rule for each file of such documents.
public protocol FileRule: Rule {
    /// Whether what it needs to know is known of a file. The gateway does not look into files as the jail does.
    func canDecide(on file: PageFacts) -> Bool
    /// Nil if the file satisfies it.
    func finding(for file: PageFacts, of type: DocumentType) -> Finding?
}

extension FileRule {
    public func canDecide(on file: PageFacts) -> Bool { true }
}
