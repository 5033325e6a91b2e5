import Domain
import EventLoop
import Shared
import Synchronization
import Telemetry

extension ConsumeLoop {
    /// Looks for what is in the store's care and has come to be due, until cancelled.
    func lookAfterStore() async {
        while !Task.isCancelled {
            do {
                try await heedPause()
                try await takeDue()
                try await time.sleep(for: pause())
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

    private func takeDue() async throws {
        let room = turn.isOpen ? plan.withLock { $0.roomForRetries } : 0
        if room > 0 {
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
        }
        if try await store.workItems.hasAbandoned(stage: handler.stage) {
            plan.withLock { $0.learnedOfAbandoned(true) }
            somethingToStart.notify()
        }
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

    /// Until the next retry is due, within bounds.
    private func pause() async throws -> Duration {
        guard let next = try await store.workItems.nextRetry(stage: handler.stage) else { return settings.pollInterval }
        return min(settings.pollInterval, max(next, .milliseconds(50)))
    }
}
