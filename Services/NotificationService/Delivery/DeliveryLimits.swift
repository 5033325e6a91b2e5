/// How many tries may be under way in one process at once.
struct DeliveryLimits: Sendable, Hashable {
    let total: Int
    let perEndpoint: Int
    let perTenant: Int

    init(total: Int, perEndpoint: Int? = nil, perTenant: Int? = nil) {
        self.total = max(1, total)
        self.perEndpoint = max(1, min(perEndpoint ?? total, total))
        self.perTenant = max(1, min(perTenant ?? total, total))
    }

    /// Of endpoints whose last try failed, all together. They are the ones that let a try hang until its time-out.
    var failing: Int { max(1, total / 4) }
}
