import Shared

/// Elements of several tenants, which take turns: in each round a tenant has so many as its weight says. It is pure.
///
/// Those of one tenant keep their order. Interactive elements come first, and while both kinds wait every fourth is of the bulk:
/// neither kind nor any tenant starves.
struct TenantTurns<Element> {
    /// Nil for what is no tenant's.
    typealias Tenant = TenantID?

    private struct Round {
        var waiting: [Tenant: ArraySlice<Element>] = [:]
        /// The tenants with elements, by their turns.
        var tenants: ArraySlice<Tenant> = []
        /// What the first of them has left in its turn.
        var left = 0
        var count = 0

        mutating func append(_ element: Element, of tenant: Tenant) {
            if waiting[tenant] == nil { tenants.append(tenant) }
            waiting[tenant, default: []].append(element)
            count += 1
        }

        mutating func popFirst(_ weight: (Tenant) -> Int) -> Element? {
            guard let tenant = tenants.first, let element = waiting[tenant]?.popFirst() else { return nil }
            count -= 1
            if left <= 0 { left = max(1, weight(tenant)) }
            left -= 1
            let isEmpty = waiting[tenant]?.isEmpty ?? true
            if isEmpty { waiting[tenant] = nil }
            if isEmpty || left == 0 {
                left = 0
                tenants.removeFirst()
                if !isEmpty { tenants.append(tenant) }
            }
            return element
        }
    }

    private var interactive = Round()
    private var bulk = Round()
    /// How often the bulk has let others pass.
    private var passed = 0
    private let settings: TurnSettings

    init(_ settings: TurnSettings) { self.settings = settings }

    var count: Int { interactive.count + bulk.count }

    mutating func append(_ element: Element, of tenant: Tenant, isBulk: Bool) {
        if isBulk { bulk.append(element, of: tenant) } else { interactive.append(element, of: tenant) }
    }

    mutating func popFirst() -> Element? {
        let weight: (Tenant) -> Int = { [settings] tenant in tenant.map(settings.weight(of:)) ?? 1 }
        guard bulk.count > 0, interactive.count == 0 || passed >= Self.mostPassed else {
            if bulk.count > 0 { passed += 1 }
            return interactive.popFirst(weight)
        }
        passed = 0
        return bulk.popFirst(weight)
    }

    private static var mostPassed: Int { 3 }
}
