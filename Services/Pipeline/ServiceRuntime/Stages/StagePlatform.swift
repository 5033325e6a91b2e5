import Crypto
public import Domain
import EventLoop
public import FoundationEssentials
import Glibc
import Kafka
public import Postgres
public import PostgresStore
public import Sealing
public import Shared
import Telemetry

/// The basis of a service that takes part in delivery: the database, this process's lease, and the relay that publishes
/// its commits. A service that only commits (the gateway) uses only the relay; a worker adds consume loops.
public final class StagePlatform: Sendable {
    public let pool: PostgresPool
    /// The keys of what is stored.
    public let keys: SealingKeyStore
    /// The store through which stages read and commit.
    public let store: PostgresStageStore
    public let leases: LeaseKeeper

    let context: ServiceContext
    let producer: ProducerSlot
    private let relay: OutboxRelay
    /// Nil if the broker holds an empty fetch until there is a record.
    private let arrivals: (heard: Arrivals, told: RecordBell)?
    let wake = AsyncPulse()
    let clusterReplaced = AsyncPulse()
    private let turns = HandlerTurns()
    let schema: SchemaWatch
    let isKafkaRequired: Bool

    /// Does not connect yet. `name` is in kebab case, and the source of events committed here. `isKafkaRequired` says
    /// whether readiness requires a broker; without one, committed events wait. `sealing` opens and seals what is stored. A
    /// service that needs to know nothing of persons says so, by `opensPersons`. One of many like it `rests` while there is
    /// nothing to do: right for a service that begins everything under its lease.
    public init(
        _ context: ServiceContext, name: String, sealing: SealingConfiguration, opensPersons: Bool = true,
        isKafkaRequired: Bool = true, rests: Bool = false,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) throws {
        self.context = context
        self.isKafkaRequired = isKafkaRequired
        let logger = context.logger
        pool = PostgresPool(
            configuration: context.configuration.postgres, group: context.group, logger: logger.labelled("postgres"),
            metrics: context.metrics)
        keys = SealingKeyStore(pool: pool, sealing, now: now)
        store = PostgresStageStore(pool: pool, source: "/docket/\(name)", keys: keys, opensPersons: opensPersons)
        schema = SchemaWatch(Migrator(pool: pool), on: context.group.loops[0])
        let instance = context.configuration.instance ?? InstanceID(UUIDv7.make(now: Date()))
        // Who stands still or is lost loses its partitions and what it has begun at about the same time.
        leases = LeaseKeeper(
            PostgresLeaseStore(pool: pool), instance: instance, service: name,
            lasting: max(.seconds(6), context.configuration.kafka.sessionTimeout),
            resting: rests ? LeasePace.Rest() : nil, logger: logger)
        let (configuration, group) = (context.configuration.kafka, context.group)
        producer = try ProducerSlot(
            { () throws(KafkaError) in try KafkaProducer(configuration, group: group, logger: logger.labelled("kafka")) },
            logger: logger)
        arrivals =
            configuration.fetchWait < Self.longFetch
            ? (Arrivals(), RecordBell(RecordNews(pool: pool), logger: logger.labelled("arrivals"))) : nil
        relay = OutboxRelay(
            PostgresOutboxStore(pool: pool), leases: leases, wake: wake, producer: producer,
            settings: RelaySettings(turns: context.configuration.turns), logger: logger.labelled("relay"),
            metrics: context.metrics, onDelivery: { [bell = arrivals?.told] in bell?.ring($0) })
    }

    /// A shorter fetch time-out means a broker that does not hold empty fetches: it would get hundreds of requests a
    /// second.
    private static let longFetch = Duration.milliseconds(100)

    /// The owner of the outbox rows that this process writes.
    public var instance: InstanceID { leases.instance }

    /// Call it after each COMMIT with something to publish.
    public var wakeRelay: @Sendable () -> Void {
        { [wake] in wake.notify() }
    }

