internal import Domain
public import Postgres
internal import Synchronization
public import Telemetry

/// Where what only reads and may take long is asked: at a replica, as `ReplicaChoice` decides, and at the primary where
/// there is none.
public final class LongReads: Sendable {
    private let primary: PostgresPool
    private let replica: Replica?

    private struct Replica: Sendable {
        let pool: PostgresPool
        let patience: Duration
        let logger: Logger
        let metrics: Metrics
    }

    private struct Metrics: Sendable {
        let lag: Gauge
        let reads: Counter

        init(_ registry: MetricsRegistry) {
            lag = registry.gauge(
                "docket_replica_lag_seconds",
                "How far the replica that long reads are answered by was behind when it was last asked; 0 when it had everything."
            )
            reads = registry.counter(
                "docket_long_reads_total",
                "Listings, exports and what-if, by who answered: the replica, or the primary and why (behind, away, failed, …)",
                labels: ["answered_by"])
        }
    }

    /// Why the primary answers, as the metric names it.
    private enum Cause: String {
        case behind = "primary-replica-behind"
        case followsNobody = "primary-replica-promoted"
        case away = "primary-replica-away"
        case failed = "primary-replica-failed"
        /// The primary does not say how far its log is. What is wrong with it, the read itself tells.
        case unknownPosition = "primary-position-unknown"
    }

    /// Until when a replica that failed is asked nothing.
    private let avoidedUntil = Mutex<ContinuousClock.Instant?>(nil)

    /// The primary answers everything.
    public init(primary: PostgresPool) { (self.primary, replica) = (primary, nil) }

    /// Without a replica there are no metrics of it.
    public init(primary: PostgresPool, replica: PostgresPool?, patience: Duration, logger: Logger, metrics: MetricsRegistry) {
        self.primary = primary
        self.replica = replica.map { Replica(pool: $0, patience: patience, logger: logger, metrics: Metrics(metrics)) }
    }

    /// Runs `body` at the replica, or at the primary. What fails at the replica is run again at the primary, so `body` must
    /// have no effects.
    ///
    /// - Throws: The error of `body` at the primary.
    public func read<T: Sendable>(_ body: (PostgresPool) async throws -> T) async throws -> T {
        guard let replica else { return try await body(primary) }
        if let cause = await reasonAgainst(replica) {
            replica.metrics.reads.increment([cause.rawValue])
            return try await body(primary)
        }
        if let value = await answer(of: replica, body) {
            replica.metrics.reads.increment(["replica"])
            return value
        }
        replica.metrics.reads.increment([Cause.failed.rawValue])
        return try await body(primary)
    }

    private func answer<T: Sendable>(of replica: Replica, _ body: (PostgresPool) async throws -> T) async -> T? {
        do { return try await body(replica.pool) } catch {
            // A read that the replica ended, for it stood in the way of what it had to replay, says nothing of the next one.
            if (error as? PostgresError)?.code != .serializationFailure { avoid(replica, error) }
            return nil
        }
    }

    /// Nil if the replica has all that is committed now.
    private func reasonAgainst(_ replica: Replica) async -> Cause? {
        if let until = avoidedUntil.withLock({ $0 }), until > .now { return .away }
        guard let position = try? await position() else { return .unknownPosition }
        do {
            var choice = ReplicaChoice(patience: replica.patience)
            while true {
                let state = try await Self.state(of: replica, at: position)
                replica.metrics.lag.set(state.lag)
                switch choice.step(after: state) {
                case .askReplica: return nil
                case .askPrimary: return state == .followsNobody ? .followsNobody : .behind
                case .lookAgain(let pause): try await Task.sleep(for: pause)
                }
            }
        } catch {
            avoid(replica, error)
            return .away
        }
    }

    /// All that is committed lies before it.
    private func position() async throws -> String? {
        try await primary.query("select pg_current_wal_flush_lsn()::text as position").first?.decode("position")
    }

    private static func state(of replica: Replica, at position: String) async throws -> ReplicaChoice.ReplicaState {
        let rows = try await replica.pool.query(
            """
            select pg_last_wal_replay_lsn() >= \(position)::text::pg_lsn as has_replayed,
                extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as seconds
            where pg_is_in_recovery()
            """)
        guard let row = rows.first, let hasReplayed = try row.decodeIfPresent("has_replayed", as: Bool.self) else {
            return .followsNobody
        }
        if hasReplayed { return .hasReplayed }
        return .isBehind(try row.decodeIfPresent("seconds", as: Double.self).map { .seconds(max(0, $0)) })
    }

    private func avoid(_ replica: Replica, _ error: any Error) {
        if error is CancellationError || (error as? PostgresError)?.code == .cancelled { return }
        let isNews = avoidedUntil.withLock { until in
            defer { until = .now + ReplicaChoice.avoidance }
            return until.map { $0 + ReplicaChoice.avoidance < .now } ?? true
        }
        guard isNews else { return }
        let why = (error as? PostgresError)?.debugDescription ?? "\(type(of: error))"
        replica.logger.warning("the replica cannot be read from; the primary answers", ["reason": .string(why)])
    }
}

extension ReplicaChoice.ReplicaState {
    fileprivate var lag: Double {
        if case .isBehind(let lag?) = self { lag / .seconds(1) } else { 0 }
    }
}
