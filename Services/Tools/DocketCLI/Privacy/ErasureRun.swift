import BlobStore
import CommandLine
import Domain
import FoundationEssentials
import PostgresStore
import Shared

/// Erases submissions one after the other, and tells what became of each.
struct ErasureRun: Sendable {
    let access: PersonalDataAccess
    let actor: String
    let minimum: MinimumRule
    /// Nil for what is in the ledger already.
    let ledger: ErasureLedger?

    /// What became of one submission; a line of JSON.
    struct Result: Encodable, Sendable {
        let submission: String
        let tenant: String
        /// `erased`, `erased before`, `kept` or `not found`.
        let outcome: String
        /// Why it was kept.
        var reason: String?
        var erasedAt: String?
        var by: String?
        /// What was removed or emptied, by table.
        var rows: [String: Int]?
        /// Files that are gone from the blob store, and their bytes; nil where a gateway has to remove them.
        var files: Int?
        var bytes: Int?

        var isKept: Bool { outcome == "kept" }
    }

    func erase(_ id: SubmissionID, _ tenant: TenantID) async throws -> Result {
        let preparation = try await access.data.erase(id, minimum: minimum)
        switch consume preparation {
        case .notFound: return try await swept(Result(submission: "\(id)", tenant: "\(tenant)", outcome: "not found"), id, tenant)
        case .refused(let refusal): return try await result(of: refusal, id, tenant)
        case .confirmationRequired(let required):
            try ledger?.append(
                ErasureLedger.Entry(
                    submission: id, tenant: tenant, confirmedAt: Timestamp(Date()).description, by: actor))
            // The person was asked about all of them together.
            switch try await required.confirm(asking: actor, { _ in true }) {
            case .done(let receipt)?: return try await finish(receipt)
            case .alreadyErased(let time)?: return try await result(of: .alreadyErased(time), id, tenant)
            case .refused(let refusal)?: return try await result(of: refusal, id, tenant)
            case .notFound?, nil: return Result(submission: "\(id)", tenant: "\(tenant)", outcome: "not found")
            }
        }
    }

    /// Removes the bytes of what was erased from the tables.
    func finish(_ receipt: ErasureReceipt) async throws -> Result {
        var result = Result(submission: "\(receipt.submission)", tenant: "\(receipt.tenant)", outcome: "erased")
        result.erasedAt = receipt.erasedAt.description
        result.by = receipt.actor
        result.rows = receipt.rows
        if let blobs = access.blobs {
            for upload in receipt.uploads {
                let segments = upload.segments.map { PartialBlob.Segment(epoch: $0.epoch, start: $0.start) }
                try await blobs.remove(PartialBlob(id: upload.id, segments: segments))
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

    /// Removes what lies in the submission's folder of the blob store.
    private func swept(_ result: Result, _ id: SubmissionID, _ tenant: TenantID) async throws -> Result {
        guard let blobs = access.blobs else { return result }
        var result = result
        let erased = try await blobs.eraseAll(in: BlobSpace(tenant: tenant, submission: id))
        (result.files, result.bytes) = (erased.count, erased.bytes)
        // Nothing is left for a gateway now; it looks once more when no worker can be writing any more.
        _ = try await ErasureSweeps(pool: access.pool).sweepDue(limit: 1, only: id) { _, _ in }
        return result
    }
}

/// What `docket erase` prints.
enum ErasureScreen {
    static func lines(_ result: ErasureRun.Result, style: Style) -> [String] {
        switch result.outcome {
        case "erased":
            let rows = (result.rows ?? [:]).sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            let files =
                result.files.map { "\($0) files of \(result.bytes ?? 0) bytes" }
                ?? "files: a gateway removes them within a minute"
            return [style.good("\(result.submission): erased"), "  \((rows + [files]).joined(separator: ", "))"]
        case "erased before":
            return ["\(result.submission): was erased at \(result.erasedAt ?? "-")"]
        case "kept": return [style.warning("\(result.submission): kept: \(result.reason ?? "")")]
        default: return [style.faint("\(result.submission): is not in this database")]
        }
    }
}
