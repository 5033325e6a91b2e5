public import Domain
public import EventLoop
import FoundationEssentials
import Shared
import Synchronization
public import Telemetry

/// Keeps this process's lease alive, and takes it again when it was lost.
///
/// Each renewal answers what waits for the process, in the same statement: who listens need not ask for it again and again.
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

    /// What the last renewal answered, and when it was asked and answered.
    struct Heard {
        let beat: Heartbeat
        let asked: Date
        let answered: Date
    }

    /// The lease is renewed three times in its `duration`, and more often than every two seconds: so long may work wait whose process
    /// was seen to die.
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

    /// Whether what others left behind may be taken over. Not after an outage: then all leases have run out, and who lives renews
    /// their own in a moment.
    public var mayTakeOver: Bool { takeovers.withLock { $0.allows(at: time.now) } }

    /// The lease; waits for the first one.
    public func lease() async throws(CancellationError) -> Lease {
        while true {
            if let lease = current.withLock({ $0 }) { return lease }
            try await held.wait()
        }
    }

    /// Takes the lease and renews it until cancelled.
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

    /// Has `hear` told of each renewal's answer from now on, in the place of who was named so before. With a stage, what waits for
    /// that is asked for.
    func listen(as name: String, for stage: Stage? = nil, _ hear: @escaping @Sendable (Heartbeat) -> Void) {
        listeners.withLock { $0[name] = Listener(stage: stage, hear: hear) }
    }

    /// What was heard last, if that is as new as it can be: nil after a renewal has failed, or when the next one is overdue.
    var heard: Heard? {
        let now = time.now
        return last.withLock { last in
            guard let heard = last, abs(now.timeIntervalSince(heard.answered)) < Self.longestPause * 2 / .seconds(1) else {
                return nil
            }
            return heard
        }
    }

    /// One renewal, or a new lease when there is none or it was lost.
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

    /// Gives the lease back, so that others need not wait for its end.
    public func release() async {
        guard let lease = current.withLock({ $0 }) else { return }
        do {
            try await store.releaseLease(lease)
        } catch {
            logger.warning("the lease could not be given back; it ends by itself", ["error": .string(error.detail)])
        }
    }
}
