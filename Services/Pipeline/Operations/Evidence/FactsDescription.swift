package import Shared

/// The facts of a submission beside the person's own statements: the API's answer to `/facts`.
package struct FactsDescription: Encodable, Sendable {
    private let submission: String
    private let version: Int
    private let models: [String: String]
    private let documents: [ReadDocument]
    private let callOuts: [CallOutRecord]?
    private let signatures: [FoundSignature]?

    /// Nil if there is nothing to say.
    package init?(
        _ submission: Submission, reading: ReadingRecord?, _ callOuts: [CallOutRecord], _ signatures: [FoundSignature]
    ) {
        guard reading != nil || !callOuts.isEmpty || !signatures.isEmpty else { return nil }
        self.init(submission, reading ?? ReadingRecord(), callOuts, signatures)
    }

    package init(
        _ submission: Submission, _ reading: ReadingRecord, _ callOuts: [CallOutRecord], _ signatures: [FoundSignature] = []
    ) {
        (self.submission, version) = (submission.id.description, submission.version)
        (models, documents) = (reading.models, reading.documents)
        self.callOuts = callOuts.isEmpty ? nil : callOuts
        self.signatures = signatures.isEmpty ? nil : signatures
    }
}
