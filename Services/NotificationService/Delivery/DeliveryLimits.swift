/// The maximum of concurrent attempts in one process.
struct DeliveryLimits: Sendable, Hashable {
    let total: Int
    let perEndpoint: Int
    let perTenant: Int

    init(total: Int, perEndpoint: Int? = nil, perTenant: Int? = nil) {
        self.total = max(1, total)
        self.perEndpoint = max(1, min(perEndpoint ?? total, total))
        self.perTenant = max(1, min(perTenant ?? total, total))
    }

    /// For all endpoints whose last attempt failed, together. These let an attempt hang until its time-out.
    var failing: Int { max(1, total / 4) }
}
