public import Domain

/// Has one process of a service do what one is enough for: the one with the smallest id whose lease is alive. Two may believe so
/// for a moment, so each step of what they do is guarded in the store.
public struct SweepElection: Sendable {
    private let leases: any LeaseStore
    private let service: String
    private let instance: InstanceID

    public init(_ leases: any LeaseStore, service: String, instance: InstanceID) {
        (self.leases, self.service, self.instance) = (leases, service, instance)
    }

    public func isElected() async throws(StoreError) -> Bool {
        let candidates = try await leases.liveInstances().filter { $0.service == service }.map(\.instance)
        return candidates.min { $0.description < $1.description } == instance
    }
}
