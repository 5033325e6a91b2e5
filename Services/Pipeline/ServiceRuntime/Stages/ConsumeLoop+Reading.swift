import Domain
import EventLoop
import Kafka
import Shared
import Synchronization
import Telemetry

extension ConsumeLoop {
    /// Reads records of the consumer until it is cancelled or fails.
    func read() async -> Result<Void, KafkaError> {
        do {
            while true {
                switch try await consumer.next(maximum: settings.buffered) {
                case .records(let records): take(records)
                case .assigned(let change):
                    // There may be something in them.
                    goOnFetching()
                    plan.withLock { $0.assigned(change.partitions) }
                    // Others may have had them meanwhile.
                    places.withLock { places in for partition in change.partitions { places[partition] = nil } }
                    logger.info("partitions are assigned", ["count": .init(change.partitions.count)])
                    onAssignment(change.partitions.count)
                    // Somebody may have died, and whoever would see it first with him.
                    if !change.partitions.isEmpty { leases.endRest() }
                    try await consumer.answer(change)
                    // A stage that rests fetches nothing of them.
                    applyFlow()
                    somethingUnread.notify()
                case .revoked(let change), .lost(let change):
                    giveUp(change.partitions)
                    try await consumer.answer(change)
                }
            }
        } catch {
            if error.code == .cancelled { return .success(()) }
            logger.error("the consumer can go on no more", ["error": .string(error.detail)])
            return .failure(error)
        }
    }

    private func take(_ records: [ConsumedRecord]) {
        goOnFetching()
        let contents = records.map { ($0, content(of: $0)) }
        plan.withLock { plan in
            for (record, content) in contents { plan.received(content, from: record.topicPartition, offset: record.offset) }
        }
        storePositions()
        applyFlow()
        somethingToStart.notify()
    }

    /// The content of the record for this stage; nil for none.
    private func content(of record: ConsumedRecord) -> StageItem.Content? {
        do {
            var event = try StageEvent(payload: record.value ?? [])
            guard handler.eventTypes.contains(event.header.type) else { return nil }
            // A recording that is played onto the topics is there to be read: no database has its events, and no work is lost.
            if event.header.tenant.isShadow, record.header(RecordHeader.replay) != nil {
                metrics.items.increment([handler.stage.rawValue, event.header.type.rawValue, "replayed"])
                return nil
            }
            event.recordHeaders = record.headers
            return .event(event)
        } catch {
            // A type that nobody here has heard of is somebody else's.
            if case .unknownType = error { return nil }
            return .unreadable(error, record)
        }
    }

    /// What waits of the partitions is dropped: it comes to whoever has them next. What is in progress goes on, for it is in the
    /// store's care: who has the partitions next passes it over while this process lives.
    private func giveUp(_ partitions: [TopicPartition]) {
        let remaining = plan.withLock { $0.revoked(partitions) }
        // What waited to run alone may be gone.
        somethingToStart.notify()
        logger.info("partitions are given up", ["count": .init(partitions.count), "in_progress": .init(remaining)])
    }
}
