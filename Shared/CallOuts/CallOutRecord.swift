/// What came of asking: kept with the facts that the rules were checked on. Of what was answered it has all but the words.
public struct CallOutRecord: Sendable, Hashable, Codable {
    /// What was said to the submission.
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        case allow, warn, review, refuse
        /// Nobody has answered in time, and the journey's choice was carried out.
        case unanswered
    }

    /// One reason of an answer.
    public struct Entry: Sendable, Hashable, Codable {
        public let code: CallOutCode
        /// Nil for one that concerns the submission as a whole.
        public let document: DocumentID?

        public init(code: CallOutCode, document: DocumentID? = nil) {
            self.code = code
            self.document = document
        }
    }

    public let callOut: CallOutID
    public let after: CallOut.Point
    public let verdict: Verdict
    /// What was done where nobody has answered; nil for an answer.
    public let onFailure: CallOut.Failure?
    public let reasons: [Entry]
    /// When it was first to be asked, and when that was over.
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

/// Names a reason among those of whoever answers.
public enum CallOutCodeTag: Sendable {}
public typealias CallOutCode = Name<CallOutCodeTag>

/// What is done to a submission because of an answer, or for want of one.
public struct CallOutResult: Sendable, Hashable {
    public let record: CallOutRecord
    /// The reasons of the answer, with its words for the person.
    public let verdict: SubmissionVerdict

    public init(record: CallOutRecord, verdict: SubmissionVerdict) {
        self.record = record
        self.verdict = verdict
    }

    /// What the submission is asked to do where the answer itself ends it: a document that is refused is reopened, and where none is
    /// named there is nothing that the person could replace.
    package var refusal: SubmissionCommand? {
        guard verdict.verdict == .refused else { return nil }
        return verdict.refusedDocuments.isEmpty ? .reject : .requestInput
    }
}
