public import FoundationEssentials
public import Shared

/// One run of one process. A process that starts again is another instance.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UUID

    public init(_ rawValue: UUID) { self.rawValue = rawValue }

    public var description: String { rawValue.uuidString.lowercased() }
}

/// The proof that a process is alive, and the fence against one that only thinks it is.
///
/// Whoever adopts what a dead process left behind increments the epoch of its lease in the same transaction. A process that
/// was merely stopped then finds that its epoch is no longer the current one: it may not renew, claim or mark under it, and
/// acquires its lease again before it goes on.
public struct Lease: Hashable, Sendable {
    public let instance: InstanceID
    /// The name of the service, for operators.
    public let service: String
    public let epoch: Int64

    public init(instance: InstanceID, service: String, epoch: Int64) {
        self.instance = instance
        self.service = service
        self.epoch = epoch
    }
}

/// Leases of running processes. Times are the store's own: callers pass durations, so the clocks of hosts need not agree.
public protocol LeaseStore: Sendable {
    /// Registers the instance, or takes its lease again after it was lost; either way the answer has a new epoch.
    func acquireLease(instance: InstanceID, service: String, lasting duration: Duration) async throws(StoreError) -> Lease

    /// Extends the lease, and says what waits for the instance and for these stages. Nil when its epoch is no longer the current
    /// one: what the instance owned may have been adopted. A lease that has expired but was not adopted is extended: nothing has
    /// happened behind its back.
    func beat(_ lease: Lease, lasting duration: Duration, asking stages: [Stage]) async throws(StoreError) -> Heartbeat?

    /// Ends the lease at once, so that others adopt what is left without waiting. Does nothing under an old epoch.
    func releaseLease(_ lease: Lease) async throws(StoreError)

    /// The instances whose leases are alive, for operators and for the reconciler.
    func liveInstances() async throws(StoreError) -> [Lease]
}

extension LeaseStore {
    /// Extends the lease, and asks nothing beside it. False when its epoch is no longer the current one.
    public func renewLease(_ lease: Lease, lasting duration: Duration) async throws(StoreError) -> Bool {
        try await beat(lease, lasting: duration, asking: []) != nil
    }
}
