import Sealing
import Synchronization

/// Looks whether the source of keys has the right ones, and takes its word for a while: readiness is asked for every few seconds, and
/// the newest key of a tenant is another one once in a long time.
final class KeyCheck: Sendable {
    /// For so long what went well is not asked for again.
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
}
