public import Domain
import Postgres
import Sealing
public import Shared

extension SubmissionStore {
    /// The files of a submission in which malware was ever found. They stay in place as evidence, and nobody can download
    /// them.
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

    /// The facts of a submission beside the person's own statements; nil if there is neither a reading nor a call-out nor
    /// anything that its files say.
    public func facts(of submission: Submission, _ reading: ReadingRecord?) async throws(StoreError) -> FoundFacts? {
        FoundFacts(
            submission, reading: reading, try await callOuts(of: submission), try await fileFindings(of: submission))
    }

    /// The digest of all that was found out of the submission, as it is stored; nil if some of it cannot be opened, or the submission has
    /// changed since it was read.
    public func storedFacts(of submission: Submission) async throws(StoreError) -> ContentDigest? {
        try await StoreError.wrapping("read what is stored of facts") {
            let found = try await StoredFacts.of([submission], by: keys, over: pool)[submission.id]
            let now = try await pool.query("select version from submissions where id = \(submission.id.uuid)").first
            guard try now?.decode("version") == submission.version, found?.areOpened == true else { return nil }
            return found?.digests.digest
        }
    }

    /// What was found out of the files of its current documents when each was validated last.
    public func fileFindings(of submission: Submission) async throws(StoreError) -> FileFindings {
        try await StoreError.wrapping("look for what files say") {
            let rows = try await pool.query(
                """
                select attempt, facts, signers_sealed from inspections
                where submission_id = \(submission.id.uuid) order by attempt
                """)
            var known: [PageID: PageFacts] = [:]
            for row in rows {
                let record = FactsRecord(bytes: try row.decode("facts", as: [UInt8].self))
                let names = try await SealedSigners.names(row, of: submission.id) { () throws(SealingError) in
                    try await keys?.key(of: submission.id, tenant: submission.tenant)
                }
                known.merge(names.naming(try record.files())) { $1 }
            }
            return FileFindings(known, of: submission)
        }
    }

    /// The answers to the journey's call-outs on the last attempt, in order.
    public func callOuts(of submission: Submission) async throws(StoreError) -> [CallOutRecord] {
        try await StoreError.wrapping("look for what was answered") {
            let rows = try await pool.query(
                """
                select callouts from inspections where submission_id = \(submission.id.uuid) and attempt = \(submission.attempt)
                """)
            return try rows.first?.decodeJSONIfPresent("callouts") ?? []
        }
    }

    /// The latest reading of each current document; nil if none was read. An accepted document is not read again when
    /// another one is replaced.
    public func reading(of submission: Submission) async throws(StoreError) -> ReadingRecord? {
        try await StoreError.wrapping("look for what was read") {
            let rows = try await pool.query(
                """
                select attempt, reading, reading_sealed from inspections
                where submission_id = \(submission.id.uuid) and \(KeptReading.isThere) order by attempt
                """)
            var records: [ReadingRecord] = []
            for row in rows {
                let record = try await KeptReading.record(row, of: submission.id) { () throws(SealingError) in
                    try await keys?.key(of: submission.id, tenant: submission.tenant)
                }
                if let record { records.append(record) }
            }
            guard !records.isEmpty else { return nil }
            return ReadingRecord(
                documents: submission.documents.compactMap { document in
                    records.compactMap { $0.document(document.id) }.last
                }, models: records.reduce(into: [:]) { $0.merge($1.models) { $1 } })
        }
    }
}
