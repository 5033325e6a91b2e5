import Domain
import EventLoop
import FoundationEssentials
import Shared
import Synchronization
import Telemetry

extension ConsumeLoop {
    /// Looks for what is in the store's care and has come to be due, until cancelled: retries as often as some are due and have
    /// room, everything else now and then.
    func lookAfterStore() async {
        var lastRound: Date?
        while !Task.isCancelled {
            do {
                // A clock that was set back asks for one round more.
                let now = time.now
                if lastRound.map({ .seconds(abs(now.timeIntervalSince($0))) > settings.pollInterval / 2 }) ?? true {
                    lastRound = now
                    try await heedPause()
                    try await lookForAbandoned()
                }
                let look = try await takeDue()
                let owesLook = plan.withLock { plan in
                    plan.looked(look)
                    return plan.owesLook
                }
                if owesLook, turn.isOpen { continue }
                _ = try await withTimeLimit(look.pause(settings.pollInterval), by: time) { [self] in
                    try await roomForRetries.wait()
                }
            } catch let error as StoreError {
                logger.warning("due work cannot be looked for", ["error": .string(error.detail)])
                do { try await time.sleep(for: settings.pollInterval) } catch { return }
            } catch {
                return
            }
        }
    }

    /// Holds everything back while an operator wants it so.
    private func heedPause() async throws {
        guard let pause = try await store.pauses?.pause(of: handler.stage) else {
            if plan.withLock({ $0.hold(false) }) {
                logger.notice("the stage goes on")
                onPause(nil)
                applyFlow()
                somethingToStart.notify()
            }
            return
        }
        guard plan.withLock({ $0.hold(true) }) else { return }
        logger.notice("the stage is paused: nothing new is begun", ["by": .string(pause.actor)])
        onPause(pause)
        applyFlow()
        somethingToStart.notify()
    }

    private func takeDue() async throws -> RetryLook {
        let room = turn.isOpen ? plan.withLock { $0.roomForRetries } : 0
        guard room > 0 else { return .full }
        let count = try await claimDue(atMost: room)
        return count < room ? .all(next: try await store.workItems.nextRetry(stage: handler.stage)) : .full
    }

    /// How many were claimed.
    private func claimDue(atMost room: Int) async throws -> Int {
        plan.withLock { $0.claimsRetries(true) }
        defer {
            plan.withLock { $0.claimsRetries(false) }
            somethingToStart.notify()
        }
        let due: [ClaimedWorkItem]
        do {
            due = try await store.workItems.claimDueRetries(stage: handler.stage, limit: room, leases.lease())
        } catch {
            plan.withLock { $0.missedAnswer() }
            throw error
        }
        for item in due {
            guard let event = try await readable(item) else { continue }
            plan.withLock { $0.claimed(event, attempt: item.attempt) }
        }
        return due.count
    }

    private func lookForAbandoned() async throws {
        guard try await store.workItems.hasAbandoned(stage: handler.stage) else { return }
        plan.withLock { $0.learnedOfAbandoned(true) }
        somethingToStart.notify()
    }

    /// After a claim whose answer was lost: gives back what is begun in this process's name and is not here. Nothing else claims
    /// meanwhile.
    func giveBackUnanswered() async throws {
        guard plan.withLock({ $0.mayGiveBack }) else { return }
        let lease = try await leases.lease()
        let begun = try await store.workItems.begun(stage: handler.stage, lease)
        let strangers = plan.withLock { plan in begun.filter { !plan.knows($0.eventID) } }
        if !strangers.isEmpty {
            logger.notice("gives back what it claimed without an answer", ["items": .init(strangers.count)])
            _ = try await store.workItems.end(strangers.map { ($0, .abandoned) }, lease)
        }
        plan.withLock { $0.madeUpForAnswer() }
    }
}
