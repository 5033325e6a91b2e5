package import PostgresStore
import Shared

/// The state of the installation at one moment.
package struct StatusLook: Sendable {
    /// By a monotonic clock.
    package let at: Duration
    package let services: [Service]
    /// Nil if the database did not answer.
    package let counts: OperationCounts?
    /// Nil if the database did not answer.
    package var hindrances: [Hindrance]?
    /// Nil if no brokers are configured.
    package var kafka: KafkaLook?

    package struct Service: Sendable {
        package let name: String
        /// Nil if the service did not answer.
        package let metrics: MetricsText?
        package var condition: ServiceCondition?

        package init(name: String, metrics: MetricsText?, condition: ServiceCondition? = nil) {
            (self.name, self.metrics, self.condition) = (name, metrics, condition)
        }
    }

    package init(
        at: Duration, services: [Service], counts: OperationCounts?, hindrances: [Hindrance]? = nil, kafka: KafkaLook? = nil
    ) {
        (self.at, self.services, self.counts) = (at, services, counts)
        (self.hindrances, self.kafka) = (hindrances, kafka)
    }

    package var answering: [MetricsText] { services.compactMap(\.metrics) }

    package func sum(_ name: String, _ labels: [String: String] = [:]) -> Double {
        answering.reduce(0) { $0 + $1.sum(name, labels) }
    }
}

