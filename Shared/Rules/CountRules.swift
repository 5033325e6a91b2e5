/// Each document has a type that the journey accepts.
public struct KnownDocumentType: SubmissionRule {
    public let id: RuleID = "document.type-known"

    public init() {}

    public func findings(for facts: SubmissionFacts) -> [Finding] {
        var findings: [Finding] = []
        for document in facts.documents where facts.journey.documentType(document.type) == nil {
            let accepted = facts.journey.titlesOfTypes
            let finding = Finding(
                "document.type-known",
                [
                    "found": .text(document.type.rawValue), "accepted": .text(accepted), "journey": .text(facts.journey.title),
                ])
            findings.append(finding.of(document))
        }
        return findings
    }
}

/// The submission has a number of documents that the journey allows.
public struct DocumentCount: SubmissionRule {
    public let id: RuleID = "submission.document-count"
    public let wordings: [WordingKey] = ["submission.document-count/too-few", "submission.document-count/too-many"]

    public init() {}

    public func findings(for facts: SubmissionFacts) -> [Finding] {
        let title = facts.journey.title
        return Finding(wordings, facts.documents.count, outside: facts.journey.documents, of: title, named: "journey").map {
            [$0]
        } ?? []
    }
}

/// The submission has a number of documents of each type that the type allows.
public struct DocumentCountOfType: SubmissionRule {
    public let id: RuleID = "submission.document-count-of-type"
    public let wordings: [WordingKey] = [
        "submission.document-count-of-type/too-few", "submission.document-count-of-type/too-many",
    ]

    public init() {}

    public func findings(for facts: SubmissionFacts) -> [Finding] {
        facts.journey.documentTypes.compactMap { type in
            let count = facts.documents.count { $0.type == type.id }
            return Finding(wordings, count, outside: type.documents, of: type.title, named: "type", documentType: type.id)
        }
    }
}

/// The person has given the journey's consent, in its current version.
public struct ConsentGiven: SubmissionRule {
    public let id: RuleID = "submission.consent"
    public let wordings: [WordingKey] = ["submission.consent/missing", "submission.consent/outdated"]

    public init() {}

    public func findings(for facts: SubmissionFacts) -> [Finding] {
        guard let wanted = facts.journey.consent, facts.consent != wanted.version else { return [] }
        guard let given = facts.consent else { return [Finding(wordings[0], ["version": .text(wanted.version)])] }
        return [Finding(wordings[1], ["version": .text(wanted.version), "given": .text(given)])]
    }
}

/// Each document has a number of pages that its type allows.
public struct PageCount: DocumentRule {
    public let id: RuleID = "document.page-count"
    public let wordings: [WordingKey] = ["document.page-count/too-few", "document.page-count/too-many"]

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        let count = document.pageCount
        // A PDF whose pages nobody has counted yet may have enough of them.
        let isCounted = document.pages.allSatisfy { $0.pageCount != nil || $0.mediaType != .pdf }
        guard count == 0 || isCounted || count > type.pages.max else { return nil }
        return Finding(wordings, count, outside: type.pages, of: type.title, named: "type")
    }
}

extension Finding {
    /// Too few with the first wording, or too many with the second; nil if the number is allowed.
    fileprivate init?(
        _ wordings: [WordingKey], _ count: Int, outside range: CountRange, of title: String, named name: String,
        documentType: DocumentTypeID? = nil
    ) {
        guard !range.contains(count) else { return nil }
        let isTooFew = count < range.min
        self.init(
            wordings[isTooFew ? 0 : 1],
            [
                name: .text(title), "count": .count(count), "range": .range(range),
                "limit": .count(isTooFew ? range.min : range.max),
                "difference": .count(isTooFew ? range.min - count : count - range.max),
            ], documentType: documentType)
    }
}

/// Each refused document has been replaced or changed since.
public struct RefusedDocumentReplaced: DocumentRule {
    public let id: RuleID = "document.replaced"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard document.awaitsReplacement else { return nil }
        return Finding("document.replaced", ["type": .text(type.title)])
    }
}
