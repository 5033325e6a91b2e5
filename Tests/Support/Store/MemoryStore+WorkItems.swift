public import Domain
import FoundationEssentials
import PostgresStore
public import Shared
import Synchronization

extension MemoryStore.State {
    /// As `PostgresWorkItemStore.ending`: what is done is done, any other end is only the starter's to record.
    @discardableResult
    mutating func end(_ key: WorkItemKey, _ end: WorkItemEnd, _ lease: Lease, at now: Date) -> Bool {
        guard var item = items[key], item.status == .pending, end == .done || item.start?.instance == lease.instance else {
            return false
        }
        let wasCounted = item.start?.isAlone ?? false
        switch end {
        case .done, .retry, .parked: item.attempts += wasCounted ? 0 : 1
        case .abandoned, .postponed: item.attempts -= wasCounted ? 1 : 0
        }
        switch end {
        case .done:
            item.status = .done
            (item.retryAt, item.lastError) = (nil, nil)
        case .retry(let delay, let error): (item.retryAt, item.lastError) = (now.adding(delay), error)
        case .postponed(let delay, let reason): (item.retryAt, item.lastError) = (now.adding(delay), reason)
        case .parked(let error):
            item.status = .parked
            (item.retryAt, item.lastError) = (nil, error)
        case .abandoned: item.retryAt = now
        }
        item.start = nil
        item.changedAt = now
        items[key] = item
        return true
    }

    mutating func start(_ key: WorkItemKey, _ mode: WorkItemMode, _ lease: Lease, at now: Date) {
        guard var item = items[key] else { return }
        item.attempts += (mode == .alone ? 1 : 0) - countedAlone(item, lease)
        item.start = MemoryStore.Start(instance: lease.instance, epoch: lease.epoch, isAlone: mode == .alone)
        item.retryAt = nil
        item.changedAt = now
        items[key] = item
    }

    func admission(_ item: MemoryStore.ItemEntry, _ mode: WorkItemMode, _ lease: Lease, at now: Date) -> WorkItemAdmission {
        switch item.status {
        case .done: return .done
        case .parked: return .parked
        case .pending: break
        }
        let starter: WorkItemAdmission.Starter =
            if let start = item.start {
                start.instance == lease.instance ? .oneself : isLive(start, at: now) ? .otherAlive : .otherDead
            } else {
                .nobody
            }
        return .decided(
            attempts: item.attempts - countedAlone(item, lease), starter: starter,
            waits: item.retryAt.map { $0 > now } ?? false, mode: mode)
    }

    private func countedAlone(_ item: MemoryStore.ItemEntry, _ lease: Lease) -> Int {
        item.start.map { $0.isAlone && $0.instance == lease.instance } ?? false ? 1 : 0
    }
}

extension MemoryStore: WorkItemStore {
    /// Who has begun the item, or taken it over; nil when nobody has.
    /// What was said last of the submission's item that was begun last.
    public func lastError(of submission: SubmissionID) -> String? {
        state.withLock { state in
            state.items.values.filter { $0.submission == submission }.max { $0.changedAt < $1.changedAt }?.lastError
        }
    }

    public func starter(of key: WorkItemKey) -> InstanceID? { state.withLock { $0.items[key]?.start?.instance } }

    public func beginNew(
        _ items: [WorkItemKey], after types: [EventType], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        state.withLock { state in
            let given = Set(items.map(\.eventID))
            let begun = items.filter { key in
                guard state.items[key] == nil, let event = state.events.first(where: { $0.id == key.eventID }) else {
                    return false
                }
                return !state.events.contains { other in
                    other.submission == event.submission && other.sequence < event.sequence && types.contains(other.type)
                        && !given.contains(other.id)
                        && state.items[WorkItemKey(stage: key.stage, eventID: other.id)].map { $0.status == .pending } ?? true
                }
            }
            for key in begun {
                guard let event = state.events.first(where: { $0.id == key.eventID }) else { continue }
                state.items[key] = ItemEntry(submission: event.submission, changedAt: now())
                state.start(key, .together, lease, at: now())
            }
            return Set(begun)
        }
    }

