import DocketStore
import EventLoop
import HTTPClient
import Postgres
import ServiceRuntime
import Telemetry

/// Builds the notification service's parts, in the order in which they start.
func build(
    _ configuration: NotificationConfiguration, _ context: ServiceContext
) async throws -> [any ServiceComponent] {
    let platform = try StagePlatform(context, name: "notification-service")
    let deliveries = PostgresDeliveryStore(pool: platform.pool)
    guard let webhook = configuration.webhook else {
        context.logger.notice("no webhook is configured: outcomes are passed over, and nobody is told")
        let stage = NotificationStage(channels: [], store: deliveries, planned: {})
        return platform.components + [try platform.consumeLoop(for: stage, configuration.stage)]
    }

    let loop = context.group.next()
    var limits = HTTPClientConfiguration()
    limits.maximumConnections = webhook.concurrency
    limits.maximumConnectionsPerHost = webhook.concurrency
    let client = HTTPClient(loop: loop, configuration: limits, metrics: context.metrics)
    let channel = WebhookChannel(
        endpoints: [webhook.endpoint], decision: DeliveryDecision(schedule: webhook.schedule), client: client)
    let delivery = DeliveryLoop(
        channel, store: deliveries, lease: { try await platform.leases.lease() }, limit: webhook.concurrency, on: loop,
        logger: context.logger, metrics: context.metrics)
    let stage = NotificationStage(channels: [channel], store: deliveries, planned: { delivery.notify() })
    return platform.components
        + [
            ResourceComponent("http-client") { await client.close() }, delivery,
            try platform.consumeLoop(for: stage, configuration.stage),
        ]
}
