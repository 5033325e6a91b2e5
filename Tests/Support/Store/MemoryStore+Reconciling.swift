public import Domain
import FoundationEssentials
public import PostgresStore
public import Shared
import Synchronization

extension MemoryStore: ReconcileStore {
    public func inFlightItems(from cursor: InFlightCursor, limit: Int) async throws(StoreError) -> InFlightPage {
        var (items, next): ([InFlightItem], InFlightCursor?) = ([], cursor)
        while let cursor = next {
            let (found, last) = page(from: cursor, limit)
            items += found
            next = last ?? cursor.nextWay
            if last != nil { break }
        }
        return InFlightPage(items: items.sorted { $0.position < $1.position }, next: next)
    }

    private func page(from cursor: InFlightCursor, _ limit: Int) -> (items: [InFlightItem], last: InFlightCursor?) {
        state.withLock { state in
            func page<Key>(
                _ scanned: ArraySlice<Key>, _ event: (Key) -> RecordedEvent?, where isOfThisWay: (InFlightItem) -> Bool,
                end: (Key) -> InFlightCursor
            ) -> (items: [InFlightItem], last: InFlightCursor?) {
                let items = scanned.compactMap(event).compactMap { inFlightItem($0, in: state) }.filter(isOfThisWay)
                return (items, scanned.count == limit ? scanned.last.map(end) : nil)
            }
            switch cursor {
            case .rows(let position):
                let rows = state.outbox.map(\.row).filter { $0.position > position }.sorted { $0.position < $1.position }
                return page(
                    rows.prefix(limit), { row in state.events.first { $0.id == row.eventID } },
                    where: { $0.work != .done }, end: { .rows(after: $0.position) })
            case .work(let last):
                let keys = state.items.filter { key, item in
                    item.status == .pending && key.stage.isFollowed && last.map { Self.isInOrder($0, key) } ?? true
                }.keys.sorted(by: Self.isInOrder)
                return page(
                    keys.prefix(limit), { key in state.events.first { $0.id == key.eventID } },
                    where: { $0.publication == .unknown }, end: { .work(after: $0) })
            case .submissions(let last):
                let submissions = state.submissions.values.filter { submission in
                    (submission.state == .submitted || submission.state == .processing) && last.map { submission.id > $0 } ?? true
                }.sorted { $0.id < $1.id }
                return page(
                    submissions.prefix(limit),
                    { submission in
                        state.events.first { $0.submission == submission.id && $0.sequence == submission.version }
                    }, where: { $0.work == .done || $0.work == .notBegun && $0.publication == .unknown },
                    end: { .submissions(after: $0.id) })
            }
        }
    }

    private static func isInOrder(_ one: WorkItemKey, _ other: WorkItemKey) -> Bool {
        (one.stage.rawValue, one.eventID) < (other.stage.rawValue, other.eventID)
    }

    public func inFlightItems(of submissions: [SubmissionID], limit: Int) async throws(StoreError) -> [InFlightItem] {
        state.withLock { state in
            let items = state.events.filter { submissions.contains($0.submission) }.compactMap { inFlightItem($0, in: state) }
            return Array(items.prefix(limit))
        }
    }

    private func inFlightItem(_ event: RecordedEvent, in state: State) -> InFlightItem? {
        guard let stage = event.type.stage else { return nil }
        let key = WorkItemKey(stage: stage, eventID: event.id)
        let row = state.outbox.first { $0.row.eventID == event.id }
        let item = state.items[key]
        let submission = state.submissions[event.submission]
        let isAwaited =
            stage.isOnTheWay && submission?.version == event.sequence
            && (submission?.state == .submitted || submission?.state == .processing)
        switch (row, item?.status) {
        case (_, .pending), (.some, nil): break
        case (nil, nil), (_, .done): guard isAwaited else { return nil }
        case (_, .parked): return nil
        }
        return InFlightItem(
            key: key, position: event.position.number, submission: event.submission, sequence: event.sequence,
            isAwaited: isAwaited, publication: publication(row, in: state),
            waitsForTurn: row.map { waitsForTurn($0, in: state) } ?? false, timesPassedOver: row?.timesPassedOver ?? 0,
            publishedFor: .seconds(row?.published.map { now().timeIntervalSince($0.at) } ?? 0),
            work: work(item, in: state))
    }

    private func waitsForTurn(_ row: OutboxEntry, in state: State) -> Bool {
        row.published == nil && state.isLive(row.owner, at: now()) && state.holds[row.owner]?[row.row.line] != nil
    }

    private func publication(_ row: OutboxEntry?, in state: State) -> InFlightItem.Publication {
        guard let row else { return .unknown }
        return row.published.map { .published($0.location) }
            ?? .waiting(owner: row.owner, isOwnerAlive: state.isLive(row.owner, at: now()))
    }

    private func work(_ item: ItemEntry?, in state: State) -> InFlightItem.Work {
        guard let item else { return .notBegun }
        switch item.status {
        case .done: return .done
        case .parked: return .parked
        case .pending: break
        }
        guard let start = item.start else { return .waiting(until: item.retryAt) }
        return .started(by: start.instance, isAlive: state.isLive(start, at: now()))
    }

