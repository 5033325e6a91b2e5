/// What a reviewer decides of a submission: a verdict on each document, and whether refused ones may be replaced.
public struct ReviewDecision: Sendable, Hashable {
    /// Of one document.
    public enum Judgement: Sendable, Hashable {
        case accept
        /// With the reviewer's words for the person, and a reason from the list, if there are any.
        case refuse(String? = nil, because: ReviewReason? = nil)

        public var isAcceptance: Bool { self == .accept }
    }

    public let judgements: [DocumentID: Judgement]
    /// Whether a refusal ends the submission, however many replacements are left.
    public let isFinal: Bool

    public static let maximumWordsLength = 500
    public static let maximumNoteLength = 2000
    /// What refuses a document when no rule has.
    public static let rule: RuleID = "review.refused"

    public init(_ judgements: [DocumentID: Judgement], isFinal: Bool = false) {
        self.judgements = judgements
        self.isFinal = isFinal
    }

    /// Whether nothing is refused.
    public var isAcceptance: Bool { judgements.values.allSatisfy(\.isAcceptance) }

    /// What the submission is asked to do. Refusals reopen documents, as those of rules do, unless they are final.
    public var command: SubmissionCommand {
        guard !isAcceptance else { return .accept }
        return isFinal ? .reject : .requestInput
    }

    /// The documents that a decision is wanted of and that it says nothing of, and those that it speaks of and that are not
    /// there.
    public func mismatch(with submission: Submission) -> (missing: [DocumentID], unknown: [DocumentID]) {
        let present = submission.documents.filter { $0.state != .removed }.map(\.id)
        return (present.filter { judgements[$0] == nil }, judgements.keys.filter { !present.contains($0) }.sorted())
    }

    /// The verdict that follows, with what the rules have warned of. Reviewers write freely, so their words are for the person
    /// alone: events get it without them.
    public func verdict(on submission: Submission, withWords: Bool) -> SubmissionVerdict {
        let documents = submission.documents.filter { $0.state != .removed }.map { document in
            let warnings = document.reasons.filter { $0.severity == .warn }
            guard case .refuse(let words, let reason)? = judgements[document.id] else {
                return DocumentVerdict(document: document.id, reasons: warnings)
            }
            return DocumentVerdict(
                document: document.id, reasons: warnings + [Self.reason(for: document, withWords ? words : nil, reason)])
        }
        return SubmissionVerdict(documents: documents, reasons: submission.reasons.filter { $0.severity == .warn })
    }

    /// What was chosen from the list is told in any language; what was written, as it was written.
    private static func reason(for document: Document, _ words: String?, _ chosen: ReviewReason?) -> Reason {
        if words == nil, let chosen {
            return Reason(Finding(chosen.wording, documentType: document.type, document: document.id))
        }
        return Reason(
            rule: rule, documentType: document.type, document: document.id, found: "refused by a reviewer",
            expected: "a document that the reviewer accepts",
            message: words ?? "A person has looked at this document and refused it. Please send another one.",
            remedy: words == nil ? "Send another document." : nil)
    }
}
