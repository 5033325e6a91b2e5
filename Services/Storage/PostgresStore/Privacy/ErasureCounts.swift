internal import Custody
internal import Domain
internal import Postgres
internal import Shared

/// The amounts of a submission's data before its erasure.
struct ErasureCounts {
    let documents: Int
    let pages: Int
    let images: Int
    /// Files in the blob store, including those without references.
    let blobs: Int
    /// The digest of its wrapped key, which identifies a copy; nil if it is not sealed.
    let key: ContentDigest?

    static func read(of id: SubmissionID, over transaction: PostgresTransaction) async throws -> ErasureCounts {
        let row = try await transaction.query(
            """
            select (select count(*) from documents where submission_id = \(id.uuid)) as documents,
                (select count(*) from pages where submission_id = \(id.uuid)) as pages,
                (select count(*) from page_images where submission_id = \(id.uuid)) as images,
                (select count(*) from (
                    select original_digest from pages where submission_id = \(id.uuid) and original_digest is not null
                    union select preview_digest from pages where submission_id = \(id.uuid) and preview_digest is not null
                    union select digest from page_images where submission_id = \(id.uuid)
                    union select pdf_digest from documents where submission_id = \(id.uuid) and pdf_digest is not null
                    union select digest from blob_erasures where submission_id = \(id.uuid)) files) as blobs,
                (select sha256(k.wrapped) from docket_keys.submissions k join sealed_submissions using (submission_id)
                    where submission_id = \(id.uuid)) as key
            """)[0]
        return ErasureCounts(
            documents: try row.decode("documents"), pages: try row.decode("pages"), images: try row.decode("images"),
            blobs: try row.decode("blobs"), key: try row.decodeDigestIfPresent("key"))
    }

    func certificate(of act: AuditAct, about submission: SubmissionID, _ minimum: MinimumRule) -> ErasureCertificate {
        ErasureCertificate(
            tenant: act.tenant, submission: submission, at: act.time,
            request: ErasureCertificate.Request(
                basis: act.basis.rawValue, actor: act.origin.actor, overrulesMinimum: minimum == .overruled),
            erased: ErasureCertificate.Erased(documents: documents, pages: pages, blobs: blobs), key: key)
    }
}
