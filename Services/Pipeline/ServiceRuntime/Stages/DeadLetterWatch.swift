import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Measures the list of dead letters of all processes. Each process that does not rest reports the same, from a query that
/// reads only the list.
final class DeadLetterWatch: Sendable {
    static let interval = Duration.seconds(25)

    private let reader: OperationsReader
    private let letters: Gauge
    private let parked: Gauge
    /// The causes in the last report.
    private let told = Mutex<Set<DeadLetterCounts.Cause>>([])

    init(_ reader: OperationsReader, metrics: MetricsRegistry) {
        self.reader = reader
        // The manual takes these words from here; the number is `DeadLetterCounts.mostCounted`.
        letters = metrics.gauge(
            "docket_dead_letters",
            "What docket dlq list holds, of all processes: parked events, and records that became no work; each up to 10000",
            labels: ["stage", "cause"])
        parked = metrics.gauge("docket_parked", "Those of them that are events of submissions", labels: ["stage", "cause"])
    }

    func look() async throws { tell(try await reader.deadLetters()) }

    /// Leaves it to others.
    func resign() { tell(DeadLetterCounts()) }

    private func tell(_ counts: DeadLetterCounts) {
        // What is in the list no more is told as none.
        let causes = told.withLock { told in
            told.formUnion(counts.all.keys)
            return told
        }
        for cause in causes {
            let labels = [cause.stage.rawValue, cause.code]
            letters.set(Double(counts.all[cause] ?? 0), labels)
            parked.set(Double(counts.parked[cause] ?? 0), labels)
        }
    }
}
