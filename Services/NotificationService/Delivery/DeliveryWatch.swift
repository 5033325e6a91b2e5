import Domain
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Looks for overdue outcomes and for the state of endpoints, and sets metrics. Logs what it finds for the first time.
final class DeliveryWatch: Sendable {
    static let interval = Duration.seconds(30)
    /// The maximum of outcomes in the log of one look.
    private static let named = 20

    private let overview: DeliveryOverview
    private let deadline: Duration
    private let logger: Logger
    private let overdue: Gauge
    private let endpoints: Gauge
    private let known = Mutex<Set<OverdueOutcome>>([])

    init(_ overview: DeliveryOverview, deadline: Duration, logger: Logger, metrics: MetricsRegistry) {
        (self.overview, self.deadline, self.logger) = (overview, deadline, logger)
        overdue = metrics.gauge(
            "docket_outcomes_overdue",
            "Outcomes of which nobody was told within DOCKET_NOTIFICATION_DEADLINE, by why; of the process that looks.",
            labels: ["why"])
        endpoints = metrics.gauge(
            "docket_webhook_endpoints", "Endpoints, by state; of the process that looks.", labels: ["state"])
    }

    /// Looks once, and returns the overdue outcomes.
    @discardableResult
    func look() async throws(StoreError) -> Set<OverdueOutcome> {
        let late = Set(try await overview.overdue(deadline: deadline))
        show(late, try await overview.endpointStates())
        let new = known.withLock { known in
            defer { known = late }
            return late.subtracting(known)
        }
        for outcome in new.sorted(by: { $0.time < $1.time }).prefix(Self.named) {
            logger.error(
                "nobody was told of an outcome in time; an operator can look at it",
                [
                    "event": .string(outcome.event.description), "submission": .string(outcome.submission.description),
                    "why": .string(outcome.why.rawValue),
                ])
        }
        return late
    }

    /// Another process looks from now on.
    func resign() { show([], [:]) }

    private func show(_ late: Set<OverdueOutcome>, _ states: [String: Int]) {
        for why in OverdueOutcome.Why.allCases { overdue.set(Double(late.count { $0.why == why }), [why.rawValue]) }
        for state in ["enabled", "failing", "disabled"] { endpoints.set(Double(states[state] ?? 0), [state]) }
    }
}
