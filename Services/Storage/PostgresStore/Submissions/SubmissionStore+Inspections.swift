public import Domain
import Postgres
public import Shared

extension SubmissionStore {
    /// The files of a submission in which malware was found, whenever that was. They stay where they are, as evidence, and are
    /// given to nobody.
    public func quarantinedFiles(of submission: SubmissionID) async throws(StoreError) -> Set<ContentDigest> {
        try await StoreError.wrapping("look for files that are locked away") {
            let rows = try await pool.query("select facts from inspections where submission_id = \(submission.uuid)")
            var digests: Set<ContentDigest> = []
            for row in rows {
                let record = FactsRecord(bytes: try row.decode("facts", as: [UInt8].self))
                digests.formUnion(try record.infectedFiles())
            }
            return digests
        }
    }

    /// What was read of a submission when it was submitted last; nil where nothing was.
    public func reading(of submission: SubmissionID) async throws(StoreError) -> ReadingRecord? {
        try await StoreError.wrapping("look for what was read") {
            let rows = try await pool.query(
                """
                select reading from inspections where submission_id = \(submission.uuid) and reading is not null
                order by attempt desc limit 1
                """)
            return try rows.first?.decodeJSON("reading", as: ReadingRecord.self)
        }
    }
}
