public import Domain
public import EventLoop
import Kafka
import Shared
public import Telemetry

/// Reconciles periodically. One process of an installation does so at a time; the others check whether it still does.
public final class ReconcileLoop: Sendable {
    /// Runs `body` with a reader of the cluster, and closes it.
    public typealias Cluster =
        @Sendable (_ body: @Sendable (any ClusterReader) async throws -> ReconcileSummary) async throws ->
        ReconcileSummary

    /// The maximum of log lines for one round.
    private static let toldAtMost = 20

    private let store: any ReconcileStore
    private let cluster: Cluster
    private let owner: InstanceID
    private let mayLook: @Sendable () -> Bool
    private let relay: AsyncPulse
    private let interval: Duration
    /// Notified when a cluster was replaced: records of the old one are lost.
    private let hurry: AsyncPulse
    private let time: any TimeSource
    private let logger: Logger
    private let emitted: Counter
    private let missing: Gauge.Series

    /// The relay of `owner` emits stuck events. `relay` wakes it. While it may not look it leaves all to others.
    public init(
        _ store: any ReconcileStore, cluster: @escaping Cluster, owner: InstanceID, relay: AsyncPulse, every interval: Duration,
        hurry: AsyncPulse = AsyncPulse(), mayLook: @escaping @Sendable () -> Bool = { true },
        time: any TimeSource = SystemTime(), logger: Logger, metrics: MetricsRegistry
    ) {
        self.store = store
        self.cluster = cluster
        self.owner = owner
        self.relay = relay
        self.interval = interval
        self.hurry = hurry
        self.mayLook = mayLook
        self.time = time
        self.logger = logger
        emitted = metrics.counter(
            "docket_reconcile_reemitted_total", "Events emitted again because nothing would have moved them, by cause",
            labels: ["cause"])
        missing = metrics.gauge(
            "docket_reconcile_missing", "Events that nothing will move, of those this process has looked at last"
        ).series()
    }

    /// The number of rounds in quick succession: at the start, for events lost while no process ran, and after a cluster
    /// was replaced. Members of the group with old positions may pass over the first emissions.
    private static let urgentLooks = 5
    private static let urgentPause = Duration.seconds(2)

    /// Runs until cancelled.
    public func run() async {
        var urgentLooks = Self.urgentLooks
        while !Task.isCancelled {
            do {
                try await round(every: urgentLooks > 0 ? min(interval, Self.urgentPause / 2) : interval)
            } catch is CancellationError {
                return
            } catch {
                logger.warning("cannot reconcile for now", ["error": .string(String(reflecting: error))])
            }
            urgentLooks = max(0, urgentLooks - 1)
            do {
                let pause = urgentLooks > 0 ? min(interval, Self.urgentPause) : interval
                if try await withTimeLimit(pause, by: time, { [hurry] in try await hurry.wait() }) != nil {
                    urgentLooks = Self.urgentLooks
                }
            } catch {
                return
            }
        }
    }

    private func round(every interval: Duration) async throws {
        guard mayLook() else { return missing.set(0) }
        let summary = try await store.withRound(every: interval) { [self] in
            try await cluster { [self] reader in
                var told = 0
                return try await Reconciler(store: store, cluster: reader).run(emittingFor: owner) { item, status in
                    guard case .stuck(let cause) = status, told < Self.toldAtMost else { return }
                    told += 1
                    logger.warning(
                        "nothing would have moved an event",
                        [
                            "event": .init(describing: item.key.eventID), "submission": .init(describing: item.submission),
                            "stage": .string(item.key.stage.rawValue), "cause": .string(cause.description),
                        ])
                }
            }
        }
        // Somebody else counts.
        guard let summary else { return missing.set(0) }
        for (cause, count) in summary.emitted { emitted.increment(by: Double(count), [cause]) }
        missing.set(Double(summary.missing))
        guard !summary.emitted.isEmpty else { return }
        relay.notify()
        logger.warning("emitted events again", ["count": LogValue(summary.emitted.values.reduce(0, +))])
    }
}
