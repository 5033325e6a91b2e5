public import Domain
public import EventLoop
import Synchronization
public import Telemetry

/// Keeps this process's lease alive, and takes it again when it was lost.
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

    /// The lease is renewed four times in its `duration`.
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
                try await time.sleep(for: duration / 4)
            } catch let error as StoreError {
                takeovers.withLock { $0.failed() }
                logger.warning("the lease cannot be renewed for now", ["error": .string(error.detail)])
                do { try await time.sleep(for: duration / 8) } catch { return }
            } catch {
                return
            }
        }
    }

    /// One renewal, or a new lease when there is none or it was lost.
    private func keep() async throws(StoreError) {
        if let lease = current.withLock({ $0 }) {
            if try await store.renewLease(lease, lasting: duration) { return noteRenewal() }
            logger.warning("the lease was lost: this process stood still, and others took over what it had left")
        }
        let lease = try await store.acquireLease(instance: instance, service: service, lasting: duration)
        noteRenewal()
        current.withLock { $0 = lease }
        held.send()
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
