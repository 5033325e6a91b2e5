package import BlobStore
package import Domain
package import Postgres
package import PostgresStore
package import Shared

/// Erases submissions one after the other, and reports each result.
package struct ErasureRun: Sendable {
    package let pool: PostgresPool
    package let data: PersonalDataStore
    /// Nil if they are out of reach: a gateway then deletes the bytes.
    package let blobs: (any BlobStore)?
    package let actor: String
    package let minimum: MinimumRule
    /// Called before each erasure; nil for none.
    package let note: (@Sendable (SubmissionID, TenantID) async throws -> Void)?

    package init(
        pool: PostgresPool, data: PersonalDataStore, blobs: (any BlobStore)?, actor: String, minimum: MinimumRule = .kept,
        note: (@Sendable (SubmissionID, TenantID) async throws -> Void)? = nil
    ) {
        (self.pool, self.data, self.blobs, self.actor, self.minimum, self.note) = (pool, data, blobs, actor, minimum, note)
    }

    /// The result for one submission; a line of JSON.
    package struct Result: Codable, Sendable {
        package let submission: String
        package let tenant: String
        /// `erased`, `erased before`, `kept`, `asked` or `not found`; of a dry run `would be erased`.
        package let outcome: String
        /// The reason for `kept`.
        package var reason: String?
        package var erasedAt: String?
        package var by: String?
        /// The number of removed or emptied rows, by table.
        package var rows: [String: Int]?
        /// The number of deleted files in the blob store, and their bytes; nil if a gateway has to delete them.
        package var files: Int?
        package var bytes: Int?

        /// Until when a second operator may agree, if one is required.
        package var until: String?

        /// Whether the submission still exists.
        package var isKept: Bool { outcome == "kept" || outcome == "asked" }

        package init(submission: String, tenant: String, outcome: String) {
            (self.submission, self.tenant, self.outcome) = (submission, tenant, outcome)
        }
    }

    package func erase(_ id: SubmissionID, _ tenant: TenantID) async throws -> Result {
        let preparation = try await data.erase(id, minimum: minimum)
        switch consume preparation {
        case .notFound: return try await swept(Result(submission: "\(id)", tenant: "\(tenant)", outcome: "not found"), id, tenant)
        case .refused(let refusal): return try await result(of: refusal, id, tenant)
        case .confirmationRequired(let required):
            try await note?(id, tenant)
            // The person was asked about all of them together.
            switch try await required.confirm(asking: actor, { _ in true }) {
            case .done(let receipt)?: return try await finish(receipt)
            case .alreadyErased(let time)?: return try await result(of: .alreadyErased(time), id, tenant)
            case .refused(let refusal)?: return try await result(of: refusal, id, tenant)
            case .notFound?, nil: return Result(submission: "\(id)", tenant: "\(tenant)", outcome: "not found")
            }
        }
    }

    /// Deletes the bytes of the erased rows.
    package func finish(_ receipt: ErasureReceipt) async throws -> Result {
        var result = Result(submission: "\(receipt.submission)", tenant: "\(receipt.tenant)", outcome: "erased")
        result.erasedAt = receipt.erasedAt.description
        result.by = receipt.actor
        result.rows = receipt.rows
        if let blobs = blobs {
            for upload in receipt.uploads {
                let segments = upload.segments.map { PartialBlob.Segment(epoch: $0.epoch, start: $0.start) }
                try await blobs.remove(
                    PartialBlob(
                        id: upload.id, in: BlobSpace(tenant: receipt.tenant, submission: receipt.submission), segments: segments))
            }
        }
        return try await swept(result, receipt.submission, receipt.tenant)
    }

    private func result(of refusal: ErasureRefusal, _ id: SubmissionID, _ tenant: TenantID) async throws -> Result {
        if case .alreadyErased(let time) = refusal {
            var result = Result(submission: "\(id)", tenant: "\(tenant)", outcome: "erased before")
            result.erasedAt = time.description
            return try await swept(result, id, tenant)
        }
        var result = Result(submission: "\(id)", tenant: "\(tenant)", outcome: "kept")
        result.reason = refusal.description
        return result
    }

    /// Deletes the submission's folder in the blob store.
    private func swept(_ result: Result, _ id: SubmissionID, _ tenant: TenantID) async throws -> Result {
        guard let blobs = blobs else { return result }
        var result = result
        let erased = try await blobs.eraseAll(in: BlobSpace(tenant: tenant, submission: id))
        (result.files, result.bytes) = (erased.count, erased.bytes)
        // Nothing is left for a gateway now; it looks once more when no worker can be writing any more.
        _ = try await ErasureSweeps(pool: pool).sweepDue(limit: 1, only: id) { _, _ in }
        return result
    }
}
