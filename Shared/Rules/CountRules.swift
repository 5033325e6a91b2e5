/// Each document has a type that the journey accepts.
public struct KnownDocumentType: Rule {
    public let id: RuleID = "document.type-known"

    public init() {}

    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        let accepted = facts.journey.documentTypes.map(\.id.rawValue).joined(separator: ", ")
        return facts.documents.filter { facts.journey.documentType($0.type) == nil }.map { document in
            Finding(
                found: "type \(document.type)", expected: "one of \(accepted)",
                message:
                    "“\(facts.journey.title)” does not take documents of this kind. Choose another kind for it, or remove it."
            ).reason(rule: id, document: document.id)
        }
    }
}

/// The submission has as many documents as the journey needs, and no more than it takes.
public struct DocumentCount: Rule {
    public let id: RuleID = "submission.document-count"

    public init() {}

    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        let count = facts.documents.count
        let range = facts.journey.documents
        guard !range.contains(count) else { return [] }
        let finding = Finding(
            found: "\(count.of("document"))", expected: range.wording("document"),
            message: count < range.min
                ? "“\(facts.journey.title)” needs \(range.min.of("document")), and there "
                    + "\(count == 1 ? "is" : "are") \(count). Add \((range.min - count).of("more document"))."
                : "“\(facts.journey.title)” takes \(range.max.of("document")) at most, and there are \(count). "
                    + "Remove \((count - range.max).of("document")).")
        return [finding.reason(rule: id)]
    }
}

/// The submission has as many documents of each type as that type needs, and no more than it takes.
public struct DocumentCountOfType: Rule {
    public let id: RuleID = "submission.document-count-of-type"

    public init() {}

    public func reasons(for facts: SubmissionFacts) -> [Reason] {
        facts.journey.documentTypes.compactMap { type in
            let count = facts.documents.count { $0.type == type.id }
            guard !type.documents.contains(count) else { return nil }
            return Finding(
                found: "\(count.of("document")) of type \(type.id)", expected: type.documents.wording("document"),
                message: count < type.documents.min
                    ? "“\(type.title)” is needed \(type.documents.min.times), and is there \(count.times). Add what is missing."
                    : "“\(type.title)” can be sent \(type.documents.max.times) at most, and is there \(count.times). "
                        + "Remove what is too much."
            ).reason(rule: id)
        }
    }
}

/// Each document has as many pages as its type needs, and no more than it takes.
public struct PageCount: DocumentRule {
    public let id: RuleID = "document.page-count"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        let count = document.pageCount
        // A PDF whose pages nobody has counted yet may have enough of them.
        let isCounted = document.pages.allSatisfy { $0.pageCount != nil || $0.mediaType != .pdf }
        guard !type.pages.contains(count), count == 0 || isCounted || count > type.pages.max else { return nil }
        return Finding(
            found: count.of("page"), expected: type.pages.wording("page"),
            message: count < type.pages.min
                ? "“\(type.title)” needs \(type.pages.min.of("page")), and has \(count). Add \((type.pages.min - count).of("more page"))."
                : "“\(type.title)” can have \(type.pages.max.of("page")) at most, and has \(count). Send only those that matter.")
    }
}

/// Each document that was refused has been replaced or changed since.
public struct RefusedDocumentReplaced: DocumentRule {
    public let id: RuleID = "document.replaced"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard document.awaitsReplacement else { return nil }
        return Finding(
            found: "the document as it was refused", expected: "another one",
            message: "“\(type.title)” was refused and has not been changed. Replace it, or remove it.")
    }
}
