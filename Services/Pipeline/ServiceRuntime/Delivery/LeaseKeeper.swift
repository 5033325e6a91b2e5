public import Domain
public import EventLoop
import FoundationEssentials
import Shared
import Synchronization
public import Telemetry

/// Renews this process's lease, and acquires it again if it was lost.
///
/// Each renewal also returns what waits for the process, in the same statement: listeners need not poll. How often it
/// renews is decided by `LeasePace`.
public final class LeaseKeeper: Sendable {
    public let instance: InstanceID
    private let store: any LeaseStore
    private let service: String
    private let time: any TimeSource
    private let random: @Sendable () -> Double
    private let logger: Logger
    private let state: Mutex<State>
    private let takeovers: Mutex<TakeoverRule>
    private let listeners = Mutex<[String: Listener]>([:])
    private let last = Mutex<Heard?>(nil)
    /// A rest ends.
    private let call = AsyncPulse()

    private struct State {
        var lease: Lease?
        var pace: LeasePace
        /// Sent once the lease is held at the quick pace. Each rest begins with another one.
        var gate = AsyncSignal<Void>()
        /// The number of those who wait for it.
        var waiting = 0
    }

    private struct Listener {
        let stage: Stage?
        let isBusy: @Sendable () -> Bool
        let hear: @Sendable (Heartbeat) -> Void
    }

    /// The answer to the last renewal, the times of request and answer, and how long it counts.
    struct Heard {
        let beat: Heartbeat
        let asked: Date
        let answered: Date
        let patience: Duration
    }

    /// `duration` is that of the lease at the quick pace. Without `rest` the process never rests: right for one that writes
    /// anything that waits for it without asking for the lease first.
    public init(
        _ store: any LeaseStore, instance: InstanceID, service: String, lasting duration: Duration = .seconds(8),
        resting rest: LeasePace.Rest? = nil, time: any TimeSource = SystemTime(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }, logger: Logger
    ) {
        self.store = store
        self.instance = instance
        self.service = service
        self.time = time
        self.random = random
        self.logger = logger
        state = Mutex(State(pace: LeasePace(lease: duration, rest: rest, at: time.now)))
        takeovers = Mutex(TakeoverRule(lease: duration))
    }

    /// Whether work of others may be adopted. Not right after an outage: all leases have expired then, and live processes
    /// renew theirs in a moment.
    public var mayTakeOver: Bool { takeovers.withLock { $0.allows(at: time.now) } }

    /// The lease, for what begins now. Waits for the first one, and where the process rests, until it was renewed at the
    /// quick pace: what a process begins under the lease of a rest would wait too long when it dies.
    public func lease() async throws(CancellationError) -> Lease {
        while true {
            let now = time.now
            let (lease, gate) = state.withLock { state in
                state.pace.worked(at: now)
                let lease = state.gate.value == nil ? nil : state.lease
                if lease == nil { state.waiting += 1 }
                return (lease, state.gate)
            }
            if let lease { return lease }
            defer { state.withLock { $0.waiting -= 1 } }
            call.notify()
            try await gate.wait()
        }
    }

    /// Whether the process rests: it leaves to others what does not wait for this process in particular.
    public var isResting: Bool { state.withLock { $0.pace.isResting } }

    /// Ends a rest: something may have to be done soon.
    func endRest() {
        let now = time.now
        state.withLock { $0.pace.worked(at: now) }
        call.notify()
    }

    /// The time for which a renewal's answer counts.
    var patience: Duration { state.withLock { $0.pace.patience } }

    /// Acquires the lease and renews it until cancelled.
    public func run() async {
        while !Task.isCancelled {
            do {
                try await keep()
                try await pause(for: state.withLock { $0.pace.pause(random: random()) })
            } catch let error as StoreError {
                last.withLock { $0 = nil }
                takeovers.withLock { $0.failed() }
                logger.warning("the lease cannot be renewed for now", ["error": .string(error.detail)])
                do { try await pause(for: state.withLock { $0.pace.pauseAfterFailure }) } catch { return }
            } catch {
                return
            }
        }
    }