    public func reemit(_ items: [Reemission], owner: InstanceID) async throws(StoreError) -> Set<EventID> {
        state.withLock { state in
            Set(items.filter { reemit($0, owner: owner, in: &state) }.map(\.event))
        }
    }

    private func reemit(_ item: Reemission, owner: InstanceID, in state: inout State) -> Bool {
        guard !state.items.keys.contains(where: { $0.eventID == item.event && $0.stage.isFollowed }) else { return false }
        let index = state.outbox.firstIndex { $0.row.eventID == item.event }
        switch (index, item.judged) {
        case (let index?, let judged?):
            guard state.outbox[index].published?.location == judged else { return false }
            state.outbox[index].published = nil
            state.outbox[index].owner = owner
            state.outbox[index].timesPassedOver += item.wasPassedOver ? 1 : 0
            return true
        case (nil, nil):
            guard let event = state.events.first(where: { $0.id == item.event }), let topic = event.topic else { return false }
            let row = OutboxRow(
                position: event.position.number, eventID: event.id, submission: event.submission, tenant: event.tenant,
                sequence: event.sequence, topic: topic, type: event.type, traceparent: nil, payload: event.payload,
                line: OutboxLine(
                    topic: topic.rawValue, tenant: event.tenant.rawValue,
                    journey: state.submissions[event.submission]?.journey.rawValue ?? ""))
            state.outbox.append(OutboxEntry(row: row, writtenAt: now(), owner: owner))
            return true
        case (nil, _?), (_?, nil): return false
        }
    }

    public func audit(
        after: SubmissionID?, limit: Int
    ) async throws(StoreError) -> (page: [SubmissionAudit], nextAfter: SubmissionID?) {
        state.withLock { state in
            let ids = state.submissions.keys.filter { id in after.map { id > $0 } ?? true }.sorted().prefix(limit)
            return (ids.compactMap { audit($0, in: state) }, ids.count == limit ? ids.last : nil)
        }
    }

    public func audit(of submissions: [SubmissionID]) async throws(StoreError) -> [SubmissionAudit] {
        state.withLock { state in submissions.sorted().compactMap { audit($0, in: state) } }
    }

    private func audit(_ id: SubmissionID, in state: State) -> SubmissionAudit? {
        let events = state.events.filter { $0.submission == id }
        let steps = Set(SubmissionState.allCases.map { EventType(entering: $0) })
        guard let submission = state.submissions[id], events.contains(where: { $0.type == .submissionSubmitted }),
            let newest = events.last(where: { steps.contains($0.type) })
        else { return nil }
        return SubmissionAudit(
            submission: id, state: submission.state, version: submission.version, newestStep: newest.type, events: events.count,
            highestSequence: events.map(\.sequence).max() ?? 0,
            isParked: state.items.contains { $0.value.submission == id && $0.value.status == .parked && !$0.key.stage.isOfDrafts }
        )
    }

    public func deliveryCounts() async throws(StoreError) -> DeliveryCounts {
        state.withLock { state in
            // Nobody is told anything by a question.
            let states = state.deliveries.filter { $0.key.channel != DeliveryKey.callOuts }.values.map(\.state)
            let stuck = state.deliveries.filter { _, delivery in
                delivery.state == .pending && delivery.nextAt == nil
                    && !(delivery.start.map { state.isLive($0, at: now()) } ?? false)
            }
            return DeliveryCounts(
                pending: states.count { $0 == .pending }, delivered: states.count { $0 == .delivered },
                givenUp: states.count { $0 == .givenUp }, stuck: Array(stuck.keys))
        }
    }

    public func withRound<T: Sendable>(
        every interval: Duration, _ body: @Sendable () async throws -> T
    ) async throws -> T? {
        let isMine = state.withLock { state in
            guard !state.isRoundInProgress, state.lastRoundAt.map({ $0 <= now().adding(.zero - interval) }) ?? true else {
                return false
            }
            state.isRoundInProgress = true
            state.lastRoundAt = now()
            return true
        }
        guard isMine else { return nil }
        defer { state.withLock { $0.isRoundInProgress = false } }
        return try await body()
    }
}

/// Pauses of stages, in either store.
public protocol StagePausing: Sendable {
    func pause(_ stage: Stage, actor: String, reason: String?) async throws(StoreError) -> Bool
    func resume(_ stage: Stage) async throws(StoreError) -> Bool
    func pauses() async throws(StoreError) -> [StagePause]
}

extension PostgresStagePauseStore: StagePausing {}

extension MemoryStore: StagePausing {
    public func pause(_ stage: Stage, actor: String, reason: String?) async throws(StoreError) -> Bool {
        state.withLock { state in
            guard state.pauses[stage] == nil else { return false }
            state.pauses[stage] = StagePause(stage: stage, actor: actor, reason: reason, since: now())
            return true
        }
    }

    public func resume(_ stage: Stage) async throws(StoreError) -> Bool {
        state.withLock { $0.pauses.removeValue(forKey: stage) != nil }
    }

    public func pauses() async throws(StoreError) -> [StagePause] {
        state.withLock { $0.pauses.values.sorted { $0.stage.rawValue < $1.stage.rawValue } }
    }
}
