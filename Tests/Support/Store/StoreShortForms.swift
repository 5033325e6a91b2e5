public import Domain
public import Shared

// What tests ask of stores in fewer words.

extension OutboxRoom {
    /// Without a bound for lines.
    public init(limit: Int) { self.init(limit: limit, perLine: Int(Int32.max)) }
}

extension OutboxLine {
    public init(topic: Topic, tenant: TenantID, journey: JourneyID) {
        self.init(topic: topic.rawValue, tenant: tenant.rawValue, journey: journey.rawValue)
    }
}

extension OutboxStore {
    /// Claims without a bound for lines.
    public func claimRows(_ lease: Lease, limit: Int, excluding: [Int64]) async throws(StoreError) -> OutboxClaim {
        try await claimRows(lease, room: OutboxRoom(limit: limit), excluding: excluding)
    }
}

extension LeaseStore {
    /// Extends the lease without any question. False if its epoch is outdated.
    public func renewLease(_ lease: Lease, lasting duration: Duration) async throws(StoreError) -> Bool {
        try await beat(lease, lasting: duration, asking: []) != nil
    }
}

extension DeliveryRoom {
    /// Without limits for endpoints and tenants.
    public init(limit: Int) { self.init(limit: limit, perEndpoint: limit, perTenant: limit) }
}

extension DeliveryStore {
    /// Ends an attempt without details.
    public func end(_ key: DeliveryKey, _ end: DeliveryEnd, _ lease: Lease) async throws(StoreError) -> Bool {
        try await self.end(key, end, tried: nil, lease)
    }
}
