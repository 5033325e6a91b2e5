/// A reviewer's decision on a submission: a verdict on each document, and whether the person may replace refused ones.
public struct ReviewDecision: Sendable, Hashable {
    /// Of one document.
    public enum Judgement: Sendable, Hashable {
        case accept
        /// With the reviewer's words for the person and a listed reason, if any.
        case refuse(String? = nil, because: ReviewReason? = nil)

        public var isAcceptance: Bool { self == .accept }
    }

    public let judgements: [DocumentID: Judgement]
    /// Whether a refusal ends the submission, however many replacements are left.
    public let isFinal: Bool

    public static let maximumWordsLength = 500
    public static let maximumNoteLength = 2000
    /// The rule of a refusal by a reviewer.
    public static let rule: RuleID = "review.refused"

    public init(_ judgements: [DocumentID: Judgement], isFinal: Bool = false) {
        self.judgements = judgements
        self.isFinal = isFinal
    }

    /// Whether nothing is refused.
    public var isAcceptance: Bool { judgements.values.allSatisfy(\.isAcceptance) }

    /// The command to the submission. Refusals reopen documents, unless they are final.
    public var command: SubmissionCommand {
        guard !isAcceptance else { return .accept }
        return isFinal ? .reject : .requestInput
    }

    /// The documents without a required judgement, and the judged documents that do not exist.
    public func mismatch(with submission: Submission) -> (missing: [DocumentID], unknown: [DocumentID]) {
        let present = submission.documents.filter { $0.state != .removed }.map(\.id)
        return (present.filter { judgements[$0] == nil }, judgements.keys.filter { !present.contains($0) }.sorted())
    }

    /// The verdict that follows, with the warnings of the rules. `withWords` adds the reviewer's words, which are for the
    /// person alone: events omit them.
    public func verdict(on submission: Submission, withWords: Bool) -> SubmissionVerdict {
        let documents = submission.documents.filter { $0.state != .removed }.map { document in
            let warnings = document.reasons.filter { $0.severity == .warn }
            guard case .refuse(let words, let reason)? = judgements[document.id] else {
                return DocumentVerdict(document: document.id, reasons: warnings)
            }
            return DocumentVerdict(
                document: document.id,
                reasons: warnings + [Self.reason(for: document.type, document.id, withWords ? words : nil, reason)])
        }
        return SubmissionVerdict(documents: documents, reasons: submission.reasons.filter { $0.severity == .warn })
    }

    /// A listed reason is translated into any language. The reviewer's words stay as written.
    fileprivate static func reason(
        for type: DocumentTypeID?, _ document: DocumentID?, _ words: String?, _ chosen: ReviewReason? = nil
    ) -> Reason {
        if words == nil, let chosen {
            return Reason(Finding(chosen.wording, documentType: type, document: document))
        }
        return Reason(
            rule: rule, documentType: type, document: document, found: "refused by a reviewer",
            expected: "a document that the reviewer accepts",
            message: words ?? "A person has looked at this document and refused it. Please send another one.",
            remedy: words == nil ? "Send another document." : nil)
    }
}

extension Reason {
    /// The reason without the reviewer's words, which are for the person alone. Nil for a reason that is not a reviewer's.
    var withoutWordsOfReviewer: Reason? {
        guard rule == ReviewDecision.rule, wording == nil else { return nil }
        return ReviewDecision.reason(for: documentType, document, nil)
    }
}
