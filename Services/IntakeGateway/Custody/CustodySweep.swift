import Custody
import PostgresStore
import Shared
import Telemetry

/// Appends leaves for new events and acts every minute, and signs a head of each log that has grown.
///
/// Several processes may run it: a lock serializes the transactions of collecting and of signing a log.
struct CustodySweep: Sweep {
    let name = "custody"
    /// The number of rows of each table in one transaction, which delays erasures and live streams.
    private static let batch = 500
    private static let mostCounted = 100_000
    private static let mostCollecting = Duration.seconds(30)

    private let collector: CustodyCollector
    private let heads: CustodyHeadStore
    /// Nil if nothing is signed. The log still grows, so that a key can be added later.
    private let key: SigningKeys?
    private let archive: HeadArchive?
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let uncollected: Gauge.Series
    private let late: Gauge.Series
    private let signed: Counter.Series

    init(
        _ collector: CustodyCollector, _ heads: CustodyHeadStore, key: SigningKeys?, archive: HeadArchive?,
        now: @escaping @Sendable () -> Timestamp, logger: Logger, metrics: MetricsRegistry
    ) {
        (self.collector, self.heads, self.key, self.archive) = (collector, heads, key, archive)
        (self.now, self.logger) = (now, logger)
        uncollected = metrics.gauge(
            "docket_custody_uncollected",
            "Audit rows and events that no log of custody holds yet, counted up to 100000; of the gateway that collects"
        ).series([])
        late = metrics.gauge(
            "docket_custody_head_age_seconds",
            "For how long what was done has waited longest to become a leaf, or a log for its next signed head; 0 where nothing waits"
        ).series([])
        signed = metrics.counter("docket_custody_heads_total", "Heads of logs of custody that were signed").series([])
    }

    func sweep(_ turn: SweepTurn) async throws {
        do {
            // A log that is far behind is signed meanwhile.
            let end = ContinuousClock.now + Self.mostCollecting
            try await turn.forgetAll(by: Self.batch) { limit in
                let count = try await collector.collect(limit: limit)
                return ContinuousClock.now < end ? count : 0
            }
            try await signAll(turn)
        } catch {
            try? await measure()
            throw error
        }
        try await measure()
    }

    private func signAll(_ turn: SweepTurn) async throws {
        guard let key else { return }
        var (last, failure): (String, (any Error)?) = ("", nil)
        // While nothing can be kept, signing is not held up by trying: the next heads bring what was missed.
        var isAway = false
        while !turn.isOver {
            let due = try await heads.due(after: last, limit: SweepTurn.batch)
            for tenant in due where !turn.isOver {
                // One log that cannot be signed keeps no other from being signed.
                do {
                    guard let head = try await heads.sign(tenant, with: key.current, at: now()) else { continue }
                    signed.increment()
                    if !isAway { isAway = await !keep(head, of: tenant) }
                } catch {
                    logger.error(
                        "a log of custody cannot be signed",
                        ["tenant": .string(tenant.rawValue), "error": .string(String(reflecting: error))])
                    failure = error
                }
            }
            guard due.count == SweepTurn.batch, let tenant = due.last else { break }
            last = tenant.rawValue
        }
        if let failure { throw failure }
    }

    /// Returns false where nothing can be kept. A head that cannot be stored as a file is still in the table and on the topic.
    private func keep(_ head: SignedHead, of tenant: TenantID) async -> Bool {
        guard let archive else { return true }
        do throws(HeadArchive.Fault) {
            try await archive.keep(head, of: tenant)
            return true
        } catch {
            logger.error(
                "a head cannot be kept where DOCKET_CUSTODY_FOLDER says",
                ["tenant": .string(tenant.rawValue), "head": LogValue(head.head.number), "error": .string(error.description)])
            return !error.isOutage
        }
    }

    private func measure() async throws {
        let waiting = try await collector.waiting(most: Self.mostCounted)
        uncollected.set(Double(waiting.rows))
        late.set(max(waiting.seconds, key == nil ? 0 : try await heads.oldestUnsigned()))
    }
}
