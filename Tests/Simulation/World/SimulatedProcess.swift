import Domain
import EventLoop
import Kafka
@testable import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry

@testable import NotificationService

/// A service's process and whoever starts it again when it has died.
final class SimulatedProcess: Sendable {
    let name: String
    private let stages: [Stage]
    private let world: World

    private struct State {
        var current: (incarnation: Incarnation, connection: DatabaseConnection, task: Task<Void, Never>)?
        var runs = 0
    }

    private let state = Mutex(State())

    /// Without stages it is a gateway.
    init(_ name: String, stages: [Stage], in world: World) {
        self.name = name
        self.stages = stages
        self.world = world
    }

    var incarnation: Incarnation? { state.withLock { $0.current?.incarnation } }

    /// What requests come to, where this is a gateway that runs and answers.
    var gateway: SimulatedGateway? {
        guard stages.isEmpty, let current = state.withLock({ $0.current }), !current.incarnation.host.isStopped else {
            return nil
        }
        return SimulatedGateway(current.connection, current.incarnation, in: world)
    }

    // MARK: - Life and death

    func start() {
        guard state.withLock({ $0.current == nil }) else { return }
        let run = state.withLock { state in
            state.runs += 1
            return state.runs
        }
        let incarnation = world.makeIncarnation("\(name)#\(run)", unknownType: run == 1 ? world.drawUnknownType(of: stages) : nil)
        let connection = DatabaseConnection(
            world.database, for: incarnation, oracle: world.oracle, plant: world.plant)
        world.trace.note(incarnation.name, "starts")
        let task = incarnation.host.spawn { [self] in
            await work(incarnation, connection)
            ended(incarnation)
        }
        state.withLock { $0.current = (incarnation, connection, task) }
    }

    /// SIGKILL. It is started again after `pause`; never for nil.
    func crash(restartAfter pause: Duration?) {
        let current = state.withLock { state in
            defer { state.current = nil }
            return state.current
        }
        guard let current, current.incarnation.die() else { return }
        world.trace.note(current.incarnation.name, "dies")
        current.task.cancel()
        current.incarnation.host.goOn()
        if let pause { startLater(pause) }
    }

    /// SIGTERM.
    func terminate() {
        guard let incarnation else { return }
        world.trace.note(incarnation.name, "is asked to stop")
        incarnation.stopRequested.send()
    }

    private func ended(_ incarnation: Incarnation) {
        guard incarnation.die() else { return }
        world.trace.note(incarnation.name, "ends")
        state.withLock { state in
            if state.current?.incarnation === incarnation { state.current = nil }
        }
        startLater(.seconds(1))
    }

    private func startLater(_ pause: Duration) {
        world.scheduler.schedule(after: pause) { [self] in
            if !world.isOver { start() }
        }
    }

    // MARK: - What it does

    private func work(_ incarnation: Incarnation, _ connection: DatabaseConnection) async {
        let logger = world.logger(incarnation)
        let leases = LeaseKeeper(
            connection, instance: incarnation.instance, service: stages.isEmpty ? "gateway" : world.rest == nil ? name : "worker",
            resting: stages.isEmpty ? nil : world.rest, time: incarnation.host, random: { [world] in world.drawFraction() },
            logger: logger)
        guard
            let producer = try? ProducerSlot(
                { [world] () throws(KafkaError) in
                    SimulatedProducer(world.broker, for: incarnation, oracle: world.oracle)
                }, logger: logger)
        else { return }
        let relay = OutboxRelay(
            connection, leases: leases, wake: incarnation.wake, producer: producer, settings: RelaySettings(turns: world.turns),
            time: incarnation.host, logger: logger, metrics: MetricsRegistry())
        let delivering = DeliveryLoop(
            SimulatedWebhook(world: world, owner: incarnation), store: connection, lease: { try await leases.lease() },
            limits: DeliveryLimits(total: 3),
            time: incarnation.host, logger: logger, metrics: MetricsRegistry())
        let turns = HandlerTurns()
        let loops = stages.map { stage in
            loop(
                handler(stage, incarnation, connection, delivering), incarnation, connection, leases,
                world.plant == .turnPerLoop ? HandlerTurns() : turns, logger)
        }
        // In the order in which a service stops: loops, relay, lease.
        await withTaskGroup(of: Void.self) { keeping in
            keeping.addTask { await leases.run() }
            if !self.stages.isEmpty {
                let reconciling = self.reconciling(incarnation, connection, logger)
                keeping.addTask { await reconciling.run() }
            } else {
                let gateway = SimulatedGateway(connection, incarnation, in: self.world)
                keeping.addTask { await gateway.sweep(every: self.world.sweepInterval, as: leases) }
            }
            await withTaskGroup(of: Void.self) { relaying in
                relaying.addTask { await relay.run() }
                await withTaskGroup(of: Void.self) { telling in
                    let tells = stages.contains(.notification)
                    if tells { telling.addTask { try? await delivering.run() } }
                    await self.run(loops, until: incarnation.stopRequested)
                    if tells, !Task.isCancelled { await delivering.stop() }
                }
                relay.stop()
                if Task.isCancelled { relaying.cancelAll() }
            }
            keeping.cancelAll()
        }
        await leases.release()
    }