    /// Ends early if a rest does.
    private func pause(for duration: Duration) async throws {
        guard isResting else { return try await time.sleep(for: duration) }
        _ = try await withTimeLimit(duration, by: time) { [self] in
            // A pulse may be of a call that was answered.
            while !state.withLock({ $0.pace.isCalled }) { try await call.wait() }
        }
    }

    /// Passes each renewal's answer to `hear`, which replaces the previous listener of this name. With `stage` the
    /// renewal also asks what waits for it. While one `isBusy`, the process does not rest.
    func listen(
        as name: String, for stage: Stage? = nil, isBusy: @escaping @Sendable () -> Bool = { false },
        _ hear: @escaping @Sendable (Heartbeat) -> Void
    ) {
        listeners.withLock { $0[name] = Listener(stage: stage, isBusy: isBusy, hear: hear) }
    }

    /// The last answer, if it is current: nil after a failed renewal, or if the next one is overdue.
    var heard: Heard? {
        let now = time.now
        return last.withLock { last in
            guard let heard = last, abs(now.timeIntervalSince(heard.answered)) < heard.patience / .seconds(1) else { return nil }
            return heard
        }
    }

    /// Whether this process does what one of its service is enough for; nil if that is not known for the moment. Two may
    /// believe so until the next renewal, so each step of what they do is guarded in the store.
    public var isEldest: Bool? { heard?.beat.isEldest }

    /// Renews the lease, or acquires a new one if it was lost.
    private func keep() async throws(StoreError) {
        decide()
        if let lease = state.withLock({ $0.lease }) {
            if try await renew(lease) { return }
            logger.warning("the lease was lost: this process stood still, and others took over what it had left")
        }
        let (now, duration) = (time.now, state.withLock { $0.pace.lease })
        let lease = try await store.acquireLease(instance: instance, service: service, lasting: duration)
        noteRenewal()
        state.withLock { state in
            state.lease = lease
            state.pace.acquired(at: now)
        }
        openGate()
        _ = try await renew(lease)
    }

    /// Decides upon the pace. Whoever begins something after a rest was decided upon waits for its end.
    private func decide() {
        let isBusy = listeners.withLock { Array($0.values) }.contains { $0.isBusy() }
        let now = time.now
        state.withLock { state in
            state.pace.decide(isBusy: isBusy || state.waiting > 0, at: now)
            if state.pace.isResting, state.gate.value != nil { state.gate = AsyncSignal() }
        }
    }

    private func openGate() { state.withLock { $0.pace.isResting ? nil : $0.gate }?.send() }

    private func renew(_ lease: Lease) async throws(StoreError) -> Bool {
        let asked = time.now
        let stages = listeners.withLock { $0.values.compactMap(\.stage) }
        let (duration, patience) = state.withLock { ($0.pace.duration, $0.pace.patience) }
        guard let beat = try await store.beat(lease, lasting: duration, asking: Set(stages).sorted { $0.rawValue < $1.rawValue })
        else { return false }
        noteRenewal()
        let answered = time.now
        last.withLock { $0 = Heard(beat: beat, asked: asked, answered: answered, patience: patience) }
        state.withLock { $0.pace.heard(beat, at: answered) }
        for listener in listeners.withLock({ $0.sorted { $0.key < $1.key }.map(\.value) }) { listener.hear(beat) }
        openGate()
        return true
    }

    private func noteRenewal() { takeovers.withLock { $0.renewed(at: time.now) } }

    /// Releases the lease, so that others need not wait for its end.
    public func release() async {
        guard let lease = state.withLock({ $0.lease }) else { return }
        do {
            try await store.releaseLease(lease)
        } catch {
            logger.warning("the lease could not be given back; it ends by itself", ["error": .string(error.detail)])
        }
    }
}
