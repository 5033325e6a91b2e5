/// A check with an id. Pure: what it knows is in the facts.
public protocol Rule: Sendable {
    var id: RuleID { get }
    /// Empty if the rule is satisfied.
    func reasons(for facts: SubmissionFacts) -> [Reason]
}

/// What a rule that looks at one thing at a time has to say of it.
public struct Finding: Sendable, Hashable {
    public let severity: Reason.Severity
    public let found: String
    public let expected: String
    public let message: String

    public init(_ severity: Reason.Severity = .refuse, found: String, expected: String, message: String) {
        self.severity = severity
        self.found = found
        self.expected = expected
        self.message = message
    }

    func reason(rule: RuleID, document: DocumentID? = nil, page: PageID? = nil) -> Reason {
        Reason(
            rule: rule, severity: severity, document: document, page: page, found: found, expected: expected, message: message)
    }
}

/// A rule for each document whose type the journey has, but for those that were accepted before.
public protocol DocumentRule: Rule {
    /// Nil if the document satisfies it.
    func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding?
}

extension DocumentRule {
    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        facts.unsettled.compactMap { document, type in
            finding(for: document, of: type, today: facts.today)?.reason(rule: id, document: document.id)
        }
    }
}

/// A rule for each file of such documents.
public protocol FileRule: Rule {
    /// Nil if the file satisfies it.
    func finding(for file: PageFacts, of type: DocumentType) -> Finding?
}

extension FileRule {
    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        facts.unsettled.flatMap { document, type in
            document.pages.compactMap { page in
                finding(for: page, of: type)?.reason(rule: id, document: document.id, page: page.id)
            }
        }
    }
}

extension SubmissionFacts {
    /// Documents to be checked, each with its type.
    var unsettled: [(DocumentFacts, DocumentType)] {
        documents.filter { $0.settled == nil }.compactMap { document in
            journey.documentType(document.type).map { (document, $0) }
        }
    }
}
