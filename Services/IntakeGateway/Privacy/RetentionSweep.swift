import BlobStore
import DocketStore
import EventLoop
import ServiceRuntime
import Shared
import Telemetry

/// Forgets what has been kept for as long as its journey says, and removes the bytes of what was erased.
///
/// One gateway of all does it: the one with the smallest id whose lease is alive. Should two believe so for a moment, no harm
/// is done: each step locks its submission and looks again.
struct RetentionSweep: ServiceComponent {
    let name = "retention"
    let retention: RetentionStore
    let data: PersonalDataStore
    let sweeps: ErasureSweeps
    let blobs: any BlobStore
    let leases: any LeaseStore
    let instance: InstanceID
    let loop: EventLoop
    let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let erased: Counter
    private let interval: Duration
    private let stopping = AsyncSignal<Void>()

    private static let batch = 100

    init(
        _ stores: (retention: RetentionStore, data: PersonalDataStore, sweeps: ErasureSweeps), blobs: any BlobStore,
        leases: any LeaseStore, instance: InstanceID, on loop: EventLoop, logger: Logger, metrics: MetricsRegistry,
        now: @escaping @Sendable () -> Timestamp, every interval: Duration = .seconds(60)
    ) {
        (retention, data, sweeps) = stores
        self.blobs = blobs
        self.leases = leases
        self.instance = instance
        self.loop = loop
        self.logger = logger
        self.now = now
        self.interval = interval
        erased = metrics.counter(
            "docket_retention_removals_total", "What was removed because it had been kept for as long as its journey says")
    }

    func run() async throws {
        while stopping.value == nil {
            do {
                if try await isMine() { try await sweep() }
            } catch {
                logger.warning("what has been kept long enough stays for now", ["error": .string(String(describing: error))])
            }
            // Ends early when the service stops.
            _ = try? await withDeadline(interval, on: loop) { [stopping] in try await stopping.wait() }
        }
    }

    func stop() async { stopping.send() }

    private func isMine() async throws -> Bool {
        let gateways = try await leases.liveInstances().filter { $0.service == "gateway" }.map(\.instance)
        return gateways.min { $0.description < $1.description } == instance
    }

    /// Removes all whose time is over; how many removals that were.
    @discardableResult
    func sweep() async throws -> Int {
        var sum = 0
        while stopping.value == nil {
            let due = try await retention.due(at: now(), includingHeld: false, limit: Self.batch)
            var count = 0
            for removal in due where stopping.value == nil { count += try await remove(removal) ? 1 : 0 }
            sum += count
            // What stays is looked at again next time.
            if count < Self.batch { break }
        }
        erased.increment(by: Double(sum))
        while stopping.value == nil, try await sweepBytes() == Self.batch {}
        return sum
    }

    private func sweepBytes() async throws -> Int {
        try await sweeps.sweepDue(limit: Self.batch) { [blobs] tenant, submission in
            _ = try await blobs.eraseAll(in: BlobSpace(tenant: tenant, submission: submission))
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
    /// Removes the bytes of uploads that will not be finished. What stays behind is removed when the gateway starts.
    func removeUploads(from blobs: any BlobStore, _ logger: Logger) async {
        for upload in uploads {
            let segments = upload.segments.map { PartialBlob.Segment(epoch: $0.epoch, start: $0.start) }
            do throws(BlobError) {
                try await blobs.remove(PartialBlob(id: upload.id, segments: segments))
            } catch {
                logger.warning("bytes of an erased upload stay for now", ["upload": .string(upload.id.description)])
            }
        }
    }
}
