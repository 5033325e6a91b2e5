/// The record of one call-out, stored with the facts that the rules checked. It has everything of the answer except the
/// words.
public struct CallOutRecord: Sendable, Hashable, Codable {
    /// The answer.
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        case allow, warn, review, refuse
        /// The service did not answer in time, and the journey's choice was applied.
        case unanswered
    }

    /// One reason of an answer.
    public struct Entry: Sendable, Hashable, Codable {
        public let code: CallOutCode
        /// Nil if the reason concerns the whole submission.
        public let document: DocumentID?

        public init(code: CallOutCode, document: DocumentID? = nil) {
            self.code = code
            self.document = document
        }
    }

    public let callOut: CallOutID
    public let after: CallOut.Point
    public let verdict: Verdict
    /// The journey's choice that was applied without an answer; nil if there was one.
    public let onFailure: CallOut.Failure?
    public let reasons: [Entry]
    /// When the first attempt was due, and when the call-out ended.
    public let askedAt: Timestamp
    public let endedAt: Timestamp

    public init(
        callOut: CallOutID, after: CallOut.Point, verdict: Verdict, onFailure: CallOut.Failure? = nil, reasons: [Entry] = [],
        askedAt: Timestamp, endedAt: Timestamp
    ) {
        self.callOut = callOut
        self.after = after
        self.verdict = verdict
        self.onFailure = onFailure
        self.reasons = reasons
        self.askedAt = askedAt
        self.endedAt = endedAt
    }
}

/// Names a reason among those of the tenant's service.
public enum CallOutCodeTag: Sendable {}
public typealias CallOutCode = Name<CallOutCodeTag>

/// What a call-out's answer, or the lack of one, does to a submission.
public struct CallOutResult: Sendable, Hashable {
    public let record: CallOutRecord
    /// The reasons of the answer, with the service's words for the person.
    public let verdict: SubmissionVerdict

    public init(record: CallOutRecord, verdict: SubmissionVerdict) {
        self.record = record
        self.verdict = verdict
    }

    /// The command that a refusal leads to. A refused document is reopened. A refusal without a document rejects: the
    /// person could replace nothing.
    package var refusal: SubmissionCommand? {
        guard verdict.verdict == .refused else { return nil }
        return verdict.refusedDocuments.isEmpty ? .reject : .requestInput
    }
}
