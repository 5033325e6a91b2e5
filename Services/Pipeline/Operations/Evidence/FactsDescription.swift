import Shared

/// What is known of a submission beside what its person has said: what the API answers as `/facts`.
struct FactsDescription: Encodable {
    let submission: String
    let version: Int
    let models: [String: String]
    let documents: [ReadDocument]
    let callOuts: [CallOutRecord]?

    init(_ submission: Submission, _ reading: ReadingRecord, _ callOuts: [CallOutRecord]) {
        (self.submission, version) = (submission.id.description, submission.version)
        (models, documents) = (reading.models, reading.documents)
        self.callOuts = callOuts.isEmpty ? nil : callOuts
    }
}
