import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Synchronization
import Telemetry

extension ConsumeLoop {
    /// Starts admissible items, until stopped and nothing is in progress.
    func startAll() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    settleTurn()
                    try await persistence.keepTrying(whenever: storeTrouble) { [self] in try await giveBackUnanswered() }
                    try await admitAll { item, attempt in group.addTask { await self.work(on: item, attempt: attempt) } }
                    if let (item, attempt) = try await admitAlone() {
                        group.addTask { await self.work(on: item, attempt: attempt) }
                    }
                    settleTurn()
                    if turn.isOpen, plan.withLock({ $0.owesLook }) { roomForRetries.notify() }
                    if plan.withLock({ $0.hasEnded }) { return }
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

    /// Returns the process's turn once nothing runs here, and requests the next one.
    private func settleTurn() {
        let (isRunning, canStart, wantsAlone) = plan.withLock { (!$0.active.isEmpty, $0.canStart, $0.wantsAlone) }
        turn.settle(isRunning: isRunning, wantsTogether: canStart, wantsAlone: wantsAlone)
    }

    // MARK: - Work

    private func work(on item: StageItem, attempt: Int) async {
        switch item.content {
        case .unreadable(let fault, let record):
            logger.error("a record cannot be read and goes to the dead letters", ["error": .string(fault.code)])
            do {
                try await giveUp(item, LostRecord(record), because: .unreadable(fault), attempts: 1)
            } catch {
                // Cancelled: the record comes again.
            }
        case .event(var event):
            event.attempt = attempt
            let conclusion = await conclusion(of: event, item: item)
            if Task.isCancelled { return }
            var item = item
            item.content = .event(event)
            if let failure = conclusion.giveUp {
                let cause: [String: LogValue] = ["error": .string(failure.code), "detail": .string(failure.detail)]
                logger.error("an event is given up", fields(event).merging(cause) { $1 })
            }
            conclude(item, conclusion)
        }
    }

    private func conclusion(of event: StageEvent, item: StageItem) async -> StageConclusion {
        guard policy.mayTry(attempt: event.attempt) else {
            return policy.giveUp(event, because: .exhausted(event.attempt - 1))
        }
        let start = time.now
        let end = await race(event, item)
        metrics.seconds.observe(time.now.timeIntervalSince(start), [handler.stage.rawValue])
        let conclusion =
            switch end {
            case .outcome(let outcome):
                await uncounted(outcome, begunAt: start) ?? policy.conclude(outcome, of: event, random: random())
            case .overtime: uncountedOvertime ?? policy.retry(.overtime(settings.attemptLimit), of: event, random: random())
            case .abandoned: StageConclusion.abandoned
            }
        if SpanRecorder.shared.isRecording {
            let span = TraceSpan(
                of: event, handler.stage, conclusion, lasting: .seconds(max(0, time.now.timeIntervalSince(start))))
            SpanRecorder.shared.record(span.context, span)
        }
        return conclusion
    }

    private enum AttemptEnd: Sendable {
        case outcome(StageOutcome)
        case overtime
        case abandoned
    }

    /// Races the handler against its time limit and its abandonment. Waits for the handler in any case, and reports one
    /// that does not return.
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

    func fields(_ event: StageEvent) -> [String: LogValue] {
        [
            "submission": .init(describing: event.header.submission), "event": .init(describing: event.header.id),
            "trace_id": .init(describing: event.trace.traceID),
        ]
    }
}
