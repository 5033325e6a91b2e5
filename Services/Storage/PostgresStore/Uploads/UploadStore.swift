public import Domain
public import Postgres
internal import Sealing
public import Shared

/// Uploads in progress, and for a while those that ended.
///
/// Each change names its writer epoch, and changes nothing if the epoch is another one. A new writer gets a new epoch, so
/// later changes of the previous writer have no effect. No connection is held while bytes flow.
public struct UploadStore: Sendable {
    let pool: PostgresPool
    private let keys: SealingKeyStore?
    /// How long after its creation an upload expires.
    public let expiry: Duration

    /// Without `keys` the metadata of uploads is stored as it is, and none that is sealed can be read.
    public init(pool: PostgresPool, keys: SealingKeyStore? = nil, expiry: Duration) {
        (self.pool, self.keys, self.expiry) = (pool, keys, expiry)
    }

    // MARK: - Creating and reading

    /// Creates an upload, unless it exceeds a limit. `isWriting`: its first writer, of epoch 1, begins at once. The usage
    /// in the answer includes this upload.
    public func create(
        _ new: NewUpload, isWriting: Bool, under terms: QuotaTerms
    ) async throws(StoreError) -> Result<OpenedUpload, QuotaRefusal> {
        try await StoreError.wrapping("create an upload") {
            let seals = new.metadata == nil ? false : try await keys?.hasBegun(.signers) ?? false
            // The provider of keys may be asked, and no transaction waits for it.
            if seals { _ = try await keys?.cachedOrOwnKey(of: new.submission) }
            for isAlone in [false, true] {
                let answer = try await pool.withTransaction { transaction in
                    try await create(
                        new, seals: seals, isWriting: isWriting, under: terms, isAlone: isAlone, over: transaction)
                }
                if let answer { return answer }
            }
            throw StoreError.corrupt("the limits of connections")
        }
    }

    /// Nil if the upload has to be decided alone.
    ///
    /// Uploads of the same submission wait for its row. Uploads of other submissions of the tenant are decided
    /// concurrently while the tenant's budget has room for one file for each connection that the database allows: at most
    /// that many transactions can have read the same usage. With less room they are decided one after another, each after
    /// all concurrent ones.
    private func create(
        _ new: NewUpload, seals: Bool, isWriting: Bool, under terms: QuotaTerms, isAlone: Bool,
        over transaction: PostgresTransaction
    ) async throws -> Result<OpenedUpload, QuotaRefusal>? {
        let kind: SQL = isAlone ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        let read = try await transaction.pipeline([
            "select \(kind)(\(Self.advisoryClass), hashtext(\(new.tenant.rawValue)))::text as held",
            "select 1 as held from submissions where id = \(new.submission.uuid) for no key update",
            QuotaLedger.statement(new.submission, of: new.tenant, terms, .upload),
            "select current_setting('max_connections')::bigint as connections",
        ])
        let bytes = new.length ?? new.largest ?? terms.largestFile
        let before = try QuotaLedger.usage(read[2], terms, .upload)
        let after: QuotaUsage
        do throws(QuotaRefusal) {
            after = try before.adding(bytes: bytes)
        } catch {
            return .failure(error)
        }
        guard let connections = try read[3].first?.decode("connections", as: Int.self) else { return nil }
        guard isAlone || before.hasRoom(for: connections, largestFile: terms.largestFile) else { return nil }
        let segments = try JSONText(encoding: [UploadSegment(epoch: 1, start: 0)])
        let sealed = seals ? try await sealedMetadata(of: new, over: transaction) : nil
        let insertion: SQL = """
            insert into uploads (id, tenant, submission_id, document_id, kind, length, is_writing, segments,
                declared_media_type, file_extension, metadata, metadata_sealed, concatenation, expected_digests, expires_at,
                reserved, link_id)
            values (\(new.id.uuid), \(new.tenant.rawValue), \(new.submission.uuid), \(new.document.uuid),
                \(new.kind.rawValue), \(new.length), \(isWriting), \(segments), \(new.declaredMediaType?.essence),
                \(new.fileExtension), \(sealed == nil ? new.metadata : nil), \(sealed.map(Bytes.init)), \(new.concatenation),
                \(try JSONText(encoding: new.expectedDigests)), now() + \(expiry.sqlInterval), \(bytes),
                \(terms.link?.id.uuid))
            returning *
            """
        let answers = try await transaction.pipeline([insertion] + QuotaLedger.counting(bytes, for: terms))
        guard let upload = try answers[0].first.map(Upload.init(row:)) else { throw StoreError.corrupt("a new upload") }
        return .success(OpenedUpload(upload: upload, usage: after))
    }

    /// A class beside the 64-bit keys of other advisory locks: “quot” in ASCII.
    private static let advisoryClass: Int32 = 0x7175_6f74

