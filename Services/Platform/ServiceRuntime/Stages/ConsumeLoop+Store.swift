import Synchronization
import DocketStore
import EventLoop
import Shared
import Telemetry

extension ConsumeLoop {
    /// Looks for what is in the store's care and has come to be due, until cancelled.
    func lookAfterStore() async {
        while !Task.isCancelled {
            do {
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

    private func takeDue() async throws {
        let room = plan.withLock { $0.roomForRetries }
        if room > 0 {
            let due = try await store.workItems.claimDueRetries(stage: handler.stage, limit: room, leases.lease())
            for item in due {
                guard let event = try await readable(item) else { continue }
                plan.withLock { $0.claimed(event, attempt: item.attempt) }
            }
            if !due.isEmpty { somethingToStart.notify() }
        }
        if try await store.workItems.hasAbandoned(stage: handler.stage) {
            plan.withLock { $0.learnedOfAbandoned(true) }
            somethingToStart.notify()
        }
    }

    /// Until the next retry is due, within bounds.
    private func pause() async throws -> Duration {
        guard let next = try await store.workItems.nextRetry(stage: handler.stage) else { return settings.pollInterval }
        return min(settings.pollInterval, max(next, .milliseconds(50)))
    }
}