/// The report of `docket status`: one state, and the changes since an earlier one. It is pure.
package struct StatusReport: Sendable, Codable {
    package struct StageLine: Sendable, Codable {
        package let stage: String
        /// Ended events per second since the earlier state; in the first report since the start.
        package let perSecond: Double
        /// Of an attempt, in milliseconds; nil without attempts.
        package let p50: Double?
        package let p99: Double?
        package let retries: Int
        package let parked: Int
        /// Of all its partitions.
        package let lag: Int
    }

    package struct TenantLine: Sendable, Codable {
        package let tenant: String
        /// Events per second since the earlier state.
        package let perSecond: Double
    }

    package struct PartitionLine: Sendable, Codable {
        package let stage: String
        package let topic: String
        package let partition: Int
        /// The consumer, or `nobody`.
        package let consumer: String
        package let lag: Int
        /// Grows, falls or stays.
        package let trend: String
    }

    package struct ServiceLine: Sendable, Codable {
        package let service: String
        package let isUp: Bool
        /// Nil if not reported.
        package let isReady: Bool?
        package let faults: [String]
        package let version: String?
        /// In seconds, relative to this machine's.
        package let clockAhead: Double?
        package let leased: Int
        package let idle: Int
        package let waiting: Int
        package let residentBytes: Int
    }

    package let stages: [StageLine]
    /// The causes that keep stages from their work.
    package let paused: [Hindrance]
    /// Faults of the brokers or the topics; nil if no brokers are configured.
    package let kafka: [String]?
    package let partitions: [PartitionLine]
    package let services: [ServiceLine]
    /// The busiest first.
    package let tenants: [TenantLine]
    package let requestsPerSecond: Double
    package let publishedPerSecond: Double
    package let outboxRows: Int
    package let outboxOldestSeconds: Double
    /// Tenants' journeys that wait for their turn, by topic and process.
    package let outboxHeldLines: Int
    /// Nil if the database did not answer.
    package let inFlight: Int?
    package let parked: Int?
    package let deadLetters: Int?
    package let waitingRetries: Int?
    package let deliveriesPending: Int?
    package let deliveriesGivenUp: Int?

    package init(_ look: StatusLook, since earlier: StatusLook?) {
        let seconds = earlier.map { max(0.001, (look.at - $0.at).inMilliseconds / 1000) }
        func rate(_ name: String, _ labels: [String: String] = [:]) -> Double {
            guard let earlier, let seconds else { return 0 }
            // A service that started anew begins at zero.
            return max(0, look.sum(name, labels) - earlier.sum(name, labels)) / seconds
        }
        let partitions = Self.partitions(look, since: earlier)
        stages = Stage.allCases.map { stage in
            let labels = ["stage": stage.rawValue]
            let buckets = Self.buckets(look, labels, since: earlier)
            return StageLine(
                stage: stage.rawValue, perSecond: rate("docket_stage_items_total", labels),
                p50: Self.quantile(0.5, of: buckets).map { $0 * 1000 }, p99: Self.quantile(0.99, of: buckets).map { $0 * 1000 },
                retries: Int(look.sum("docket_stage_items_total", ["stage": stage.rawValue, "end": "retry"])),
                parked: Int(look.sum("docket_stage_items_total", ["stage": stage.rawValue, "end": "parked"])),
                lag: partitions.reduce(0) { $1.stage == stage.rawValue ? $0 + $1.lag : $0 })
        }
        paused = Self.hindrances(look)
        kafka = look.kafka?.troubles
        self.partitions = partitions
        services = look.services.map { service in
            ServiceLine(
                service: service.name, isUp: service.metrics != nil, isReady: service.condition?.isReady,
                faults: service.condition?.faults.map { "\($0.name): \($0.reason)" } ?? [], version: service.condition?.version,
                clockAhead: service.condition?.ahead,
                leased: Int(service.metrics?.sum("docket_postgres_connections", ["state": "leased"]) ?? 0),
                idle: Int(service.metrics?.sum("docket_postgres_connections", ["state": "idle"]) ?? 0),
                waiting: Int(service.metrics?.sum("docket_postgres_waiters") ?? 0),
                residentBytes: Int(service.metrics?.sum("process_resident_memory_bytes") ?? 0))
        }
        tenants = Set(look.answering.flatMap { $0.all(Self.tenantEvents).compactMap { $0.labels["tenant"] } })
            .map { TenantLine(tenant: $0, perSecond: rate(Self.tenantEvents, ["tenant": $0])) }
            .filter { $0.perSecond > 0 }.sorted { ($1.perSecond, $0.tenant) < ($0.perSecond, $1.tenant) }
        requestsPerSecond = rate("http_server_request_duration_seconds_count")
        publishedPerSecond = rate("docket_outbox_published_total")
        outboxRows = look.counts?.outboxRows ?? 0
        outboxOldestSeconds = look.counts?.outboxOldestSeconds ?? 0
        outboxHeldLines = look.counts?.outboxHeldLines ?? 0
        inFlight = look.counts?.inFlight
        parked = look.counts?.parked
        deadLetters = look.counts?.deadLetters
        waitingRetries = look.counts?.waitingRetries
        deliveriesPending = look.counts?.deliveriesPending
        deliveriesGivenUp = look.counts?.deliveriesGivenUp
    }

    private static let tenantEvents = "docket_tenant_events_total"

    // MARK: - Latencies

    /// Counts by upper bound, ascending, each including lower ones, since the earlier state.
    private static func buckets(
        _ look: StatusLook, _ labels: [String: String], since earlier: StatusLook?
    ) -> [(bound: Double, count: Double)] {
        func counts(_ look: StatusLook) -> [Double: Double] {
            var counts: [Double: Double] = [:]
            for metrics in look.answering {
                for sample in metrics.all("docket_stage_attempt_seconds_bucket") {
                    guard labels.allSatisfy({ sample.labels[$0.key] == $0.value }), let bound = sample.labels["le"] else {
                        continue
                    }
                    counts[bound == "+Inf" ? .infinity : Double(bound) ?? .infinity, default: 0] += sample.value
                }
            }
            return counts
        }
        let before = earlier.map(counts) ?? [:]
        return counts(look).map { ($0.key, max(0, $0.value - before[$0.key, default: 0])) }.sorted { $0.bound < $1.bound }
    }

    /// Interpolates linearly within a bucket. A value beyond the highest bound becomes that bound.
    package static func quantile(_ share: Double, of buckets: [(bound: Double, count: Double)]) -> Double? {
        guard let total = buckets.last?.count, total > 0 else { return nil }
        let wanted = share * total
        var (low, below) = (0.0, 0.0)
        for bucket in buckets {
            if bucket.count >= wanted {
                guard bucket.bound.isFinite else { return low }
                let inside = bucket.count - below
                return inside > 0 ? low + (bucket.bound - low) * (wanted - below) / inside : bucket.bound
            }
            (low, below) = (bucket.bound, bucket.count)
        }
        return low
    }

    // MARK: - What stands still

    /// The causes in the database. For services that answer, also those that the database lacks.
    private static func hindrances(_ look: StatusLook) -> [Hindrance] {
        var found = look.hindrances ?? []
        for service in look.services {
            for sample in service.metrics?.all("docket_paused") ?? [] where sample.value > 0 {
                guard let stage = sample.labels["stage"], let cause = sample.labels["cause"],
                    !found.contains(where: { $0.stage == stage && $0.cause == cause }),
                    // A pause that the database has not is over in a moment.
                    cause != Hindrance.byOperator || look.hindrances == nil
                else { continue }
                found.append(Hindrance(stage: stage, cause: cause, by: service.name))
            }
        }
        return found
    }

    // MARK: - Partitions

    package static let nobody = "nobody"

    private static func partitions(_ look: StatusLook, since earlier: StatusLook?) -> [PartitionLine] {
        typealias Place = KafkaLook.Place
        func lags(_ look: StatusLook) -> [Place: (consumer: String, lag: Int)] {
            var lags: [Place: (consumer: String, lag: Int)] = (look.kafka?.lags ?? [:]).mapValues { (Self.nobody, $0) }
            for service in look.services {
                for sample in service.metrics?.all("docket_consumer_lag_records") ?? [] {
                    guard let stage = sample.labels["stage"], let topic = sample.labels["topic"],
                        let partition = sample.labels["partition"].flatMap({ Int($0) })
                    else { continue }
                    // What the brokers say goes before what a service has heard.
                    let place = Place(stage: stage, topic: topic, partition: partition)
                    lags[place] = (service.name, lags[place]?.lag ?? Int(sample.value))
                }
            }
            return lags
        }
        let before = earlier.map(lags) ?? [:]
        return lags(look).map { place, found in
            let trend =
                before[place].map { $0.lag < found.lag ? "grows" : $0.lag > found.lag ? "falls" : "stays" } ?? "stays"
            return PartitionLine(
                stage: place.stage, topic: place.topic, partition: place.partition, consumer: found.consumer, lag: found.lag,
                trend: trend)
        }.sorted { ($0.stage, $0.topic, $0.partition) < ($1.stage, $1.topic, $1.partition) }
    }
}
