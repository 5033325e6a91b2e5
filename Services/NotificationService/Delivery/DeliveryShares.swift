import Domain
import Shared

/// Which tries are under way, and how many more may begin: of all, of each endpoint, of each tenant. An endpoint whose last try
/// failed gets one at a time until one succeeds, and such endpoints together get a part of the places only. Pure.
struct DeliveryShares: Sendable {
    let limits: DeliveryLimits
    private var underWay: [DeliveryKey: TenantID] = [:]
    /// Those whose last try failed, in the order in which they are to have their turn.
    private var failing: [String] = []

    init(_ limits: DeliveryLimits) { self.limits = limits }

    /// The most failing endpoints that are remembered; with more than that failing, the oldest count as any other.
    static let rememberedFailing = 10_000

    var known: [DeliveryKey] { Array(underWay.keys) }
    var isFull: Bool { underWay.count >= limits.total }

    /// What may begin now.
    var room: DeliveryRoom {
        var room = DeliveryRoom(
            limit: max(0, limits.total - underWay.count), perEndpoint: limits.perEndpoint, perTenant: limits.perTenant)
        var busy: [String: Int] = [:]
        for (key, tenant) in underWay {
            busy[key.endpoint, default: 0] += 1
            room.ofTenant[tenant, default: limits.perTenant] -= 1
        }
        for (tenant, free) in room.ofTenant { room.ofTenant[tenant] = max(0, free) }
        for (endpoint, count) in busy { room.ofEndpoint[endpoint] = max(0, limits.perEndpoint - count) }
        var places = limits.failing - failing.reduce(0) { $0 + (busy[$1] ?? 0) }
        for endpoint in failing {
            let isFree = busy[endpoint] == nil && places > 0
            room.ofEndpoint[endpoint] = isFree ? 1 : 0
            if isFree { places -= 1 }
        }
        return room
    }

    mutating func began(_ delivery: ClaimedDelivery) { underWay[delivery.key] = delivery.event.tenant }

    /// Nil when it was broken off, which says nothing about the endpoint, as little as that it was put off.
    /// A question is given up when its time is over, and not because its endpoint is gone: one that was tried has failed.
    mutating func ended(_ key: DeliveryKey, _ end: DeliveryEnd?, wasTried: Bool = false) {
        underWay[key] = nil
        guard let end else { return }
        let hasFailed: Bool
        switch end {
        case .postponed: return
        case .givenUp where key.channel == DeliveryKey.callOuts:
            guard wasTried else { return }
            hasFailed = true
        case .delivered, .givenUp: hasFailed = false
        case .retry: hasFailed = true
        }
        // Behind all others: each gets its turn.
        failing.removeAll { $0 == key.endpoint }
        if hasFailed { failing.append(key.endpoint) }
        if failing.count > Self.rememberedFailing { failing.removeFirst() }
    }
}