    /// The components, in the order of their start: before all that use them.
    public var components: [any ServiceComponent] {
        [
            ResourceComponent("postgres") { [pool] in await pool.close() },
            ResourceComponent("kafka-producer") { [producer] in await producer.close(within: .seconds(2)) },
            LoopComponent("lease") { [leases] in
                await leases.run()
            } finish: { [leases] in
                await leases.release()
            },
        ] + arrivalComponents + [
            LoopComponent("outbox-relay") { [relay] in
                await relay.run()
            } ask: { [relay] in
                relay.stop()
            },
            historyPurge(), deadLetterWatch(),
            LoopComponent("reconciler") { [loop = reconcileLoop()] in await loop.run() },
        ] + probes
    }

    private var arrivalComponents: [any ServiceComponent] {
        guard let (heard, told) = arrivals else { return [] }
        return [ArrivalListener(heard, context), LoopComponent("record-bell") { await told.run() }]
    }

    /// A loop for the stage, with its own consumer. Place it after `components` and everything that the handler uses. It
    /// begins nothing while the database or another need is unavailable, by the health check of that name.
    public func consumeLoop(
        for handler: some StageHandler, _ configuration: StageConfiguration, needing needs: [Dependency] = []
    ) -> any ServiceComponent {
        let logger = context.logger.labelled(handler.stage.rawValue)
        let rest = RestHealth(context.health, stage: handler.stage)
        let share = PartitionShare(context.health, stage: handler.stage, logger: logger)
        var configuration = configuration
        configuration.turns = context.configuration.turns
        let runner = ConsumeLoopRunner(
            logger: logger, onReplacement: { [clusterReplaced] in clusterReplaced.notify() },
            begin: { [schema] in await schema.fits() }
        ) { [self, configuration] in
            let consumer = try KafkaConsumer(
                context.configuration.kafka, group: handler.consumerGroup, topics: [handler.stage.topic.name],
                loops: context.group, loop: context.group.next(), logger: logger)
            return ConsumeLoop(
                handler, configuration: configuration, consumer: consumer,
                store: StageStores(
                    workItems: PostgresWorkItemStore(pool: pool), stages: store, events: PostgresEventLog(pool: pool),
                    outages: PostgresStageOutageStore(pool: pool)),
                leases: leases, turns: turns, relay: wake, logger: logger, metrics: context.metrics,
                needs: StageNeeds([.database] + needs, in: context.health, for: handler.stage), arrivals: arrivals?.heard,
                onRest: { rest.show($0) },
                onAssignment: { share.show($0) },
                // Nothing of this process can be relied on to end it in good order.
                onHang: { _exit(70) })
        }
        // All stages of a process end beside each other: none waits with its work until another one has left its group.
        return LoopComponent(
            "\(handler.stage.rawValue)-loop", body: { try await runner.run() },
            ask: { [schema] in
                schema.giveUp()
                runner.stop()
            }, isAskedFirst: true)
    }

    private func deadLetterWatch() -> PeriodicTask {
        let watch = DeadLetterWatch(OperationsReader(pool: pool), metrics: context.metrics)
        return PeriodicTask(
            "dead-letter-watch", every: DeadLetterWatch.interval, on: context.group.loops[0], logger: context.logger
        ) { [leases] _ in
            if leases.isResting { watch.resign() } else { try await watch.look() }
        }
    }

    /// Removes ended work items and deliveries that are old and no longer needed. The log of events stays.
    private func historyPurge() -> PeriodicTask {
        let (items, deliveries) = (PostgresWorkItemStore(pool: pool), PostgresDeliveryStore(pool: pool, keys: keys))
        let (outbox, age) = (PostgresOutboxStore(pool: pool), context.configuration.historyRetention)
        return PeriodicTask(
            "history-purge", every: .seconds(600), byEldest: leases, on: context.group.loops[0], logger: context.logger
        ) { turn in
            // Deliveries first: the item of an event stays until they are gone.
            try await turn.forgetAll { limit in try await deliveries.purgeEnded(olderThan: age, limit: limit) }
            try await turn.forgetAll { limit in try await items.purgeDone(olderThan: age, limit: limit) }
            try await turn.forgetAll { limit in try await outbox.purgeDeadLetters(olderThan: age, limit: limit) }
        }
    }
}
