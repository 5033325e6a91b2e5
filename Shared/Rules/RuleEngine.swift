/// Checks a set of rules, all of them, and folds what they say into verdicts.
public struct RuleEngine: Sendable {
    public let rules: [any Rule]

    public init(_ rules: [any Rule]) {
        self.rules = rules
    }

    /// All reasons, in the order of the rules.
    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        rules.flatMap { $0.reasons(for: facts) }
    }

    /// The verdict on each document and on the submission; reasons of verdicts that stand are carried on.
    public func verdict(on facts: SubmissionFacts) -> SubmissionVerdict {
        let settled = facts.documents.flatMap { $0.settled ?? [] }
        return SubmissionVerdict(sorting: settled + reasons(for: facts), under: facts.documents.map(\.id))
    }

    /// What the rules for files say of one that has just arrived.
    public func reasons(for file: PageFacts, of type: DocumentType, in document: DocumentID) -> [Reason] {
        rules.compactMap { rule in
            (rule as? any FileRule)?.finding(for: file, of: type)?.reason(rule: rule.id, document: document, page: file.id)
        }
    }
}

// MARK: - The sets of rules

extension RuleEngine {
    /// What can be said at once of a document that is added or changed.
    public static let onEntry = RuleEngine([KnownDocumentType(), IssueDateReadable(), IssueDateNotInFuture()])

    /// What can be said of a file as soon as it has arrived.
    public static let onArrival = RuleEngine([FileNotEmpty(), FileSize(), AllowedMediaType(), HonestMediaType()])

    /// What must be there before a submission can be handed in.
    public static let completeness = RuleEngine([
        KnownDocumentType(), DocumentCount(), DocumentCountOfType(), PageCount(), IssueDateRequired(), RefusedDocumentReplaced(),
    ])

    /// Everything, once the files have been looked into.
    public static let validation = RuleEngine([
        KnownDocumentType(), DocumentCount(), DocumentCountOfType(), PageCount(),
        IssueDateRequired(), IssueDateReadable(), IssueDateNotInFuture(), IssueDateRecent(),
        FileNotEmpty(), FileSize(), AllowedMediaType(), HonestMediaType(), UnambiguousMediaType(), FileReadable(),
        FileWithoutPassword(), FileWithinBudget(), FileNotDuplicate(),
    ])

    /// What can come to light only when pages are made.
    public static let decoding = RuleEngine([FileReadable(), FileWithoutPassword(), FileWithinBudget()])
}
