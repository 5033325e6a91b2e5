/// The result of a check of a document or of a submission.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case accepted
    case acceptedWithWarnings = "accepted_with_warnings"
    case refused

    /// The verdict that follows from reasons: one refusal refuses.
    public init(_ reasons: some Sequence<Reason>) {
        self = reasons.reduce(.accepted) { verdict, reason in
            verdict == .refused || reason.severity == .refuse ? .refused : .acceptedWithWarnings
        }
    }
}

public struct DocumentVerdict: Sendable, Hashable, Codable {
    public let document: DocumentID
    public let verdict: Verdict
    public let reasons: [Reason]

    public init(document: DocumentID, reasons: [Reason]) {
        self.document = document
        self.verdict = Verdict(reasons)
        self.reasons = reasons
    }
}

/// The verdicts on all documents of a submission, and the reasons that concern it as a whole.
public struct SubmissionVerdict: Sendable, Hashable, Codable {
    public let documents: [DocumentVerdict]
    /// Reasons without a document, such as a missing one.
    public let reasons: [Reason]

    public init(documents: [DocumentVerdict], reasons: [Reason] = []) {
        self.documents = documents
        self.reasons = reasons
    }

    /// Sorts reasons under their documents, in the order of `documents`. A reason without one of them concerns the
    /// submission.
    public init(sorting reasons: [Reason], under documents: [DocumentID]) {
        let known = Set(documents)
        self.documents = documents.map { id in DocumentVerdict(document: id, reasons: reasons.filter { $0.document == id }) }
        self.reasons = reasons.filter { reason in reason.document.map { !known.contains($0) } ?? true }
    }

    public var allReasons: [Reason] { reasons + documents.flatMap(\.reasons) }
    public var verdict: Verdict { Verdict(allReasons) }
    public var refusedDocuments: [DocumentID] { documents.filter { $0.verdict == .refused }.map(\.document) }

    /// Merges the verdict of a later stage: reasons add up, documents keep their order.
    public func merging(_ other: SubmissionVerdict) -> SubmissionVerdict {
        let mine = documents.map(\.document)
        let ids = mine + other.documents.map(\.document).filter { !mine.contains($0) }
        var reasons: [Reason] = []
        var seen: Set<Reason> = []
        for reason in allReasons + other.allReasons where seen.insert(reason).inserted { reasons.append(reason) }
        return SubmissionVerdict(sorting: reasons, under: ids)
    }
}
