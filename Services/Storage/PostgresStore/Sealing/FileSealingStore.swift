public import Domain
public import Postgres
public import Sealing
public import Shared

/// Which submissions of before are sealed, are being sealed, or wait for it. `FileSealing` says in which order its calls
/// are safe.
///
/// A submission's state is in two rows:
///
/// | `docket_keys.submissions` | `sealed_submissions` | it is |
/// |---|---|---|
/// | no | no | not sealed |
/// | yes | no | being sealed: copies may exist, and nobody reads them |
/// | yes | `clear_until` set | sealed; its files in the clear are kept as well |
/// | yes | `clear_until` null | sealed |
/// | no | yes | erased, or restored without its key |
public struct FileSealingStore: Sendable {
    let pool: PostgresPool
    let keys: SealingKeyStore

    public init(pool: PostgresPool, keys: SealingKeyStore) { (self.pool, self.keys) = (pool, keys) }

    public struct Candidate: Sendable, Hashable {
        public let submission: SubmissionID
        public let tenant: TenantID
    }

    /// Submissions that are not sealed, the oldest first, after `last`.
    public func candidates(after last: SubmissionID?, limit: Int) async throws(StoreError) -> [Candidate] {
        try await StoreError.wrapping("list what is not sealed") {
            let place: SQL = last.map { "and s.id > \($0.uuid)" } ?? ""
            // Ids begin with the time at which they were made.
            return try await pool.query(
                """
                select s.id, s.tenant from submissions s where s.erased_at is null \(place)
                    and not exists (select from sealed_submissions x where x.submission_id = s.id)
                order by s.id limit \(limit)
                """
            ).map { Candidate(submission: try $0.decodeID("id"), tenant: try $0.decodeValue("tenant")) }
        }
    }

    /// A submission whose files can be copied now.
    public struct Work: Sendable {
        public let candidate: Candidate
        public let key: SubmissionKey
        /// The files that it refers to.
        public let files: Set<ContentDigest>
        let wrapped: [UInt8]
    }

    public enum Beginning: Sendable {
        case work(Work)
        case left(SealingObstacle)
    }

    /// Gives the submission a key that nobody uses yet. A run that was broken off has left one, which is taken up again.
    ///
    /// - Throws: `StoreError`, or `SealingError` if there is no key of its tenant.
    public func begin(_ candidate: Candidate) async throws -> Beginning {
        let id = candidate.submission
        let new = try await keys.newKey(for: id, tenant: candidate.tenant)
        let begun = try await StoreError.wrapping("begin to seal a submission") {
            try await pool.withTransaction { transaction -> (SealingObstacle?, Set<ContentDigest>, [UInt8]?) in
                guard let facts = try await Self.facts(of: id, over: transaction) else { return (.erased, [], nil) }
                if let obstacle = facts.obstacle { return (obstacle, [], nil) }
                let answers = try await transaction.pipeline([
                    """
                    insert into docket_keys.submissions (submission_id, tenant, wrapped)
                    values (\(id.uuid), \(candidate.tenant.rawValue), \(Bytes(new))) on conflict do nothing
                    """,
                    "select wrapped from docket_keys.submissions where submission_id = \(id.uuid)",
                ])
                return (nil, try await Self.files(of: id, over: transaction), try answers[1].first?.decode("wrapped"))
            }
        }
        guard let wrapped = begun.2 else { return .left(begun.0 ?? .changed) }
        let key = try await keys.unwrap(wrapped, of: id, candidate.tenant)
        return .work(Work(candidate: candidate, key: key, files: begun.1, wrapped: wrapped))
    }

    /// Runs `body` while the submission cannot become sealed, nor be erased. False if it is either, or has another key.
    public func whileUnsealed(_ work: Work, _ body: @Sendable () async throws -> Void) async throws -> Bool {
        try await pool.withTransaction(attempts: 1) { transaction in
            guard try await Self.facts(of: work.candidate.submission, over: transaction)?.obstacle == nil,
                try await Self.isSame(work, over: transaction)
            else { return false }
            try await body()
            return true
        }
    }

