public import Domain
import FoundationEssentials
public import Shared
import Synchronization

extension MemoryStore.State {
    func isLive(_ instance: InstanceID, at now: Date) -> Bool { leases[instance].map { $0.expiresAt > now } ?? false }

    func isLive(_ start: MemoryStore.Start, at now: Date) -> Bool {
        leases[start.instance].map { $0.epoch == start.epoch && $0.expiresAt > now } ?? false
    }

    func isCurrent(_ lease: Lease) -> Bool { leases[lease.instance]?.epoch == lease.epoch }

    mutating func nextEpoch() -> Int64 {
        lastEpoch += 1
        return lastEpoch
    }
}

extension Date {
    func adding(_ duration: Duration) -> Date {
        let (seconds, attoseconds) = duration.components
        return addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }
}

extension MemoryStore.State {
    mutating func nextPosition() -> Int64 {
        lastPosition += 1
        return lastPosition
    }

    mutating func write(_ notice: DeadLetterNotice, owner: InstanceID) {
        deadLetters.append(
            MemoryStore.DeadLetterEntry(row: DeadLetterRow(position: nextPosition(), notice: notice), owner: owner))
    }

    /// Whether the dead letter of that position is marked now, if there is one.
    mutating func markDeadLetter(_ row: PublishedRow, _ lease: Lease, at now: Date) -> Bool {
        guard let index = deadLetters.firstIndex(where: { $0.row.position == row.position }) else { return false }
        if deadLetters[index].published == nil, deadLetters[index].owner == lease.instance, isCurrent(lease) {
            deadLetters[index].published = (row.location, now)
        }
        return deadLetters[index].published != nil
    }
}

extension MemoryStore: LeaseStore {
    public func acquireLease(
        instance: InstanceID, service: String, lasting duration: Duration
    ) async throws(StoreError) -> Lease {
        state.withLock { state in
            let epoch = state.nextEpoch()
            state.leases[instance] = LeaseEntry(service: service, epoch: epoch, expiresAt: now().adding(duration))
            return Lease(instance: instance, service: service, epoch: epoch)
        }
    }

    public func beat(
        _ lease: Lease, lasting duration: Duration, asking stages: [Stage]
    ) async throws(StoreError) -> Heartbeat? {
        state.withLock { state in
            let now = now()
            guard state.isCurrent(lease) else { return nil }
            state.leases[lease.instance]?.expiresAt = now.adding(duration)
            let owners =
                state.outbox.filter { $0.published == nil }.map(\.owner)
                + state.deadLetters.filter { $0.published == nil }.map(\.owner)
            let elders = state.leases.filter {
                $0.value.service == lease.service && $0.value.expiresAt > now && $0.key.description < lease.instance.description
            }
            return Heartbeat(
                waiting: Dictionary(uniqueKeysWithValues: stages.map { ($0, state.waiting($0, at: now)) }),
                isAnyUnpublished: owners.contains(lease.instance),
                areOrphansLeft: owners.contains { state.leases[$0] != nil && !state.isLive($0, at: now) },
                elders: min(elders.count, Heartbeat.watchers), clock: now.timeIntervalSince1970)
        }
    }

    public func releaseLease(_ lease: Lease) async throws(StoreError) {
        state.withLock { state in
            if state.isCurrent(lease) { state.leases[lease.instance]?.expiresAt = now() }
        }
    }

    public func liveInstances() async throws(StoreError) -> [Lease] {
        state.withLock { state in
            state.leases.filter { $0.value.expiresAt > now() }
                .map { Lease(instance: $0.key, service: $0.value.service, epoch: $0.value.epoch) }
                .sorted { ($0.service, $0.instance.description) < ($1.service, $1.instance.description) }
        }
    }
}

extension MemoryStore: OutboxStore {
    public func claimRows(
        _ lease: Lease, room: OutboxRoom, excluding: [Int64]
    ) async throws(StoreError) -> OutboxClaim {
        state.withLock { state in
            let unpublished = state.outbox.filter { $0.published == nil }
            let lowest = unpublished.reduce(into: [SubmissionID: Int]()) { lowest, entry in
                let sequence = entry.row.sequence
                lowest[entry.row.submission] = min(lowest[entry.row.submission] ?? sequence, sequence)
            }
            let owned = unpublished.filter { $0.owner == lease.instance }
            let excluded = Set(excluding)
            let rows = owned.map(\.row).filter { row in
                !excluded.contains(row.position) && lowest[row.submission] == row.sequence && state.isCurrent(lease)
            }
            let choice = TurnOrder.choose(rows.map { TurnOrder.Row(position: $0.position, line: $0.line) }, within: room)
            let chosen = Set(choice.positions)
            let claimed = rows.filter { chosen.contains($0.position) }
            let ownedLetters = state.deadLetters.filter { $0.published == nil && $0.owner == lease.instance }.map(\.row)
            let letters = ownedLetters.filter { !excluded.contains($0.position) && state.isCurrent(lease) }
                .prefix(room.limit - claimed.count)
            return OutboxClaim(
                rows: claimed, deadLetters: Array(letters),
                isMoreWaiting: owned.count + ownedLetters.count > claimed.count + letters.count + excluding.count,
                held: choice.held)
        }
    }

