import EventLoop
import Kafka
import PostgresStore
import Telemetry

extension StagePlatform {
    /// Every process that can publish and does not rest checks whether it is its turn.
    func reconcileLoop() -> ReconcileLoop {
        let (kafka, group) = (context.configuration.kafka, context.group)
        let logger = context.logger.labelled("reconciler")
        return ReconcileLoop(
            PostgresReconcileStore(pool: pool),
            cluster: { [leases] body in
                // What it emits is this process's to publish.
                _ = try await leases.lease()
                // Only whoever's turn it is has such a client, and only for as long.
                let admin = try KafkaAdmin(kafka, group: group, logger: logger)
                return try await ending(with: admin.close) { try await body(admin) }
            }, owner: instance, relay: wake, every: context.configuration.reconcileInterval, hurry: clusterReplaced,
            mayLook: { [leases] in !leases.isResting }, logger: logger, metrics: context.metrics)
    }
}
