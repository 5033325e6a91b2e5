public import FoundationEssentials
public import Shared

/// One run of one process. A restarted process is another instance.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UUID

    public init(_ rawValue: UUID) { self.rawValue = rawValue }

    public var description: String { rawValue.uuidString.lowercased() }
}

/// The proof that a process is alive, and the fence against one that only thinks it is.
///
/// An instance that adopts work of a dead process increments the epoch of that lease in the same transaction. A process
/// that was only paused then finds its epoch outdated: it may not renew, claim or mark under it, and must acquire its
/// lease again.
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

/// Leases of running processes. Times are by the store's clock: callers pass durations, so the hosts' clocks need not
/// agree.
public protocol LeaseStore: Sendable {
    /// Registers the instance, or renews its lost lease. Either way the lease gets a new epoch.
    func acquireLease(instance: InstanceID, service: String, lasting duration: Duration) async throws(StoreError) -> Lease

    /// Extends the lease, and returns what waits for the instance and for these stages. Nil if its epoch is outdated: the
    /// instance's work may have been adopted. An expired lease that was not adopted is extended.
    func beat(_ lease: Lease, lasting duration: Duration, asking stages: [Stage]) async throws(StoreError) -> Heartbeat?

    /// Ends the lease at once, so that others adopt the remaining work without waiting. Does nothing under an old epoch.
    func releaseLease(_ lease: Lease) async throws(StoreError)

    /// The instances with a valid lease, for operators and the reconciler.
    func liveInstances() async throws(StoreError) -> [Lease]
}
