import Sealing
import Synchronization

/// Checks whether the source of keys has the right ones, and caches a success: readiness is checked every few seconds,
/// and a tenant's newest key seldom changes. A key that could not be had ends what is cached.
final class KeyCheck: Sendable {
    /// How long a success is cached.
    static let lifetime = Duration.seconds(60)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let wentWell = Mutex<ContinuousClock.Instant?>(nil)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    func check(_ keys: any SubmissionKeySource) async throws(SealingError) {
        let now = now()
        if let last = wentWell.withLock({ $0 }), last.duration(to: now) < Self.lifetime { return }
        try await keys.check()
        wentWell.withLock { $0 = now }
    }

    func forget() { wentWell.withLock { $0 = nil } }
}