    public func progress(
        of events: [UnfinishedEvent], holding lines: [OutboxLine], _ lease: Lease
    ) async throws(StoreError) -> OutboxProgress {
        state.withLock { state in
            let finished = events.filter { event in
                guard let entry = state.outbox.first(where: { $0.row.position == event.position }), entry.published != nil else {
                    return true
                }
                guard let item = state.items[WorkItemKey(stage: event.stage, eventID: entry.row.eventID)] else { return false }
                return item.status != .pending || (item.start == nil && event.stage == .callOut)
            }
            let others = state.holds.filter { $0.key != lease.instance && state.isLive($0.key, at: now()) }.values
            let holders = lines.map { line in (line, others.count { $0[line] != nil } + 1) }.filter { $0.1 > 1 }
            return OutboxProgress(
                finished: Set(finished.map(\.position)), holders: Dictionary(uniqueKeysWithValues: holders))
        }
    }

    public func hold(_ lines: Set<OutboxLine>, _ lease: Lease) async throws(StoreError) {
        state.withLock { state in
            guard state.isCurrent(lease) else { return }
            let before = state.holds[lease.instance] ?? [:]
            state.holds[lease.instance] = Dictionary(uniqueKeysWithValues: lines.map { ($0, before[$0] ?? now()) })
        }
    }

    public func markPublished(_ rows: [PublishedRow], _ lease: Lease) async throws(StoreError) -> Set<Int64> {
        state.withLock { state in
            var marked: Set<Int64> = []
            for row in rows {
                if state.markDeadLetter(row, lease, at: now()) { marked.insert(row.position) }
                guard let index = state.outbox.firstIndex(where: { $0.row.position == row.position }) else { continue }
                if state.outbox[index].published == nil, state.outbox[index].owner == lease.instance, state.isCurrent(lease) {
                    state.outbox[index].published = (row.location, now())
                }
                if state.outbox[index].published != nil { marked.insert(row.position) }
            }
            return marked
        }
    }

    public func adoptOrphans(_ lease: Lease, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            guard state.isCurrent(lease) else { return 0 }
            let orphans = state.outbox.indices.filter { index in
                let entry = state.outbox[index]
                return entry.published == nil && entry.owner != lease.instance && !state.isLive(entry.owner, at: now())
            }
            let letters = state.deadLetters.indices.filter { index in
                let entry = state.deadLetters[index]
                return entry.published == nil && entry.owner != lease.instance && !state.isLive(entry.owner, at: now())
            }
            let owners = orphans.map { state.outbox[$0].owner } + letters.map { state.deadLetters[$0].owner }
            for owner in Set(owners) where state.leases[owner] != nil {
                let epoch = state.nextEpoch()
                state.leases[owner]?.epoch = epoch
            }
            for index in orphans.prefix(limit) { state.outbox[index].owner = lease.instance }
            for index in letters.prefix(limit - min(limit, orphans.count)) { state.deadLetters[index].owner = lease.instance }
            return min(limit, orphans.count + letters.count)
        }
    }

    public func backlog() async throws(StoreError) -> OutboxBacklog {
        state.withLock { state in
            let waiting = state.outbox.filter { $0.published == nil }
            let letters = state.deadLetters.filter { $0.published == nil }
            let held = state.holds.filter { state.isLive($0.key, at: now()) }
            let inLine = waiting.filter { held[$0.owner]?[$0.row.line] == nil }
            let oldest = (inLine.map(\.writtenAt) + letters.map(\.row.notice.failedAt)).min()
            return OutboxBacklog(
                rows: min(OutboxBacklog.mostCounted, waiting.count + letters.count),
                oldestAgeSeconds: oldest.map { now().timeIntervalSince($0) } ?? 0,
                heldLines: held.values.reduce(0) { $0 + $1.count },
                heldSeconds: held.values.flatMap(\.values).min().map { now().timeIntervalSince($0) } ?? 0)
        }
    }

    public func purgePublished(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            let cutoff = now().adding(.zero - age)
            let old = state.outbox.filter { entry in
                guard let published = entry.published, published.at < cutoff else { return false }
                guard let stage = entry.row.type?.stage else { return true }
                let item = state.items[WorkItemKey(stage: stage, eventID: entry.row.eventID)]
                return item.map { $0.status != .pending } ?? false
            }.prefix(limit).map(\.row.position)
            state.outbox.removeAll { old.contains($0.row.position) }
            let letters = state.deadLetters.indices.filter { index in
                guard !state.deadLetters[index].isPurged, let published = state.deadLetters[index].published else { return false }
                return published.at < cutoff
            }.prefix(limit - old.count)
            for index in letters { state.deadLetters[index].isPurged = true }
            return old.count + letters.count
        }
    }

    public func purgeDeadLetters(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            let cutoff = now().adding(.zero - age)
            let old = state.deadLetters.filter { $0.isPurged && $0.row.notice.failedAt < cutoff }.prefix(limit).map(
                \.row.position)
            state.deadLetters.removeAll { old.contains($0.row.position) }
            return old.count
        }
    }
}