    /// Whether the submission was erased. Then nobody needs what was copied meanwhile.
    public func isErased(_ submission: SubmissionID) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("look whether a submission was erased") {
            try await pool.query("select from submissions where id = \(submission.uuid) and erased_at is null").isEmpty
        }
    }

    /// Makes the copies what is read, if the submission is still as it was. The files in the clear are kept for `keep`.
    ///
    /// - Returns: Nil once it is sealed. If the answer to the COMMIT is lost it may be either, and both are sound.
    public func complete(_ work: Work, keeping keep: Duration) async throws(StoreError) -> SealingObstacle? {
        let id = work.candidate.submission
        return try await StoreError.wrapping("seal a submission") {
            let lookup = try await keys.lookup(of: work.candidate.tenant)
            return try await pool.withTransaction { transaction -> SealingObstacle? in
                guard let facts = try await Self.facts(of: id, over: transaction) else { return .erased }
                if let obstacle = facts.obstacle { return obstacle }
                guard try await Self.isSame(work, over: transaction),
                    try await Self.files(of: id, over: transaction) == work.files,
                    try await transaction.query("select from instances where \(SealingKeyStore.isUnaware) limit 1").isEmpty
                else { return .changed }
                try await transaction.execute(
                    """
                    insert into sealed_submissions (submission_id, clear_until)
                    values (\(id.uuid), now() + \(keep.sqlInterval))
                    """)
                try await Self.sealReadings(work, over: transaction)
                try await Self.sealSigners(work, over: transaction)
                if let lookup { try await Self.sealPerson(work, lookup, over: transaction) }
                return nil
            }
        }
    }

    private static func sealPerson(_ work: Work, _ lookup: ValueLookup, over transaction: PostgresTransaction) async throws {
        let id = work.candidate.submission
        let rows = try await transaction.query("select \(PersonalValues.columns) from submissions where id = \(id.uuid)")
        guard let row = rows.first, let sealed = try SealedPerson(try PersonalValues(row), by: work.key, lookup) else { return }
        try await transaction.execute(sealed.replacing(of: id))
    }

    private static func sealReadings(_ work: Work, over transaction: PostgresTransaction) async throws {
        let id = work.candidate.submission
        let rows = try await transaction.query(
            "select attempt, reading from inspections where submission_id = \(id.uuid) and reading is not null")
        for row in rows {
            let json = Array(try row.decode("reading", as: JSONText.self).text.utf8)
            try await transaction.execute(KeptReading.sealing(json, of: id, attempt: row.decode("attempt"), by: work.key))
        }
    }

    private static func sealSigners(_ work: Work, over transaction: PostgresTransaction) async throws {
        let id = work.candidate.submission
        let rows = try await transaction.query(
            "select attempt, facts from inspections where submission_id = \(id.uuid) and signers_sealed is null")
        for row in rows {
            let facts = FactsRecord(bytes: try row.decode("facts", as: [UInt8].self))
            do {
                try await transaction.execute(
                    SealedSigners.sealing(facts, of: id, attempt: row.decode("attempt"), by: work.key))
            } catch let error as SealingError where error.code == .damaged {
                // `SealingKeyStore.sealSigners` names it; its files are sealed all the same.
                continue
            }
        }
    }

    // MARK: - What transactions look at

    /// Locks the submission, so that nobody edits, erases, holds or seals it, nor begins an upload, until the end of the
    /// transaction. Nil if there is none.
    private static func facts(of id: SubmissionID, over transaction: PostgresTransaction) async throws -> SealingFacts? {
        // First alone: what is counted then was committed before.
        guard try await !transaction.query("select from submissions where id = \(id.uuid) for update").isEmpty else { return nil }
        return try await transaction.query(
            """
            select s.state, s.erased_at is not null as is_erased,
                exists (select from sealed_submissions x where x.submission_id = s.id) as is_sealed,
                extract(epoch from now() - s.changed_at)::float8 as quiet,
                (select count(*) from uploads u where u.submission_id = s.id
                    and (u.state = 'open' or u.segments <> '[]'::jsonb)) as uploads,
                (select count(*) from blob_erasures b where b.submission_id = s.id) as erasures
            from submissions s where s.id = \(id.uuid)
            """
        ).first.map {
            SealingFacts(
                state: try $0.decodeCase("state"), isErased: try $0.decode("is_erased"), isSealed: try $0.decode("is_sealed"),
                quiet: .seconds(try $0.decode("quiet", as: Double.self)), uploads: try $0.decode("uploads"),
                erasures: try $0.decode("erasures"))
        }
    }

    private static func isSame(_ work: Work, over transaction: PostgresTransaction) async throws -> Bool {
        try await !transaction.query(
            """
            select from docket_keys.submissions
            where submission_id = \(work.candidate.submission.uuid) and wrapped = \(Bytes(work.wrapped))
            """
        ).isEmpty
    }

    static func files(of id: SubmissionID, over executor: some PostgresExecutor) async throws -> Set<ContentDigest> {
        let rows = try await executor.query(
            """
            select original_digest as digest from pages where submission_id = \(id.uuid) and original_digest is not null
            union select preview_digest from pages where submission_id = \(id.uuid) and preview_digest is not null
            union select digest from page_images where submission_id = \(id.uuid)
            union select pdf_digest from documents where submission_id = \(id.uuid) and pdf_digest is not null
            """)
        return Set(try rows.map { try $0.decodeDigest("digest") })
    }

    /// The bytes that submissions without a seal refer to.
    static let unsealedBytes: SQL = """
        with plain as (
            select id from submissions s where erased_at is null
                and not exists (select from sealed_submissions x where x.submission_id = s.id)
        )
        select (coalesce((select sum(coalesce(original_size, 0) + coalesce(preview_size, 0)) from pages
                where submission_id in (select id from plain)), 0)
            + coalesce((select sum(size) from page_images where submission_id in (select id from plain)), 0)
            + coalesce((select sum(pdf_size) from documents where submission_id in (select id from plain)), 0))::bigint as bytes
        """
}