    /// The usage of the limits of a submission and a link, so that a client learns before it sends a file whether it
    /// fits.
    public func usage(
        of submission: SubmissionID, tenant: TenantID, under terms: QuotaTerms
    ) async throws(StoreError) -> QuotaUsage {
        try await StoreError.wrapping("read the use of a budget") {
            try QuotaLedger.usage(
                try await pool.query(QuotaLedger.statement(submission, of: tenant, terms, .page)), terms, .page)
        }
    }

    /// Nil if there is none, it is another tenant's, or it was purged after its end.
    public func upload(_ id: UploadID, tenant: TenantID) async throws(StoreError) -> Upload? {
        try await StoreError.wrapping("read an upload") {
            try await pool.query("select * from uploads where id = \(id.uuid) and tenant = \(tenant.rawValue)").first
                .map(Upload.init(row:))
        }
    }

    /// Once the submission's row is locked: it may be sealed meanwhile.
    private func sealedMetadata(of new: NewUpload, over transaction: PostgresTransaction) async throws -> [UInt8]? {
        guard let metadata = new.metadata, let key = try await keys?.cachedOrOwnKey(of: new.submission, over: transaction) else {
            return nil
        }
        return try SealedUploadMetadata.sealed(metadata, of: new.id, by: key)
    }

    /// What a tus client has told of the upload; nil if it has told nothing.
    public func metadata(of upload: Upload) async throws(StoreError) -> String? {
        guard let sealed = upload.sealedMetadata else { return upload.metadata }
        return try await StoreError.wrapping("read what was told of an upload") {
            guard let key = try await keys?.key(of: upload.submission, tenant: upload.tenant) else {
                throw SealingError(
                    .unknownKey, "what was told of the upload \(upload.id) is sealed, and this process has no keys")
            }
            return try SealedUploadMetadata.opened(sealed, of: upload.id, by: key)
        }
    }

    /// Those of the uploads that belong to the tenant, in no order.
    public func uploads(_ ids: [UploadID], tenant: TenantID) async throws(StoreError) -> [Upload] {
        try await StoreError.wrapping("read uploads") {
            try await pool.query(
                "select * from uploads where id = any(\(ids.map(\.uuid))) and tenant = \(tenant.rawValue)"
            ).map(Upload.init(row:))
        }
    }

    /// The submission that a document belongs to.
    public func submission(of document: DocumentID, tenant: TenantID) async throws(StoreError) -> SubmissionID? {
        try await StoreError.wrapping("find the submission of a document") {
            try await pool.query(
                """
                select s.id from documents d join submissions s on s.id = d.submission_id
                where d.id = \(document.uuid) and s.tenant = \(tenant.rawValue)
                """
            ).first?.decodeID("id")
        }
    }

    // MARK: - Writing

    /// Makes the caller the upload's writer, under a new epoch. If the previous writer may still be running, the new one
    /// gets a segment of its own. Nil if the upload has changed since it was read.
    public func acquire(_ upload: Upload, length: Int?) async throws(StoreError) -> Upload? {
        try await take(upload, isWriting: true, length: length)
    }

    /// Stops a writer that may still be running, so that a reported offset stays true.
    public func fence(_ upload: Upload) async throws(StoreError) -> Upload? {
        try await take(upload, isWriting: false, length: upload.length)
    }

    private func take(_ upload: Upload, isWriting: Bool, length: Int?) async throws(StoreError) -> Upload? {
        var segments = upload.segments
        if upload.isWriting { segments.append(UploadSegment(epoch: upload.epoch + 1, start: upload.offset)) }
        let kept = segments
        return try await StoreError.wrapping("take over an upload") {
            try await pool.query(
                """
                update uploads set writer_epoch = writer_epoch + 1, is_writing = \(isWriting),
                    segments = \(try JSONText(encoding: kept)), length = \(length), changed_at = now()
                where \(upload.isCurrent) and received = \(upload.offset) and is_writing = \(upload.isWriting)
                returning *
                """
            ).first.map(Upload.init(row:))
        }
    }

