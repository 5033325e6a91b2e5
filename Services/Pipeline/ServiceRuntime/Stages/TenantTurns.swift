import Kafka
import Shared

/// Elements of several tenants, which take turns: in each round a tenant has so many as its weight says. It is pure.
///
/// Those of one tenant from one partition keep their order, and its partitions take turns: where more waits than is done before the
/// next restart, the partition that is read last would otherwise never have its turn. Interactive elements come first, and while both kinds wait every fourth is of the bulk:
/// neither kind nor any tenant starves.
struct TenantTurns<Element> {
    /// Nil for what is no tenant's.
    typealias Tenant = TenantID?

    /// What waits of one tenant.
    private struct Waiting {
        private var elements: [TopicPartition?: ArraySlice<Element>] = [:]
        /// The partitions with elements, by their turns.
        private var partitions: ArraySlice<TopicPartition?> = []

        var isEmpty: Bool { partitions.isEmpty }

        mutating func append(_ element: Element, from partition: TopicPartition?) {
            if elements[partition] == nil { partitions.append(partition) }
            elements[partition, default: []].append(element)
        }

        mutating func popFirst() -> Element? {
            guard let partition = partitions.popFirst(), let element = elements[partition]?.popFirst() else { return nil }
            if elements[partition]?.isEmpty ?? true { elements[partition] = nil } else { partitions.append(partition) }
            return element
        }
    }

    private struct Round {
        var waiting: [Tenant: Waiting] = [:]
        /// The tenants with elements, by their turns.
        var tenants: ArraySlice<Tenant> = []
        /// What the first of them has left in its turn.
        var left = 0
        var count = 0

        mutating func append(_ element: Element, of tenant: Tenant, from partition: TopicPartition?) {
            if waiting[tenant] == nil { tenants.append(tenant) }
            waiting[tenant, default: Waiting()].append(element, from: partition)
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

    /// `partition` is nil for what comes from the store.
    mutating func append(_ element: Element, of tenant: Tenant, from partition: TopicPartition? = nil, isBulk: Bool) {
        if isBulk {
            bulk.append(element, of: tenant, from: partition)
        } else {
            interactive.append(element, of: tenant, from: partition)
        }
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
