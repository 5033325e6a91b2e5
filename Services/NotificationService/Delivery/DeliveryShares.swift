import Domain
import Shared

/// The attempts in progress, and the number that may begin: in total, for each endpoint, for each tenant. An endpoint
/// whose last attempt failed gets one at a time until one succeeds. Such endpoints together get only a part of the
/// places. It is pure.
struct DeliveryShares: Sendable {
    let limits: DeliveryLimits
    private var underWay: [DeliveryKey: TenantID] = [:]
    /// The endpoints whose last attempt failed, in the order of their turns.
    private var failing: [String] = []

    init(_ limits: DeliveryLimits) { self.limits = limits }

    /// The maximum of remembered failing endpoints. Beyond it the oldest count as any other.
    static let rememberedFailing = 10_000

    var known: [DeliveryKey] { Array(underWay.keys) }
    var isFull: Bool { underWay.count >= limits.total }

    /// The attempts that may begin now.
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

    /// `end` is nil for an aborted attempt, which says nothing about the endpoint; neither does a postponed one. A
    /// call-out is given up when its time is over, not because its endpoint is gone: one that was attempted has failed.
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
