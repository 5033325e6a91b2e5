/// What is known of a submission beside the person's own statements: the answer to `/facts`.
public struct FoundFacts: Sendable, Hashable, Codable {
    public let submission: SubmissionID
    public let version: Int
    /// Versions of the recognition models, by language.
    public let models: [String: String]
    /// Those that were read; none before that.
    public let documents: [ReadDocument]
    /// The answers to the journey's call-outs, when it was submitted last. Nil where nobody was asked.
    public let callOuts: [CallOutRecord]?
    /// Of its PDFs, as they were checked when each file was validated last. Nil where there is none.
    public let signatures: [FoundSignature]?
    /// What its files say of their making, as each was validated last. Nil where none says anything.
    public let origins: [FoundOrigin]?

    /// Nil if there is nothing to say.
    public init?(
        _ submission: Submission, reading: ReadingRecord?, _ callOuts: [CallOutRecord], _ files: FileFindings
    ) {
        guard reading != nil || !callOuts.isEmpty || files != FileFindings() else { return nil }
        self.init(submission, reading ?? ReadingRecord(), callOuts, files)
    }

    public init(
        _ submission: Submission, _ reading: ReadingRecord, _ callOuts: [CallOutRecord] = [],
        _ files: FileFindings = FileFindings()
    ) {
        (self.submission, version) = (submission.id, submission.version)
        (models, documents) = (reading.models, reading.documents)
        self.callOuts = callOuts.isEmpty ? nil : callOuts
        signatures = files.signatures.isEmpty ? nil : files.signatures
        origins = files.origins.isEmpty ? nil : files.origins
    }
}
