import BlobStore
import DocketStore
import EventLoop
import ServiceRuntime
import Shared
import Telemetry

/// Gives up uploads whose time is over, and removes the bytes that nothing refers to any more.
///
/// One gateway of all does it: the one with the smallest id whose lease is alive. Should two believe so for a moment, no harm
/// is done, for each step is guarded.
struct UploadSweep: ServiceComponent {
    let name = "upload-sweep"
    let service: UploadService
    let erasures: ErasureStore
    let leases: any LeaseStore
    let instance: InstanceID
    let loop: EventLoop
    private let stopping = AsyncSignal<Void>()

    private static let batch = 100
    /// How long the bytes of an upload that ended may still be in somebody's hands.
    private static let grace = Duration.seconds(60)
    /// Bytes that were written again so short ago are about to be referred to.
    private static let freshness = Duration.seconds(600)
    /// How long an upload that ended can be asked about.
    private static let retention = Duration.seconds(86_400)

    init(
        _ service: UploadService, erasures: ErasureStore, leases: any LeaseStore, instance: InstanceID, on loop: EventLoop
    ) {
        self.service = service
        self.erasures = erasures
        self.leases = leases
        self.instance = instance
        self.loop = loop
    }

    /// Often enough for an installation whose uploads live for a short time.
    private var interval: Duration { min(.seconds(60), max(.milliseconds(250), service.uploads.expiry / 4)) }

    func run() async throws {
        while stopping.value == nil {
            // Ends early when the service stops.
            _ = try? await withDeadline(interval, on: loop) { [stopping] in try await stopping.wait() }
            guard stopping.value == nil else { return }
            do {
                if try await isMine() { try await sweep() }
            } catch {
                service.gateway.logger.warning(
                    "uploads cannot be swept for now", ["error": .string(String(describing: error))])
            }
        }
    }

    func stop() async { stopping.send() }

    private func isMine() async throws -> Bool {
        let gateways = try await leases.liveInstances().filter { $0.service == "gateway" }.map(\.instance)
        return gateways.min { $0.description < $1.description } == instance
    }

    func sweep() async throws {
        var count = 0
        repeat {
            let expired = try await service.uploads.expired(limit: Self.batch)
            count = 0
            for upload in expired where stopping.value == nil { count += try await giveUp(upload) ? 1 : 0 }
        } while count == Self.batch
        for upload in try await service.uploads.leftOvers(grace: Self.grace, limit: Self.batch) where stopping.value == nil {
            await service.forget(upload)
        }
        _ = try await service.uploads.purge(after: Self.retention, limit: Self.batch * 10)
        while stopping.value == nil, try await erase() == Self.batch {}
    }

    private func giveUp(_ upload: Upload) async throws -> Bool {
        await service.writers.stop(upload.id)
        guard try await service.gateway.store.endUpload(upload, .aborted(.expired)) else { return false }
        await service.forget(upload)
        service.gateway.logger.info(
            "upload given up: its time is over",
            ["upload": .string(upload.id.description), "submission": .string(upload.submission.description)])
        return true
    }

    private func erase() async throws -> Int {
        let blobs = service.gateway.blobs
        return try await erasures.eraseDue(limit: Self.batch, postponing: Self.freshness) { tenant, submission, digest in
            try await blobs.erase(
                BlobKey(tenant: tenant, submission: submission, digest: digest), untouchedFor: Self.freshness)
        }
    }
}