    private func reconciling(
        _ incarnation: Incarnation, _ connection: DatabaseConnection, _ logger: Logger
    ) -> ReconcileLoop {
        let reader = SimulatedClusterReader(broker: world.broker, host: incarnation.host)
        return ReconcileLoop(
            connection, cluster: { body in try await body(reader) }, owner: incarnation.instance, relay: incarnation.wake,
            every: .seconds(5), time: incarnation.host, logger: logger, metrics: MetricsRegistry())
    }

    /// Runs the loops until asked to stop, or until one of them ends by itself.
    private func run(_ loops: [ConsumeLoop], until stopRequested: AsyncSignal<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { try? await loop.run() } }
            group.addTask { try? await stopRequested.wait() }
            await group.next()
            for loop in loops { loop.stop() }
            stopRequested.send()
        }
    }

    /// What the scripts say; notification is the real one.
    private func handler(
        _ stage: Stage, _ incarnation: Incarnation, _ connection: DatabaseConnection, _ delivering: DeliveryLoop
    ) -> any StageHandler {
        let effort: @Sendable () -> Duration = { [world] in world.drawEffort() }
        guard stage == .notification else {
            let simulated = SimulatedStage(
                stage: stage, scripts: world.scripts, reader: connection, time: incarnation.host, effort: effort,
                crash: { self.crash(restartAfter: .milliseconds(700)) })
            return WatchedHandler(inner: simulated, owner: incarnation, oracle: world.oracle)
        }
        let notification = NotificationStage(
            channels: [SimulatedWebhook(world: world, owner: incarnation)], wake: { delivering.notify() })
        return WatchedHandler(inner: notification, owner: incarnation, oracle: world.oracle, effort: effort)
    }

    private func loop(
        _ handler: any StageHandler, _ incarnation: Incarnation, _ connection: DatabaseConnection,
        _ leases: LeaseKeeper, _ turns: HandlerTurns, _ logger: Logger
    ) -> ConsumeLoop {
        let consumer = SimulatedConsumer(
            world.broker, stage: handler.stage, group: handler.consumerGroup, for: incarnation, oracle: world.oracle,
            plant: world.plant)
        var configuration = StageConfiguration(
            parallel: 4, buffered: 16, commitLimit: 8, attemptLimit: .seconds(20), hangGrace: .seconds(10),
            retryPolicy: .exponential(first: .milliseconds(500), limit: .seconds(5), maximumAttempts: 6))
        configuration.turns = world.turns
        return ConsumeLoop(
            handler, configuration: configuration, consumer: consumer,
            store: StageStores(workItems: connection, stages: connection, events: connection), leases: leases,
            turns: turns, relay: incarnation.wake, time: incarnation.host, random: { [world] in world.drawFraction() },
            logger: logger,
            metrics: MetricsRegistry(), onHang: { self.crash(restartAfter: .seconds(1)) })
    }
}
