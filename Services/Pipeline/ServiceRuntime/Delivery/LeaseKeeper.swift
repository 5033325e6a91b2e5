public import Domain
public import EventLoop
import FoundationEssentials
import Shared
import Synchronization
public import Telemetry

/// Renews this process's lease, and acquires it again if it was lost.
///
/// Each renewal also returns what waits for the process, in the same statement: listeners need not poll.
public final class LeaseKeeper: Sendable {
    public let instance: InstanceID
    private let store: any LeaseStore
    private let service: String
    private let duration: Duration
    private let time: any TimeSource
    private let logger: Logger
    private let held: AsyncSignal<Void> = AsyncSignal()
    private let current = Mutex<Lease?>(nil)
    private let takeovers: Mutex<TakeoverRule>
    private let listeners = Mutex<[String: Listener]>([:])
    private let last = Mutex<Heard?>(nil)

    private struct Listener {
        let stage: Stage?
        let hear: @Sendable (Heartbeat) -> Void
    }

    /// The answer to the last renewal, and the times of request and answer.
    struct Heard {
        let beat: Heartbeat
        let asked: Date
        let answered: Date
    }

    /// The lease is renewed three times in its `duration`, and at least every two seconds: work of a dead process may
    /// wait that long.
    public init(
        _ store: any LeaseStore, instance: InstanceID, service: String, lasting duration: Duration = .seconds(8),
        time: any TimeSource = SystemTime(), logger: Logger
    ) {
        self.store = store
        self.instance = instance
        self.service = service
        self.duration = duration
        self.time = time
        self.logger = logger
        takeovers = Mutex(TakeoverRule(lease: duration))
    }

    /// Whether work of others may be adopted. Not right after an outage: all leases have expired then, and live processes
    /// renew theirs in a moment.
    public var mayTakeOver: Bool { takeovers.withLock { $0.allows(at: time.now) } }

    /// The lease. Waits for the first one.
    public func lease() async throws(CancellationError) -> Lease {
        while true {
            if let lease = current.withLock({ $0 }) { return lease }
            try await held.wait()
        }
    }

    /// Acquires the lease and renews it until cancelled.
    public func run() async {
        while !Task.isCancelled {
            do {
                try await keep()
                try await time.sleep(for: min(duration / 3, Self.longestPause))
            } catch let error as StoreError {
                last.withLock { $0 = nil }
                takeovers.withLock { $0.failed() }
                logger.warning("the lease cannot be renewed for now", ["error": .string(error.detail)])
                do { try await time.sleep(for: duration / 8) } catch { return }
            } catch {
                return
            }
        }
    }

    private static let longestPause = Duration.seconds(2)

    /// Passes each renewal's answer to `hear`, which replaces the previous listener of this name. With `stage` the
    /// renewal also asks what waits for it.
    func listen(as name: String, for stage: Stage? = nil, _ hear: @escaping @Sendable (Heartbeat) -> Void) {
        listeners.withLock { $0[name] = Listener(stage: stage, hear: hear) }
    }

    /// The last answer, if it is current: nil after a failed renewal, or if the next one is overdue.
    var heard: Heard? {
        let now = time.now
        return last.withLock { last in
            guard let heard = last, abs(now.timeIntervalSince(heard.answered)) < Self.longestPause * 2 / .seconds(1) else {
                return nil
            }
            return heard
        }
    }

    /// Whether this process does what one of its service is enough for; nil if that is not known for the moment. Two may
    /// believe so until the next renewal, so each step of what they do is guarded in the store.
    public var isEldest: Bool? { heard?.beat.isEldest }

    /// Renews the lease, or acquires a new one if it was lost.
    private func keep() async throws(StoreError) {
        if let lease = current.withLock({ $0 }) {
            if try await renew(lease) { return }
            logger.warning("the lease was lost: this process stood still, and others took over what it had left")
        }
        let lease = try await store.acquireLease(instance: instance, service: service, lasting: duration)
        noteRenewal()
        current.withLock { $0 = lease }
        held.send()
        _ = try await renew(lease)
    }

    private func renew(_ lease: Lease) async throws(StoreError) -> Bool {
        let asked = time.now
        let stages = listeners.withLock { $0.values.compactMap(\.stage) }
        guard let beat = try await store.beat(lease, lasting: duration, asking: Set(stages).sorted { $0.rawValue < $1.rawValue })
        else { return false }
        noteRenewal()
        last.withLock { $0 = Heard(beat: beat, asked: asked, answered: time.now) }
        for listener in listeners.withLock({ $0.sorted { $0.key < $1.key }.map(\.value) }) { listener.hear(beat) }
        return true
    }

    private func noteRenewal() { takeovers.withLock { $0.renewed(at: time.now) } }

    /// Releases the lease, so that others need not wait for its end.
    public func release() async {
        guard let lease = current.withLock({ $0 }) else { return }
        do {
            try await store.releaseLease(lease)
        } catch {
            logger.warning("the lease could not be given back; it ends by itself", ["error": .string(error.detail)])
        }
    }
}
