public import BlobStore
import Shared
import Synchronization

extension HealthProbe {
    /// Whether blobs can be written. The service is not ready without that. While the process of these `leases` rests it is
    /// looked at rarely: with the keys that it needs, it is a question to the database, too, and what is away shows when
    /// work begins.
    public static func blobs(_ store: any BlobStore, _ context: ServiceContext, resting leases: LeaseKeeper? = nil) -> HealthProbe
    {
        let looks = SparedLooks()
        return HealthProbe(
            Dependency.blobs.rawValue, isRequired: true, context,
            known: { looks.spares(isResting: leases?.isResting ?? false) ? .ok : nil }
        ) {
            do throws(BlobError) {
                try await store.check()
                looks.looked()
                return .ok
            } catch {
                return .failing(OperatorWords.of(error))
            }
        }
    }
}

/// Spares a process at rest most looks at what was there a while ago.
final class SparedLooks: Sendable {
    static let interval = Duration.seconds(300)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// It was there.
    func looked() {
        let now = now()
        last.withLock { $0 = now }
    }

    func spares(isResting: Bool) -> Bool {
        guard isResting, let last = last.withLock({ $0 }) else { return false }
        return last.duration(to: now()) < Self.interval
    }
}
