public import Domain
import FoundationEssentials
import Shared
import Synchronization

extension MemoryStore.State {
    /// As `PostgresDeliveryStore.planning`; answers how many are new.
    @discardableResult
    mutating func plan(_ planned: [PlannedDelivery], at now: Date) -> Int {
        var added = 0
        for delivery in planned where deliveries[delivery.key] == nil {
            guard let event = events.first(where: { $0.id == delivery.key.eventID }) else { continue }
            deliveries[delivery.key] = MemoryStore.DeliveryEntry(
                submission: event.submission, sequence: event.sequence, nextAt: now.adding(delivery.delay))
            added += 1
        }
        return added
    }
}

extension MemoryStore: DeliveryStore {
    public func claimDue(
        channel: String, room: DeliveryRoom, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> DeliveryClaim {
        state.withLock { state in
            let due = waiting(channel, excluding, lease, in: state).filter { key, delivery in
                delivery.nextAt.map { $0 <= now() } ?? false
                    && !state.deliveries.contains { other, earlier in
                        other.channel == key.channel && other.endpoint == key.endpoint
                            && earlier.submission == delivery.submission && earlier.sequence < delivery.sequence
                            && earlier.state == .pending
                    }
            }
            var claimed: [ClaimedDelivery] = []
            for (key, delivery, event) in Self.share(of: due, room, state.events) {
                let attempt = delivery.attempts + (delivery.start?.instance == lease.instance ? 0 : 1)
                state.deliveries[key]?.attempts = attempt
                state.deliveries[key]?.start = Start(instance: lease.instance, epoch: lease.epoch)
                claimed.append(ClaimedDelivery(key: key, attempt: attempt, event: event))
            }
            return DeliveryClaim(claimed, next: next(channel, excluding + claimed.map(\.key), lease, in: state))
        }
    }

    private func next(_ channel: String, _ excluding: [DeliveryKey], _ lease: Lease, in state: State) -> Duration? {
        waiting(channel, excluding, lease, in: state).compactMap(\.1.nextAt).min().map { .seconds($0.timeIntervalSince(now())) }
    }

    /// What there is room for: of each endpoint and tenant its share, tenants in turn.
    private static func share(
        of due: [(DeliveryKey, DeliveryEntry)], _ room: DeliveryRoom, _ events: [RecordedEvent]
    ) -> [(DeliveryKey, DeliveryEntry, RecordedEvent)] {
        var (ofEndpoint, ofTenant): ([String: Int], [TenantID: Int]) = ([:], [:])
        var taken: [(turn: Int, found: (DeliveryKey, DeliveryEntry, RecordedEvent))] = []
        for (key, delivery) in due {
            guard let event = events.first(where: { $0.id == key.eventID }),
                ofEndpoint[key.endpoint, default: 0] < room.ofEndpoint[key.endpoint] ?? room.perEndpoint
            else { continue }
            ofEndpoint[key.endpoint, default: 0] += 1
            let turn = ofTenant[event.tenant, default: 0] + 1
            ofTenant[event.tenant] = turn
            if turn <= room.ofTenant[event.tenant] ?? room.perTenant { taken.append((turn, (key, delivery, event))) }
        }
        // Sorting need not keep the order of equals.
        return taken.enumerated().sorted { ($0.element.turn, $0.offset) < ($1.element.turn, $1.offset) }
            .prefix(room.limit).map(\.element.found)
    }

    /// Pending and in nobody's hands but those that have forgotten it, oldest first.
    private func waiting(
        _ channel: String, _ excluding: [DeliveryKey], _ lease: Lease, in state: State
    ) -> [(DeliveryKey, DeliveryEntry)] {
        state.deliveries.filter { key, delivery in
            key.channel == channel && delivery.state == .pending && !excluding.contains(key)
                && !(delivery.start.map { $0.instance != lease.instance && state.isLive($0, at: now()) } ?? false)
        }.sorted { left, right in
            let (leftAt, rightAt) = (left.value.nextAt ?? .distantPast, right.value.nextAt ?? .distantPast)
            return (leftAt, left.value.sequence, left.key.eventID, left.key.endpoint)
                < (rightAt, right.value.sequence, right.key.eventID, right.key.endpoint)
        }.map { ($0.key, $0.value) }
    }

    public func end(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried _: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool {
        state.withLock { state in
            guard var delivery = state.deliveries[key], delivery.state == .pending,
                delivery.start?.instance == lease.instance
            else { return false }
            switch end {
            case .delivered(let status):
                delivery.state = .delivered
                (delivery.nextAt, delivery.lastStatus, delivery.lastError) = (nil, status, nil)
            case .retry(let delay, let status, let error):
                (delivery.nextAt, delivery.lastStatus, delivery.lastError) = (now().adding(delay), status, error)
            case .givenUp(let status, let error):
                delivery.state = .givenUp
                (delivery.nextAt, delivery.lastStatus, delivery.lastError) = (nil, status, error)
            case .postponed(let delay, let error):
                delivery.attempts = max(0, delivery.attempts - 1)
                (delivery.nextAt, delivery.lastStatus, delivery.lastError) = (now().adding(delay), nil, error)
            }
            delivery.start = nil
            delivery.changedAt = now()
            state.deliveries[key] = delivery
            return true
        }
    }

    public func nextDue(
        channel: String, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> Duration? {
        state.withLock { next(channel, excluding, lease, in: $0) }
    }

    public func purgeEnded(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            let cutoff = now().adding(.zero - age)
            let old = state.deliveries.filter { key, delivery in
                delivery.state != .pending && (delivery.changedAt ?? .distantFuture) < cutoff
                    && state.isAtItsEnd(delivery.submission) && !state.outbox.contains { $0.row.eventID == key.eventID }
            }.sorted { ($0.value.changedAt ?? .distantPast) < ($1.value.changedAt ?? .distantPast) }.prefix(limit).map(\.key)
            for key in old { state.deliveries[key] = nil }
            return old.count
        }
    }
}

extension MemoryStore.State {
    /// Whether nothing will change the submission again, or it is gone.
    func isAtItsEnd(_ submission: SubmissionID) -> Bool { submissions[submission]?.state.isFinal ?? true }
}
