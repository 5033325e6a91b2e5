import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Measures the review queue, for monitoring.
final class ReviewWatch: Sendable {
    private let reviews: ReviewStore
    private let waiting: Gauge
    private let overdue: Gauge
    private let known = Mutex<Set<JourneyID>>([])

    init(_ reviews: ReviewStore, metrics: MetricsRegistry) {
        self.reviews = reviews
        waiting = metrics.gauge(
            "docket_reviews_waiting", "Submissions that wait for a reviewer, by journey.", labels: ["journey"])
        overdue = metrics.gauge(
            "docket_reviews_overdue", "Submissions that wait for a reviewer for longer than their journey promises, by journey.",
            labels: ["journey"])
    }

    func look() async throws {
        let counts = try await reviews.waiting()
        let journeys = known.withLock { known in
            known.formUnion(counts.keys)
            return known
        }
        for journey in journeys {
            let count = counts[journey] ?? (waiting: 0, overdue: 0)
            waiting.set(Double(count.waiting), [journey.rawValue])
            overdue.set(Double(count.overdue), [journey.rawValue])
        }
    }
}
