import Domain
import EventLoop
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// Periodically checks for overdue outcomes and for the state of endpoints, and sets metrics. Logs new findings.
final class DeliveryWatch: ServiceComponent {
    let name = "delivery-watch"
    private static let interval = Duration.seconds(30)
    /// The maximum of outcomes in the log of one check.
    private static let named = 20

    private let overview: DeliveryOverview
    private let deadline: Duration
    private let loop: EventLoop
    private let logger: Logger
    private let overdue: Gauge
    private let endpoints: Gauge
    private let stopping = AsyncSignal<Void>()

    init(_ overview: DeliveryOverview, deadline: Duration, on loop: EventLoop, logger: Logger, metrics: MetricsRegistry) {
        (self.overview, self.deadline, self.loop, self.logger) = (overview, deadline, loop, logger)
        overdue = metrics.gauge(
            "docket_outcomes_overdue", "Outcomes of which nobody was told within DOCKET_NOTIFICATION_DEADLINE, by why.",
            labels: ["why"])
        endpoints = metrics.gauge("docket_webhook_endpoints", "Endpoints, by state.", labels: ["state"])
    }

    func run() async throws {
        var known: Set<OverdueOutcome> = []
        while stopping.value == nil {
            do throws(StoreError) {
                known = try await look(known)
            } catch {
                logger.warning("deliveries cannot be watched for now", ["error": .string(error.detail)])
            }
            _ = try? await withDeadline(Self.interval, on: loop) { [stopping] in try await stopping.wait() }
        }
    }

    func stop() async { stopping.send() }

    /// Checks once, and returns the overdue outcomes.
    func look(_ known: Set<OverdueOutcome> = []) async throws(StoreError) -> Set<OverdueOutcome> {
        let late = try await overview.overdue(deadline: deadline)
        for why in OverdueOutcome.Why.allCases { overdue.set(Double(late.count { $0.why == why }), [why.rawValue]) }
        for (state, count) in try await overview.endpointStates() { endpoints.set(Double(count), [state]) }
        for outcome in late.filter({ !known.contains($0) }).prefix(Self.named) {
            logger.error(
                "nobody was told of an outcome in time; an operator can look at it",
                [
                    "event": .string(outcome.event.description), "submission": .string(outcome.submission.description),
                    "why": .string(outcome.why.rawValue),
                ])
        }
        return Set(late)
    }
}
