import Kafka
import Synchronization
import DocketStore
import EventLoop
import FoundationEssentials
import Shared
import Telemetry

extension ConsumeLoop {
    /// Starts what can be started, until stopped and nothing is in progress.
    func startAll() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    for (item, attempt) in try await admitAll() {
                        group.addTask { await self.work(on: item, attempt: attempt) }
                    }
                    if let (item, attempt) = try await admitAlone() {
                        group.addTask { await self.work(on: item, attempt: attempt) }
                    }
                    if plan.withLock({ $0.isStopping && $0.active.isEmpty }) { return }
                    try await somethingToStart.wait()
                } catch {
                    if Task.isCancelled || error is CancellationError { return }
                    // Only what the store refuses for good comes here: the process cannot do its work.
                    logger.critical("the database refuses to start work", ["error": .string(String(reflecting: error))])
                    return onHang()
                }
            }
        }
    }

    // MARK: - Admission

    private func admitAll() async throws -> [(StageItem, attempt: Int)] {
        var items = plan.withLock { $0.takeStartable() }
        guard !items.isEmpty else { return [] }
        var admitted = items.filter { $0.event == nil }.map { ($0, attempt: 1) }
        items = try await lettingPredecessorsPass(items.filter { $0.event != nil })
        admitted += items.compactMap { item in item.begunAttempt.map { (item, attempt: $0) } }
        items.removeAll { $0.begunAttempt != nil }
        guard !items.isEmpty else { return admitted }
        let admissions = try await begin(items)
        var passedOver: [StageItem] = []
        for (item, admission) in zip(items, admissions) {
            switch admission {
            case .begun(let attempt): admitted.append((item, attempt))
            case .mustRunAlone: plan.withLock { $0.mustRunAlone(item.id) }
            case .runningElsewhere, .waiting, .done, .parked: passedOver.append(item)
            // Refused, and put among the dead letters.
            case nil: break
            }
        }
        metrics.passedOver.increment(by: Double(passedOver.count))
        finish(passedOver)
        return admitted
    }

    /// Begins the items together. Where the store refuses that for good, each on its own; nil for the one that is refused: its
    /// event is none of the store's.
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
            let failure = ProcessingFailure(error)
            let letter = DeadLetter(
                event: event, topic: handler.stage.topic.name, origin: item.origin, failure: failure, attempts: 0, at: time.now)
            try await persistence.keepTrying(whenever: { _ in true }) { [self] in try await deadLetters.write(letter) }
            finish([item])
            return [nil]
        }
    }

    /// The items that have no unfinished predecessor. Of the others, those that are new go behind their predecessors, and those
    /// that have let them pass already begin only to wait in the store.
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
            guard case .begun = try await begin([item]).first else { return finish([item]) }
        }
        conclude(
            item,
            StageConclusion(
                end: .postponed(after: settings.postponement, reason: "an earlier event of the submission is not finished")))
    }

    private func admitAlone() async throws -> (StageItem, attempt: Int)? {
        if let item = plan.withLock({ $0.takeAlone() }), let key = key(item) {
            let admission = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
                try await store.workItems.begin([key], mode: .alone, leases.lease())
            }
            if case .begun(let attempt) = admission.first { return (item, attempt) }
            finish([item])
            return nil
        }
        guard plan.withLock({ $0.mayClaimAbandoned }) else { return nil }
        guard let claim = try await claimAbandoned() else {
            plan.withLock { $0.learnedOfAbandoned(false) }
            somethingToStart.notify()
            return nil
        }
        guard let event = try await readable(claim) else {
            somethingToStart.notify()
            return nil
        }
        logger.notice("taking over what a process left unfinished", fields(event))
        return (plan.withLock { $0.claimedAlone(event, attempt: claim.attempt) }, claim.attempt)
    }

    private func claimAbandoned() async throws -> ClaimedWorkItem? {
        do {
            return try await persistence.keepTrying(whenever: storeTrouble) { [self] in
                try await store.workItems.claimAbandoned(stage: handler.stage, leases.lease())
            }
        } catch let error as StoreError {
            // Records go on all the same.
            logger.error("what a process left unfinished cannot be claimed", ["error": .string(error.detail)])
            return nil
        }
    }

    /// The event of an item that the store brought. One that this version cannot read is parked.
    func readable(_ claim: ClaimedWorkItem) async throws -> StageEvent? {
        do {
            return try StageEvent(payload: claim.event.payload)
        } catch {
            logger.error("an event of the log cannot be read and is parked", ["event": .init(describing: claim.key.eventID)])
            let end = WorkItemEnd.parked(error: "\(error.code): \(error)")
            do {
                _ = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
                    try await store.workItems.end([(claim.key, end)], leases.lease())
                }
            } catch let error as StoreError {
                logger.error("an end cannot be stored", ["error": .string(error.detail)])
            }
            return nil
        }
    }

    private func key(_ item: StageItem) -> WorkItemKey? {
        item.event.map { WorkItemKey(stage: handler.stage, eventID: $0.header.id) }
    }

    // MARK: - Work

    private func work(on item: StageItem, attempt: Int) async {
        switch item.content {
        case .unreadable(let fault, let record):
            logger.error("a record cannot be read and goes to the dead letters", ["error": .string(fault.code)])
            let letter = DeadLetter(record: record, failure: .unreadable(fault), attempts: 1, at: time.now)
            do {
                try await persistence.keepTrying(whenever: { _ in true }) { [self] in try await deadLetters.write(letter) }
                finish([item])
            } catch {
                // Cancelled: the record comes again.
            }
        case .event(var event):
            event.attempt = attempt
            let conclusion = await conclusion(of: event, item: item)
            if Task.isCancelled { return }
            var item = item
            item.content = .event(event)
            conclude(item, await surrendering(conclusion, of: event, item: item))
        }
    }

    private func conclusion(of event: StageEvent, item: StageItem) async -> StageConclusion {
        guard policy.mayTry(attempt: event.attempt) else {
            return policy.surrender(event, because: .exhausted(event.attempt - 1))
        }
        let start = time.now
        let end = await race(event, item)
        metrics.seconds.observe(time.now.timeIntervalSince(start), [handler.stage.rawValue])
        switch end {
        case .outcome(let outcome): return policy.conclude(outcome, of: event, random: random())
        case .overtime: return policy.retry(.overtime(settings.attemptLimit), of: event, random: random())
        case .abandoned: return .abandoned
        }
    }

    private enum AttemptEnd: Sendable {
        case outcome(StageOutcome)
        case overtime
        case abandoned
    }

    /// The handler against its time limit and against being abandoned. Waits for the handler in any case, and says when it does
    /// not come back.
    private func race(_ event: StageEvent, _ item: StageItem) async -> AttemptEnd {
        await withTaskGroup(of: AttemptEnd?.self) { watch in
            watch.addTask { [self] in
                do { try await time.sleep(for: settings.attemptLimit + settings.hangGrace) } catch { return nil }
                logger.critical("a handler does not come back; the process is stuck", fields(event))
                onHang()
                return nil
            }
            let end = await withTaskGroup(of: AttemptEnd.self) { group in
                group.addTask { [self] in .outcome(await handler.decide(on: event)) }
                group.addTask { [self] in
                    do { try await time.sleep(for: settings.attemptLimit) } catch { return .abandoned }
                    return .overtime
                }
                group.addTask {
                    try? await item.abandoned.wait()
                    return .abandoned
                }
                let first = await group.next() ?? .abandoned
                group.cancelAll()
                return first
            }
            watch.cancelAll()
            return end
        }
    }

    /// Writes the dead letter that goes with a surrender. Without it the item waits: a letter is written before it is committed
    /// that there is one.
    private func surrendering(
        _ conclusion: StageConclusion, of event: StageEvent, item: StageItem
    ) async -> StageConclusion {
        guard let failure = conclusion.surrender else { return conclusion }
        logger.error(
            "an event is given up",
            fields(event).merging(["error": .string(failure.code), "detail": .string(failure.detail)]) { $1 })
        let letter = DeadLetter(
            event: event, topic: handler.stage.topic.name, origin: item.origin, failure: failure, attempts: event.attempt,
            at: time.now)
        do {
            try await deadLetters.write(letter)
            return conclusion
        } catch {
            logger.warning("the dead letter cannot be written yet", ["error": .string(error.detail)])
            return StageConclusion(end: .postponed(after: settings.postponement, reason: "the dead-letter topic is away"))
        }
    }

    private func fields(_ event: StageEvent) -> [String: LogValue] {
        ["submission": .init(describing: event.header.submission), "event": .init(describing: event.header.id)]
    }
}
