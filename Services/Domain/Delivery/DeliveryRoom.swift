public import Shared

/// How much a process may begin: not more than it has room for, and of no endpoint or tenant more than its share, so that whoever
/// is slow delays nobody else.
public struct DeliveryRoom: Sendable, Hashable {
    /// Tries in all.
    public var limit: Int
    /// Tries of one endpoint, and of the endpoints of one tenant.
    public var perEndpoint: Int
    public var perTenant: Int
    /// What is left to those that have some under way, or have less than the others.
    public var ofEndpoint: [String: Int] = [:]
    public var ofTenant: [TenantID: Int] = [:]

    public init(limit: Int, perEndpoint: Int, perTenant: Int) {
        self.limit = limit
        self.perEndpoint = perEndpoint
        self.perTenant = perTenant
    }

    /// Of whichever endpoint.
    public init(limit: Int) { self.init(limit: limit, perEndpoint: limit, perTenant: limit) }
}
