import BlobStore
import Domain
import PostgresStore
import Shared
import Telemetry

/// Removes data at the end of its journey's retention, and deletes the bytes of erased files.
///
/// Several processes may run it: each step locks its submission and checks it again.
struct RetentionSweep: Sweep {
    let name = "retention"
    let retention: RetentionStore
    let data: PersonalDataStore
    let sweeps: ErasureSweeps
    let blobs: any BlobStore
    let logger: Logger
    private let erased: Counter

    /// The delay before bytes that could not be deleted are retried.
    private static let retryDelay = Duration.seconds(600)

    init(
        _ stores: (retention: RetentionStore, data: PersonalDataStore, sweeps: ErasureSweeps), blobs: any BlobStore,
        logger: Logger, metrics: MetricsRegistry
    ) {
        (retention, data, sweeps) = stores
        self.blobs = blobs
        self.logger = logger
        erased = metrics.counter(
            "docket_retention_removals_total", "What was removed because it had been kept for as long as its journey says")
    }

    func sweep(_ turn: SweepTurn) async throws {
        try await removeAll(turn)
        while !turn.isOver, try await removeBytes(turn) == SweepTurn.batch {}
    }

    /// Removes all due data, and returns the number of removals.
    @discardableResult
    func removeAll(_ turn: SweepTurn) async throws -> Int {
        try await turn.doAll { passedOver, limit in
            try await retention.due(includingHeld: false, without: passedOver, limit: limit)
        } submission: { removal in
            removal.submission
        } act: { removal in
            let isDone = try await remove(removal)
            if isDone { erased.increment() }
            return isDone
        }
    }

    /// Reports bytes that cannot be deleted, and retries them later.
    private func removeBytes(_ turn: SweepTurn) async throws -> Int {
        try await sweeps.sweepDue(limit: SweepTurn.batch, postponing: Self.retryDelay) { [blobs] tenant, submission in
            do throws(BlobError) {
                _ = try await blobs.eraseAll(in: BlobSpace(tenant: tenant, submission: submission))
                return true
            } catch {
                turn.tell(error, of: submission)
                return false
            }
        }
    }

    private func remove(_ removal: DueRemoval) async throws -> Bool {
        let isDone =
            switch removal.part {
            case .everything: try await erase(removal)
            case .originals: try await removeOriginals(removal)
            }
        if isDone {
            logger.info(
                "removed by the journey's retention",
                [
                    "submission": .string(removal.submission.description), "tenant": .string(removal.tenant.rawValue),
                    "part": .string(removal.part.rawValue), "days": LogValue(removal.days),
                ])
        }
        return isDone
    }

    private func removeOriginals(_ removal: DueRemoval) async throws -> Bool {
        guard let required = try await retention.removeOriginals(of: removal.submission) else { return false }
        _ = try await required.confirm(by: .retention)
        return true
    }

    private func erase(_ removal: DueRemoval) async throws -> Bool {
        let preparation = try await data.erase(removal.submission)
        guard case .confirmationRequired(let required) = consume preparation else { return false }
        guard case .done(let receipt) = try await required.confirm(by: .retention) else { return false }
        await receipt.removeUploads(from: blobs, logger)
        return true
    }
}

extension ErasureReceipt {
    /// Deletes the bytes of unfinished uploads. The start of the gateway deletes the rest.
    func removeUploads(from blobs: any BlobStore, _ logger: Logger) async {
        for upload in uploads {
            let segments = upload.segments.map { PartialBlob.Segment(epoch: $0.epoch, start: $0.start) }
            do throws(BlobError) {
                try await blobs.remove(
                    PartialBlob(id: upload.id, in: BlobSpace(tenant: tenant, submission: submission), segments: segments))
            } catch {
                logger.warning("bytes of an erased upload stay for now", ["upload": .string(upload.id.description)])
            }
        }
    }
}