    public func begin(
        _ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease
    ) async throws(StoreError) -> [WorkItemAdmission] {
        state.withLock { state in
            var admissions: [WorkItemAdmission] = []
            for key in items {
                guard let event = state.events.first(where: { $0.id == key.eventID }) else {
                    admissions.append(.unknown)
                    continue
                }
                let known = state.items[key]
                if known == nil { state.items[key] = ItemEntry(submission: event.submission, changedAt: now()) }
                let admission = known.map { state.admission($0, mode, lease, at: now()) } ?? .begun(attempt: 1)
                if case .begun = admission { state.start(key, mode, lease, at: now()) }
                admissions.append(admission)
            }
            return admissions
        }
    }

    public func end(
        _ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        state.withLock { state in Set(ends.filter { state.end($0.key, $0.end, lease, at: now()) }.map(\.key)) }
    }

    public func claimDueRetries(
        stage: Stage, limit: Int, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        state.withLock { state in
            let due = state.items.filter { key, item in
                key.stage == stage && item.status == .pending && item.start == nil && item.retryAt.map { $0 <= now() } ?? false
            }
            let keys = due.sorted {
                ($0.value.retryAt ?? .distantPast, $0.key.eventID) < ($1.value.retryAt ?? .distantPast, $1.key.eventID)
            }.prefix(limit)
            return claim(keys.map(\.key), lease, in: &state)
        }
    }

    public func claimAbandoned(
        stage: Stage, limit: Int, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        state.withLock { state in
            let found = state.items.filter { key, item in
                guard let start = item.start, key.stage == stage, item.status == .pending else { return false }
                return start.instance != lease.instance && !state.isLive(start, at: now())
            }
            let keys = found.sorted { ($0.value.changedAt, $0.key.eventID) < ($1.value.changedAt, $1.key.eventID) }.prefix(limit)
            return claim(keys.map(\.key), lease, in: &state)
        }
    }

    private func claim(
        _ keys: [WorkItemKey], _ lease: Lease, in state: inout State
    ) -> [ClaimedWorkItem] {
        var claimed: [ClaimedWorkItem] = []
        for key in keys {
            guard let event = state.events.first(where: { $0.id == key.eventID }), let item = state.items[key] else { continue }
            state.start(key, .together, lease, at: now())
            claimed.append(ClaimedWorkItem(key: key, attempt: item.attempts + 1, event: event))
        }
        return claimed.sorted { $0.event.position < $1.event.position }
    }

    public func begun(stage: Stage, _ lease: Lease) async throws(StoreError) -> [WorkItemKey] {
        state.withLock { state in
            state.items.filter { key, item in
                key.stage == stage && item.status == .pending && item.start?.instance == lease.instance
            }.map(\.key).sorted { $0.eventID < $1.eventID }
        }
    }

    public func waiting(stage: Stage) async throws(StoreError) -> WaitingWork {
        state.withLock { $0.waiting(stage, at: now()) }
    }

    public func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            let cutoff = now().adding(.zero - age)
            let old = state.items.filter { key, item in
                item.status == .done && item.changedAt < cutoff && state.isAtItsEnd(item.submission)
                    && !state.outbox.contains { $0.row.eventID == key.eventID }
                    && !state.deliveries.keys.contains { $0.eventID == key.eventID }
            }.sorted { $0.value.changedAt < $1.value.changedAt }.prefix(limit).map(\.key)
            for key in old { state.items[key] = nil }
            return old.count
        }
    }
}

extension MemoryStore.State {
    func waiting(_ stage: Stage, at now: Date) -> WaitingWork {
        let pending = items.filter { $0.key.stage == stage && $0.value.status == .pending }.values
        let next = pending.filter { $0.start == nil }.compactMap(\.retryAt).min()
        return WaitingWork(
            nextRetry: next.map { .seconds($0.timeIntervalSince(now)) },
            isAnyAbandoned: pending.contains { item in item.start.map { !isLive($0, at: now) } ?? false },
            pause: pauses[stage])
    }
}
