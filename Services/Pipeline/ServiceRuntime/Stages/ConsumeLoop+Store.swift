import Domain
import EventLoop
import FoundationEssentials
import Shared
import Synchronization
import Telemetry

extension ConsumeLoop {
    /// Queries the store for due items until cancelled: retries as long as some are due and there is room, other items
    /// when a renewal of the lease reports them. Polls while there can be no report.
    func lookAfterStore() async {
        while !Task.isCancelled {
            do {
                nextLook.withLock { $0 = .distantFuture }
                let waiting = try await whatWaits()
                heed(waiting.pause)
                try await tellOutages()
                if waiting.isAnyAbandoned { try await takeOver() }
                let look = try await takeDue(next: waiting.nextRetry)
                let owesLook = plan.withLock { plan in
                    plan.looked(look)
                    return plan.owesLook
                }
                if owesLook, turn.isOpen { continue }
                // At rest the next renewal tells, and others see to what is due before.
                let pause = leases.isResting ? max(settings.pollInterval, leases.patience) : look.pause(settings.pollInterval)
                nextLook.withLock { $0 = time.now.addingTimeInterval(pause / .seconds(1)) }
                _ = try await withTimeLimit(pause, by: time) { [self] in try await roomForRetries.wait() }
            } catch let error as StoreError {
                logger.warning("due work cannot be looked for", ["error": .string(error.detail)])
                do { try await time.sleep(for: min(settings.pollInterval, .seconds(1))) } catch { return }
            } catch {
                return
            }
        }
    }

    private func whatWaits() async throws -> WaitingWork {
        if let heard = news.withLock({ $0.take() }) { return heard }
        return try await store.workItems.waiting(stage: handler.stage)
    }

    func heard(_ beat: Heartbeat) {
        guard let waiting = beat.waiting[handler.stage] else { return }
        news.withLock { $0 = waiting }
        // Before whoever waited for this renewal begins anything.
        if waiting.pause != nil { heed(waiting.pause) }
        roomForRetries.notify()
    }

    /// Schedules a query for an item that was postponed here, since no other process reports it.
    func expect(_ ends: [WorkItemEnd]) {
        guard let delay = ends.compactMap(\.delay).min() else { return }
        let due = time.now.addingTimeInterval(delay / .seconds(1))
        guard nextLook.withLock({ due < $0 }) else { return }
        // What was told before knows nothing of it.
        news.withLock { $0 = nil }
        roomForRetries.notify()
    }

    /// Holds everything during an operator's pause.
    private func heed(_ pause: StagePause?) {
        guard plan.withLock({ $0.hold(pause != nil, because: .paused) }) else { return }
        if let pause {
            logger.notice("the stage is paused: nothing new is begun", ["by": .string(pause.actor)])
        } else {
            logger.notice("the stage is not paused any more")
        }
        rest.withLock { rest in
            rest.pause = pause
            onRest(rest)
        }
        applyFlow()
        somethingToStart.notify()
    }

    private func takeDue(next: Duration?) async throws -> RetryLook {
        let room = turn.isOpen ? plan.withLock { $0.roomForRetries } : 0
        guard room > 0 else { return .full }
        guard let next, next <= .zero else { return .all(next: next) }
        let count = try await claim { [self] in
            try await store.workItems.claimDueRetries(stage: handler.stage, limit: room, leases.lease())
        } taking: { [self] event, attempt in
            plan.withLock { $0.claimed(event, attempt: attempt) }
        }
        return count < room ? .all(next: .zero) : .full
    }

    /// Takes over the items of a dead process. Each may have ended that process, and runs alone here. The stage's other
    /// processes then find none of them, and continue.
    private func takeOver() async throws {
        let room = plan.withLock { $0.roomToTakeOver }
        guard room > 0, leases.mayTakeOver else { return }
        _ = try await claim { [self] in
            try await store.workItems.claimAbandoned(stage: handler.stage, limit: room, leases.lease())
        } taking: { [self] event, _ in
            logger.notice("takes over what a process left unfinished", fields(event))
            plan.withLock { $0.tookOver(event) }
        }
    }

    /// Returns the number of claimed items.
    private func claim(
        _ question: () async throws -> [ClaimedWorkItem], taking take: (_ event: StageEvent, _ attempt: Int) -> Void
    ) async throws -> Int {
        plan.withLock { $0.claims(true) }
        defer {
            plan.withLock { $0.claims(false) }
            somethingToStart.notify()
        }
        let claimed: [ClaimedWorkItem]
        do {
            claimed = try await question()
        } catch {
            plan.withLock { $0.missedAnswer() }
            throw error
        }
        for item in claimed {
            if let event = try await readable(item) { take(event, item.attempt) }
        }
        return claimed.count
    }

    /// After a claim with a lost answer: gives back items that this process has begun in the store and does not know. No
    /// other claim runs meanwhile.
    func giveBackUnanswered() async throws {
        guard plan.withLock({ $0.beginsGivingBack() }) else { return }
        var isDone = false
        defer { plan.withLock { $0.gaveBack(isDone) } }
        let lease = try await leases.lease()
        let begun = try await store.workItems.begun(stage: handler.stage, lease)
        let strangers = plan.withLock { plan in begun.filter { !plan.knows($0.eventID) } }
        if !strangers.isEmpty {
            logger.notice("gives back what it claimed without an answer", ["items": .init(strangers.count)])
            _ = try await store.workItems.end(strangers.map { ($0, .abandoned) }, lease)
            expect([.abandoned])
        }
        isDone = true
    }
}
