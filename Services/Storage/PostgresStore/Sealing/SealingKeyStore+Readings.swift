internal import FoundationEssentials
internal import Postgres
public import Sealing
internal import Shared

extension SealingKeyStore {
    private static let page = 200

    /// Seals what was read of sealed submissions while readings were stored as they are; returns of how many attempts. What one call has
    /// sealed stays so if it fails; the next one goes on.
    public func sealReadings() async throws(SealingError) -> Int {
        var (count, last): (Int, (submission: UUID, attempt: Int)?) = (0, nil)
        while true {
            let place: SQL = last.map { "and (i.submission_id, i.attempt) > (\($0.submission), \($0.attempt))" } ?? ""
            let rows = try await asking("list what was read") {
                try await pool.query(
                    """
                    select i.submission_id, i.attempt, i.reading, k.tenant as key_tenant, k.wrapped
                    from inspections i join sealed_submissions x using (submission_id)
                        join docket_keys.submissions k using (submission_id)
                    where i.reading is not null \(place) order by i.submission_id, i.attempt limit \(Self.page)
                    """
                ).map { row -> (Row, SubmissionID, attempt: Int, json: [UInt8]) in
                    (
                        row, try row.decodeID("submission_id"), try row.decode("attempt"),
                        Array(try row.decode("reading", as: JSONText.self).text.utf8)
                    )
                }
            }
            for (row, submission, attempt, json) in rows {
                guard let key = try await key(of: submission, inRow: row) else { continue }
                count += try await asking("seal what was read") {
                    try await pool.execute(KeptReading.sealing(json, of: submission, attempt: attempt, by: key))
                }
            }
            guard rows.count == Self.page, let (_, submission, attempt, _) = rows.last else { return count }
            last = (submission.uuid, attempt)
        }
    }
}
