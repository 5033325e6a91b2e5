public import Shared

/// The number of attempts that a process may begin: at most its free room, and at most its share for each endpoint and
/// tenant, so that a slow one delays no other.
public struct DeliveryRoom: Sendable, Hashable {
    /// Attempts in total.
    public var limit: Int
    /// Attempts for one endpoint, and for all endpoints of one tenant.
    public var perEndpoint: Int
    public var perTenant: Int
    /// The rest for endpoints and tenants with attempts in progress, or with a smaller share.
    public var ofEndpoint: [String: Int] = [:]
    public var ofTenant: [TenantID: Int] = [:]

    public init(limit: Int, perEndpoint: Int, perTenant: Int) {
        self.limit = limit
        self.perEndpoint = perEndpoint
        self.perTenant = perTenant
    }
}
