import BlobStore
import Domain
import PostgresStore
import Shared
import Telemetry

/// Expires uploads, and deletes bytes without references.
///
/// Several processes may run it: each step is guarded.
struct UploadSweep: Sweep {
    let name = "upload-sweep"
    let service: UploadService
    let erasures: ErasureStore

    /// How long the bytes of an ended upload may still be in use.
    private static let grace = Duration.seconds(60)
    /// Bytes written more recently may be about to get a reference.
    private static let freshness = Duration.seconds(600)
    /// How long an ended upload can be queried.
    private static let retention = Duration.seconds(86_400)

    /// Short enough for an installation with a short expiry of uploads.
    var interval: Duration { min(.seconds(60), max(.milliseconds(250), service.uploads.expiry / 4)) }

    func sweep(_ turn: SweepTurn) async throws {
        let uploads = service.uploads
        try await turn.doAll {
            try await uploads.expired(without: $0, limit: $1)
        } id: {
            $0.id
        } submission: {
            $0.submission
        } act: {
            try await giveUp($0)
        }
        try await turn.doAll {
            try await uploads.leftOvers(grace: Self.grace, without: $0, limit: $1)
        } id: {
            $0.id
        } submission: {
            $0.submission
        } act: {
            await service.forget($0)
        }
        try await turn.forgetAll(by: SweepTurn.batch * 10) { try await uploads.purge(after: Self.retention, limit: $0) }
        while !turn.isOver, try await erase(turn) == SweepTurn.batch {}
    }

    private func giveUp(_ upload: Upload) async throws -> Bool {
        try await service.writers.stop(upload.id)
        guard try await service.gateway.store.endUpload(upload, .aborted(.expired)) else { return false }
        await service.forget(upload)
        service.gateway.logger.info(
            "upload given up: its time is over",
            ["upload": .string(upload.id.description), "submission": .string(upload.submission.description)])
        return true
    }

    /// Reports bytes that cannot be deleted, and retries them later.
    private func erase(_ turn: SweepTurn) async throws -> Int {
        let blobs = service.gateway.blobs
        return try await erasures.eraseDue(limit: SweepTurn.batch, postponing: Self.freshness) { tenant, submission, digest in
            do throws(BlobError) {
                return try await blobs.erase(
                    BlobKey(tenant: tenant, submission: submission, digest: digest), untouchedFor: Self.freshness)
            } catch {
                turn.tell(error, of: submission)
                return false
            }
        }
    }
}
