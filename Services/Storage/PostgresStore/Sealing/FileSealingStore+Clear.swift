public import Domain
internal import Postgres
public import Sealing
public import Shared

/// The files in the clear of submissions that have become sealed.
extension FileSealingStore {
    /// A submission whose files in the clear have been kept for long enough.
    public struct Remains: Sendable, Hashable {
        public let candidate: Candidate
        let claim: String
    }

    /// At most `limit` of them, the longest overdue first, by the database's clock; without `others`.
    public func remains(without others: Set<SubmissionID>, limit: Int) async throws(StoreError) -> [Remains] {
        try await StoreError.wrapping("look for files in the clear") {
            try await pool.query(
                """
                select x.submission_id, s.tenant, x.clear_until::text as claim
                from sealed_submissions x join submissions s on s.id = x.submission_id
                where x.clear_until <= now() and x.submission_id <> all(\(others.map(\.uuid)))
                order by x.clear_until limit \(limit)
                """
            ).map {
                Remains(
                    candidate: Candidate(submission: try $0.decodeID("submission_id"), tenant: try $0.decodeValue("tenant")),
                    claim: try $0.decode("claim"))
            }
        }
    }

    /// What is known of a sealed submission's files.
    public struct FileReferences: Sendable, Hashable {
        public let isErased: Bool
        /// A legal hold keeps whatever there is.
        public let isHeld: Bool
        /// The files that it refers to.
        public let files: Set<ContentDigest>
        /// Files without references that wait to be erased: whoever erases them removes both forms.
        public let condemned: Set<ContentDigest>
    }

    public func references(of submission: SubmissionID) async throws(StoreError) -> FileReferences {
        try await StoreError.wrapping("read which files a submission has") {
            // One look at everything.
            try await pool.withTransaction(.repeatableRead) { transaction in
                let row = try await transaction.query(
                    """
                    select s.erased_at is not null as is_erased, \(LegalHoldStore.covers("s")) as is_held
                    from submissions s where s.id = \(submission.uuid)
                    """
                ).first
                let condemned = try await transaction.query(
                    "select digest from blob_erasures where submission_id = \(submission.uuid)")
                return FileReferences(
                    isErased: try row?.decode("is_erased") ?? true, isHeld: try row?.decode("is_held") ?? false,
                    files: try await Self.files(of: submission, over: transaction),
                    condemned: Set(try condemned.map { try $0.decodeDigest("digest") }))
            }
        }
    }

    /// The key of a sealed submission.
    public func key(of candidate: Candidate) async throws(SealingError) -> SubmissionKey? {
        try await keys.currentKey(of: candidate.submission, tenant: candidate.tenant)
    }

    /// Notes that no file in the clear is left.
    public func close(_ remains: Remains) async throws(StoreError) {
        try await StoreError.wrapping("note that no file in the clear is left") {
            _ = try await pool.execute(
                """
                update sealed_submissions set clear_until = null
                where submission_id = \(remains.candidate.submission.uuid) and clear_until = \(remains.claim)::timestamptz
                """)
        }
    }
}
