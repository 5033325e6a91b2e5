import EventLoop
import Kafka
import PostgresStore
import Telemetry

extension StagePlatform {
    /// Every process that can publish checks whether it is its turn.
    func reconcileLoop() -> ReconcileLoop {
        let (kafka, group) = (context.configuration.kafka, context.group)
        let logger = context.logger.labelled("reconciler")
        return ReconcileLoop(
            PostgresReconcileStore(pool: pool),
            cluster: { body in
                // Only whoever's turn it is has such a client, and only for as long.
                let admin = try KafkaAdmin(kafka, group: group, logger: logger)
                return try await ending(with: admin.close) { try await body(admin) }
            }, owner: instance, relay: wake, every: context.configuration.reconcileInterval, hurry: clusterReplaced,
            logger: logger, metrics: context.metrics)
    }
}
