internal import CLibrdkafka
internal import EventLoop
import Synchronization

/// Leaving the group.
extension KafkaConsumer {
    public func close(within limit: Duration) async {
        // In a task of its own: one that was cancelled could not wait for the broker, and would end a member that has not left. Where
        // the loop is no more, the group finds out by the session's time-out.
        if !loop.hasEnded { await loop.spawn { [self] in await leaveGroup(within: limit) }.value }
        let (last, waking) = state.withLock { state in
            defer { (state.queue, state.waking) = (nil, nil) }
            return (LastReference(state.queue), state.waking)
        }
        // A question that is under way holds the client: its thread would be the one to end it.
        waking?.cancel()
        await waking?.value
        await last.end(on: loop, logger)
    }

    private func leaveGroup(within limit: Duration) async {
        guard let queue = state.withLock({ $0.queue }) else { return }
        let (isAnswerDue, isClusterReplaced) = state.withLock { state in
            defer { state.unanswered = [:] }
            return (!state.unanswered.isEmpty, state.isClusterReplaced)
        }
        // Leaving commits what was stored, which must not reach another cluster: that one finds out by the session's time-out.
        if !isClusterReplaced {
            // A change that nobody has answered would hold the end up.
            if isAnswerDue { rd_kafka_assign(queue.handle.pointer, nil) }
            let error = queue.withPointer { rd_kafka_consumer_close_queue(queue.handle.pointer, $0) }
            if let error {
                rd_kafka_error_destroy(error)
            } else {
                // When time runs out the group finds out by the session's time-out.
                try? await withDeadline(limit, on: loop) { [self] in await leave(queue) }
            }
        }
    }

    /// Answers rebalances until the consumer has left, or until no broker is left.
    private func leave(_ queue: KafkaQueue) async {
        var patience = ShutdownWait()
        while rd_kafka_consumer_closed(queue.handle.pointer) == 0 {
            while let event = queue.poll() {
                switch rd_kafka_event_type(event) {
                case RD_KAFKA_EVENT_REBALANCE: rd_kafka_assign(queue.handle.pointer, nil)
                case RD_KAFKA_EVENT_ERROR: noteLoss(event)
                default: break
                }
                rd_kafka_event_destroy(event)
            }
            guard rd_kafka_consumer_closed(queue.handle.pointer) == 0 else { return }
            do {
                // The end itself may come without an event.
                try await withDeadline(ShutdownWait.turn, on: loop) { try await queue.wait() }
            } catch is DeadlineExceeded {
                let goesOn = await patience.goesOn(seesNoBroker: state.withLock { $0.seesNoBroker }) {
                    [blocking] milliseconds throws(KafkaError) in
                    try await blocking.askForSignOfLife(queue.handle, within: milliseconds)
                }
                guard goesOn else { return }
            } catch {
                return
            }
        }
    }
}
