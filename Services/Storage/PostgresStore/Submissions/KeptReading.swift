internal import Postgres
internal import Sealing
internal import Shared

/// What was read of a submission's documents in one attempt, as it is stored: sealed by the submission's key, or, of a submission
/// without one, as it is.
enum KeptReading {
    /// Whether a row of `inspections` has any.
    static let isThere: SQL = "(reading is not null or reading_sealed is not null)"

    /// The statement that stores it beside the facts of its validation. If these are gone, it does nothing.
    static func recording(_ reading: ReadingRecord, of submission: Submission, by key: SubmissionKey?) throws -> SQL {
        let place = place(submission.id, submission.attempt)
        guard let key else {
            return "update inspections set reading = \(try JSONText(encoding: reading)), reading_sealed = null \(place)"
        }
        return try sealing(try CanonicalJSON.encode(reading), of: submission.id, attempt: submission.attempt, by: key)
    }

    /// The statement that seals what is stored already.
    static func sealing(_ json: [UInt8], of id: SubmissionID, attempt: Int, by key: SubmissionKey) throws -> SQL {
        let sealed = try key.sealed(json, for: use(attempt))
        return "update inspections set reading = null, reading_sealed = \(Bytes(sealed)) \(place(id, attempt))"
    }

    private static func place(_ id: SubmissionID, _ attempt: Int) -> SQL {
        "where submission_id = \(id.uuid) and attempt = \(attempt)"
    }

    /// From the columns `attempt`, `reading` and `reading_sealed`; nil if nothing was read. `key` is asked for where it is sealed.
    static func record(
        _ row: Row, of id: SubmissionID, by key: () async throws(SealingError) -> SubmissionKey?
    ) async throws -> ReadingRecord? {
        guard let json = try await json(row, of: id, by: key) else { return nil }
        return try CanonicalJSON.decode(ReadingRecord.self, from: json)
    }

    /// The same as JSON.
    static func json(
        _ row: Row, of id: SubmissionID, by key: () async throws(SealingError) -> SubmissionKey?
    ) async throws -> [UInt8]? {
        guard let sealed = try row.decodeIfPresent("reading_sealed", as: [UInt8].self) else {
            return try row.decodeIfPresent("reading", as: JSONText.self).map { Array($0.text.utf8) }
        }
        let use = use(try row.decode("attempt"))
        guard let key = try await key() else {
            throw SealingError(.unknownKey, "what was read of the submission \(id) is sealed, and this process has no keys")
        }
        return try key.opened(sealed, for: use)
    }

    private static func use(_ attempt: Int) -> String { "reading of attempt \(attempt)" }
}
