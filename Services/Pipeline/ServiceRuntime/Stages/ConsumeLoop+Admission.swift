import Domain
import EventLoop
import FoundationEssentials
import Shared
import Synchronization
import Telemetry

/// Admits items in the order of their submission, records their start in the store, and runs them alone if necessary.
extension ConsumeLoop {
    /// Starts each as soon as it has begun: what is begun here and never worked on would wait for the death of this process.
    func admitAll(_ start: (StageItem, _ attempt: Int) -> Void) async throws {
        guard plan.withLock({ $0.canStart }) else { return }
        // A process at rest renews its lease first, and learns of a pause.
        _ = try await leases.lease()
        guard plan.withLock({ $0.canStart }), turn.takeTogether() else { return }
        var items = plan.withLock { $0.takeStartable() }
        for item in items where item.event == nil { start(item, 1) }
        items.removeAll { $0.event == nil }
        let new = try await beginNew(items.filter { $0.begunAttempt == nil })
        for item in items where new.contains(item.id) { start(item, 1) }
        items.removeAll { new.contains($0.id) }
        items = try await lettingPredecessorsPass(items)
        for item in items { if let attempt = item.begunAttempt { start(item, attempt) } }
        items.removeAll { $0.begunAttempt != nil }
        guard !items.isEmpty else { return }
        let admissions = try await begin(items)
        var passedOver: [StageItem] = []
        for (item, admission) in zip(items, admissions) {
            switch admission {
            case .begun(let attempt): start(item, attempt)
            case .mustRunAlone: plan.withLock { $0.mustRunAlone(item.id) }
            case .runningElsewhere, .abandoned, .waiting, .done, .parked: passedOver.append(item)
            case .unknown: try await giveUpUnknown(item)
            // Refused, and put among the dead letters.
            case nil: break
            }
        }
        metrics.passedOver.increment(by: Double(passedOver.count))
        finish(passedOver)
    }

    /// Begins what is new and has no unfinished predecessor, in one question. Where the store refuses it, none: then each is looked at.
    private func beginNew(_ items: [StageItem]) async throws -> Set<StageItemID> {
        guard !items.isEmpty else { return [] }
        do {
            let begun = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
                try await store.workItems.beginNew(
                    items.compactMap(key), after: handler.eventTypes.sorted { $0.rawValue < $1.rawValue }, leases.lease())
            }
            return Set(items.filter { key($0).map(begun.contains) ?? false }.map(\.id))
        } catch is StoreError {
            return []
        }
    }

    /// Begins the items together. If the store refuses one, begins each separately; nil for the refused one, whose event
    /// the store does not know.
    private func begin(_ items: [StageItem]) async throws -> [WorkItemAdmission?] {
        do {
            let keys = items.compactMap(key)
            return try await persistence.keepTrying(whenever: storeTrouble) { [self] in
                try await store.workItems.begin(keys, mode: .together, leases.lease())
            }
        } catch let error as StoreError {
            guard items.count == 1, let item = items.first, let event = item.event else {
                var admissions: [WorkItemAdmission?] = []
                for item in items { admissions += try await begin([item]) }
                return admissions
            }
            logger.error("an event cannot be begun and goes to the dead letters", fields(event))
            try await giveUp(item, LostRecord(event), because: ProcessingFailure(error), attempts: 0)
            return [nil]
        }
    }

    /// An event that the log lacks is nobody's work: it is a foreign record, or from before a restore of the database.
    private func giveUpUnknown(_ item: StageItem) async throws {
        guard let event = item.event else { return finish([item]) }
        let known = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
            try await store.events.events(of: event.header.submission, afterSequence: 0, limit: 1)
        }
        let failure: ProcessingFailure = known.isEmpty ? .unknownSubmission : .unknownEvent
        logger.error(
            "an event that the database does not have goes to the dead letters",
            fields(event).merging(["error": .string(failure.code)]) { $1 })
        try await giveUp(item, LostRecord(event), because: failure, attempts: 0)
    }

    /// The items without unfinished predecessors. New ones of the others go behind their predecessors. Those that have
    /// waited for predecessors once are begun, only to wait in the store.
    private func lettingPredecessorsPass(_ items: [StageItem]) async throws -> [StageItem] {
        guard !items.isEmpty else { return [] }
        let ids = items.compactMap { $0.event?.header.id }
        let found = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
            try await store.events.unfinishedPredecessors(
                of: ids, stage: handler.stage, types: handler.eventTypes.sorted { $0.rawValue < $1.rawValue })
        }
        guard !found.isEmpty else { return items }
        let bySubmission = Dictionary(grouping: found, by: \.submission)
        var free: [StageItem] = []
        for item in items {
            guard let event = item.event else { continue }
            let before = (bySubmission[event.header.submission] ?? []).filter { $0.sequence < event.header.sequence }
                .compactMap { try? StageEvent(payload: $0.payload) }
            if before.isEmpty {
                free.append(item)
            } else if item.hasLetPredecessorsPass {
                try await postpone(item)
            } else {
                logger.notice("an earlier event of the submission comes first", fields(event))
                plan.withLock { $0.foundPredecessors(before, of: item.id) }
                somethingToStart.notify()
            }
        }
        return free
    }

    /// Leaves an item to the store until its predecessors are finished.
    private func postpone(_ item: StageItem) async throws {
        if item.begunAttempt == nil {
            var admission = try await begin([item]).first ?? nil
            if admission == .mustRunAlone, let key = key(item) {
                // Begun already, by a start whose answer was lost. It ends here, without any work.
                admission = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
                    try await store.workItems.begin([key], mode: .alone, leases.lease())
                }.first
            }
            guard case .begun = admission else { return finish([item]) }
        }
        conclude(
            item,
            StageConclusion(
                end: .postponed(after: settings.postponement, reason: "an earlier event of the submission is not finished")))
    }

    func admitAlone() async throws -> (StageItem, attempt: Int)? {
        guard plan.withLock({ $0.canRunAlone }), turn.takeAlone(), let item = plan.withLock({ $0.takeAlone() }),
            let key = key(item)
        else { return nil }
        let admission = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
            try await store.workItems.begin([key], mode: .alone, leases.lease())
        }
        if case .begun(let attempt) = admission.first { return (item, attempt) }
        finish([item])
        return nil
    }

    /// The event of an item from the store. An event that this version cannot read is parked.
    func readable(_ claim: ClaimedWorkItem) async throws -> StageEvent? {
        do {
            return try StageEvent(payload: claim.event.payload)
        } catch {
            logger.error("an event of the log cannot be read and is parked", ["event": .init(describing: claim.key.eventID)])
            let failure = ProcessingFailure.unreadable(error)
            let notice = DeadLetterNotice(
                stage: handler.stage, event: claim.event.id, key: Array(claim.event.submission.description.utf8),
                value: claim.event.payload, origin: nil, attempts: claim.attempt, code: failure.code,
                problem: failure.description, failedAt: time.now)
            let commit = StageCommit(
                workItem: claim.key, end: .parked(error: "\(error.code): \(error)"), transition: nil, publishedAt: nil,
                deadLetter: notice)
            do {
                _ = try await persistence.keepTrying(whenever: commitTrouble) { [self] in
                    try await store.stages.commit([commit], leases.lease())
                }
                relay.notify()
            } catch let error as StoreError {
                logger.critical("an end cannot be stored", ["error": .string(error.detail)])
                try await giveBack(claim.key)
            }
            return nil
        }
    }

    private func key(_ item: StageItem) -> WorkItemKey? {
        item.event.map { WorkItemKey(stage: handler.stage, eventID: $0.header.id) }
    }
}