    /// Acknowledges durable bytes. `hasEnded`: the writer writes nothing more. False if another writer has taken over:
    /// the bytes written since then do not count.
    public func advance(
        _ upload: Upload, to offset: Int, digestState: [UInt8]?, hasEnded: Bool
    ) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("acknowledge bytes of an upload") {
            try await pool.execute(
                """
                update uploads set received = \(offset), digest_state = \(digestState.map { Bytes($0) }),
                    is_writing = \(!hasEnded), changed_at = now()
                where \(upload.isCurrent) and received <= \(offset)
                """) == 1
        }
    }

    /// Ends the writer without acknowledging bytes. False if another writer has taken over.
    public func release(_ upload: Upload) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("release an upload") {
            try await pool.execute("update uploads set is_writing = false, changed_at = now() where \(upload.isCurrent)") == 1
        }
    }

    /// Completes a part. False if another writer has taken over.
    public func completePart(_ upload: Upload) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("complete a part") {
            try await pool.execute(
                """
                update uploads set state = 'completed', length = received, is_writing = false,
                    changed_at = now(), ended_at = now()
                where \(upload.isCurrent)
                """) == 1
        }
    }

    /// Discards a completed part that was not joined yet. False if it was used meanwhile.
    public func discardPart(_ upload: Upload) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("discard a part") {
            try await pool.execute(
                """
                update uploads set state = 'aborted', changed_at = now(), ended_at = now()
                where id = \(upload.id.uuid) and state = 'completed' and kind = 'part'
                """) == 1
        }
    }

    // MARK: - Cleaning up

    /// Open uploads that have expired, the oldest first, without `others`.
    public func expired(without others: Set<UploadID> = [], limit: Int) async throws(StoreError) -> [Upload] {
        try await list("state = 'open' and expires_at <= now() \(Self.first(limit, by: "expires_at", without: others))")
    }

    /// Uploads that ended `grace` ago or earlier and whose bytes are still there, without the named ones. A completed
    /// part keeps its bytes until it expires, for it waits to be joined.
    public func leftOvers(
        grace: Duration, without others: Set<UploadID> = [], limit: Int
    ) async throws(StoreError) -> [Upload] {
        try await list(Self.leftOver(grace: grace, without: others, limit: limit))
    }

    static func leftOver(grace: Duration, without others: Set<UploadID>, limit: Int) -> SQL {
        """
        state <> 'open' and segments <> '[]'::jsonb and ended_at <= now() - \(grace.sqlInterval)
            and (state <> 'completed' or kind <> 'part' or expires_at <= now()) \(first(limit, by: "ended_at", without: others))
        """
    }

    private static func first(_ limit: Int, by order: SQL, without others: Set<UploadID>) -> SQL {
        "and id <> all(\(others.map(\.uuid))) order by \(order) limit \(limit)"
    }

    private func list(_ condition: SQL) async throws(StoreError) -> [Upload] {
        try await StoreError.wrapping("list uploads") {
            try await pool.query("select * from uploads where \(condition)").map(Upload.init(row:))
        }
    }

    /// Records that the bytes of an ended upload were removed.
    public func forgetBytes(of upload: Upload) async throws(StoreError) {
        try await StoreError.wrapping("forget the bytes of an upload") {
            _ = try await pool.execute(
                """
                update uploads set segments = '[]'::jsonb, digest_state = null
                where id = \(upload.id.uuid) and state <> 'open'
                """)
        }
    }

    /// Deletes at most `limit` uploads that ended `retention` ago or earlier and have no bytes left; returns how many.
    public func purge(after retention: Duration, limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("forget uploads") {
            try await pool.execute(
                """
                delete from uploads where id in (
                    select id from uploads where state <> 'open' and segments = '[]'::jsonb
                        and ended_at <= now() - \(retention.sqlInterval)
                    order by ended_at limit \(limit) for update skip locked
                )
                """)
        }
    }
}

extension Upload {
    /// Whether the row is as it was when this was read, apart from changes by its own writer.
    var isCurrent: SQL { "id = \(id.uuid) and writer_epoch = \(epoch) and state = 'open'" }

    init(row: Row) throws {
        guard let kind = Kind(rawValue: try row.decode("kind")), let state = State(rawValue: try row.decode("state")) else {
            throw StoreError.corrupt("kind or state of an upload")
        }
        self.init(
            id: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), submission: try row.decodeID("submission_id"),
            document: try row.decodeID("document_id"), kind: kind, state: state,
            length: try row.decodeIfPresent("length"), offset: try row.decode("received"),
            epoch: try row.decode("writer_epoch"), isWriting: try row.decode("is_writing"),
            segments: try row.decodeJSON("segments"), digestState: try row.decodeIfPresent("digest_state"),
            declaredMediaType: try row.decodeMediaTypeIfPresent("declared_media_type"),
            fileExtension: try row.decodeIfPresent("file_extension"), metadata: try row.decodeIfPresent("metadata"),
            sealedMetadata: try row.decodeIfPresent("metadata_sealed"), concatenation: try row.decodeIfPresent("concatenation"),
            expectedDigests: try row.decodeJSON("expected_digests"),
            createdAt: try row.decodeTimestamp("created_at"), expiresAt: try row.decodeTimestamp("expires_at"),
            digest: try row.decodeDigestIfPresent("digest"), problem: try row.decodeIfPresent("problem"))
    }
}
