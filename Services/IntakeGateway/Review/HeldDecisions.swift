import Domain
import EventLoop
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// Carries out held decisions when they are due.
///
/// Every gateway does so for all: it sleeps until the next one is due by the database's clock, and polls for those that
/// other gateways accepted. If two carry out the same one, the submission's version admits only one.
final class HeldDecisions: ServiceComponent {
    let name = "held-decisions"

    /// The interval of polling for decisions that another gateway accepted.
    private static let interval = Duration.seconds(5)
    private static let batch = 100
    /// Allows for inexact clocks and timers.
    private static let margin = Duration.milliseconds(5)

    private let store: SubmissionStore
    private let loop: EventLoop
    private let logger: Logger
    private let pulse = AsyncPulse()
    private let stopping = StopSignal()

    init(_ store: SubmissionStore, on loop: EventLoop, logger: Logger) {
        (self.store, self.loop, self.logger) = (store, loop, logger)
    }

    /// Wakes the loop for a new decision, which may be the next one.
    func wake() { pulse.notify() }

    func run() async throws {
        while !stopping.isOver {
            let pause = await turn()
            guard !stopping.isOver else { return }
            _ = try? await withDeadline(pause, on: loop) { [pulse] in try await pulse.wait() }
        }
    }

    func stop() async {
        stopping.send()
        pulse.notify()
    }

    /// Carries out due decisions, and returns the time until the next check.
    private func turn() async -> Duration {
        do throws(StoreError) {
            while !stopping.isOver {
                let due = try await store.dueDecisions(limit: Self.batch)
                var failed = false
                for decision in due.decisions where !stopping.isOver { failed = await !isDone(decision) || failed }
                // What could not be done is tried again a little later, not at once.
                if failed { return .seconds(1) }
                guard due.decisions.isEmpty else { continue }
                if let obstacle = due.obstacle {
                    logger.warning("decisions that are held wait for a key", ["detail": .string(obstacle)])
                }
                return min(due.next.map { $0 + Self.margin } ?? Self.interval, Self.interval)
            }
        } catch {
            logger.warning("decisions that are held wait: the database cannot be asked", ["detail": .string(error.detail)])
        }
        return .seconds(1)
    }

    private func isDone(_ decision: DueDecision) async -> Bool {
        let fields: [String: LogValue] = [
            "submission": .string(decision.submission.description), "tenant": .string(decision.tenant.rawValue),
        ]
        do throws(StoreError) {
            if try await store.carryOut(decision) { logger.info("decision carried out", fields) }
            return true
        } catch {
            logger.warning(
                "a decision cannot be carried out, and is tried again",
                fields.merging(["detail": .string(error.detail)]) { own, _ in own })
            return false
        }
    }
}
