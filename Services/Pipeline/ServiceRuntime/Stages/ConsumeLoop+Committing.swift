import Domain
import EventLoop
import Kafka
import Shared
import Synchronization
import Telemetry

extension ConsumeLoop {
    /// Commits ends until cancelled. Each transaction has all ends so far.
    func commitAll() async {
        while !Task.isCancelled {
            let batch = concluded.withLock { Array($0.prefix(settings.commitLimit)) }
            if batch.isEmpty {
                do { try await somethingToCommit.wait() } catch { return }
                continue
            }
            do {
                try await commit(batch)
            } catch {
                // Cancelled: what is not committed is found in the store by whoever comes after.
                return
            }
            concluded.withLock { $0.removeFirst(batch.count) }
            finish(batch.map(\.item))
            somethingFinished.notify()
        }
    }

    private typealias Ended = (item: StageItem, conclusion: StageConclusion)

    private func commit(_ batch: [Ended]) async throws {
        let commits = batch.compactMap { stageCommit($0.item, $0.conclusion) }
        do {
            let results = try await persistence.keepTrying(whenever: commitTrouble) { [self] in
                try await store.stages.commit(commits, leases.lease())
            }
            report(batch, results)
        } catch let error as StoreError {
            // Something in the batch is refused: each on its own, so that it is known what.
            if batch.count > 1 {
                for ended in batch { try await commit([ended]) }
            } else if let ended = batch.first {
                try await endOtherwise(ended, error)
            }
        }
    }

    /// The store refuses the values of the item: its attempt has failed.
    private func endOtherwise(_ ended: Ended, _ error: StoreError) async throws {
        logger.error("a result cannot be stored", ["error": .string(error.detail)])
        guard let event = ended.item.event else { return }
        let conclusion = policy.retry(.refusedByStore(error), of: event, random: random())
        for transition in [conclusion.transition, nil] {
            let commit = StageCommit(
                workItem: WorkItemKey(stage: handler.stage, eventID: event.header.id), end: conclusion.end,
                transition: transition, publishedAt: nil, deadLetter: notice(ended.item, conclusion))
            do {
                _ = try await persistence.keepTrying(whenever: commitTrouble) { [self] in
                    try await store.stages.commit([commit], leases.lease())
                }
                if conclusion.giveUp != nil { relay.notify() }
                expect([conclusion.end])
                return
            } catch let error as StoreError {
                logger.critical("an end cannot be stored", ["error": .string(error.detail)])
            }
        }
        try await giveBack(WorkItemKey(stage: handler.stage, eventID: event.header.id))
    }

    /// The last resort for an item whose end the store refuses: while it counted as begun here, no other process would
    /// take it.
    func giveBack(_ item: WorkItemKey) async throws {
        let end = WorkItemEnd.postponed(after: settings.postponement, reason: "its end could not be stored")
        _ = try await persistence.keepTrying(whenever: storeTrouble) { [self] in
            try await store.workItems.end([(item, end)], leases.lease())
        }
        expect([end])
    }

    private func stageCommit(_ item: StageItem, _ conclusion: StageConclusion) -> StageCommit? {
        guard let event = item.event else { return nil }
        return StageCommit(
            workItem: WorkItemKey(stage: handler.stage, eventID: event.header.id), end: conclusion.end,
            transition: conclusion.transition, deliveries: conclusion.deliveries,
            publishedAt: item.origin.flatMap { origin in
                consumer.clusterID.map {
                    RecordLocation(
                        cluster: $0, topic: origin.partition.topic, partition: origin.partition.partition, offset: origin.offset)
                }
            }, deadLetter: notice(item, conclusion))
    }

    /// The dead letter of a given-up item.
    private func notice(_ item: StageItem, _ conclusion: StageConclusion) -> DeadLetterNotice? {
        guard let failure = conclusion.giveUp, let event = item.event else { return nil }
        return DeadLetterNotice(
            event: event, stage: handler.stage, origin: noticeOrigin(item), failure: failure, at: time.now)
    }

    private func noticeOrigin(_ item: StageItem) -> DeadLetterNotice.Origin? {
        item.origin.map {
            DeadLetterNotice.Origin(
                cluster: consumer.clusterID, topic: $0.partition.topic, partition: $0.partition.partition, offset: $0.offset)
        }
    }

    /// Ends an item that the store cannot know: only by its dead letter.
    func giveUp(_ item: StageItem, _ record: LostRecord, because failure: ProcessingFailure, attempts: Int) async throws {
        let notice = DeadLetterNotice(
            record, stage: handler.stage, origin: noticeOrigin(item), failure: failure, attempts: attempts, at: time.now)
        try await persistence.keepTrying(whenever: deadLetterTrouble) { [self] in
            try await store.stages.giveUp(notice, leases.lease())
        }
        metrics.items.increment([handler.stage.rawValue, item.type, "parked"])
        relay.notify()
        finish([item])
    }

    /// A record is never passed before its dead letter is stored.
    private var deadLetterTrouble: @Sendable (any Error) -> Bool {
        { [logger, commitTrouble] error in
            if !commitTrouble(error) {
                logger.critical("a dead letter is refused by the database", ["error": .string(String(reflecting: error))])
            }
            return true
        }
    }

    private func report(_ batch: [Ended], _ results: [StageCommitResult]) {
        var hasChanged = false
        for (ended, result) in zip(batch, results) {
            if case .applied(version: .some) = result { hasChanged = true }
            if ended.conclusion.giveUp != nil { hasChanged = true }
            metrics.items.increment([handler.stage.rawValue, ended.item.type, Self.word(ended.conclusion.end, result)])
        }
        metrics.commits.observe(Double(batch.count), [handler.stage.rawValue])
        if hasChanged { relay.notify() }
        expect(batch.map(\.conclusion.end))
        if batch.contains(where: { !$0.conclusion.deliveries.isEmpty }) { handler.planned() }
    }

    private static func word(_ end: WorkItemEnd, _ result: StageCommitResult) -> String {
        switch (end, result) {
        case (_, .conflict), (_, .notFound): "overtaken"
        case (_, .alreadyApplied): "repeated"
        case (.done, _): "done"
        case (.retry, _): "retry"
        case (.parked, _): "parked"
        case (.abandoned, _): "abandoned"
        case (.postponed, _): "postponed"
        }
    }
}
