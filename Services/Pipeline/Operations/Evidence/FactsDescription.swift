package import Shared

/// The facts of a submission beside the person's own statements: the API's answer to `/facts`.
package struct FactsDescription: Encodable, Sendable {
    private let submission: String
    private let version: Int
    private let models: [String: String]
    private let documents: [ReadDocument]
    private let callOuts: [CallOutRecord]?

    package init(_ submission: Submission, _ reading: ReadingRecord, _ callOuts: [CallOutRecord]) {
        (self.submission, version) = (submission.id.description, submission.version)
        (models, documents) = (reading.models, reading.documents)
        self.callOuts = callOuts.isEmpty ? nil : callOuts
    }
}
