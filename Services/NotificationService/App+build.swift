import Domain
import EventLoop
import HTTPClient
import PostgresStore
import Sealing
import ServiceRuntime
import Shared

/// Builds the components of the notification service, in the order of their start.
func build(
    _ configuration: NotificationConfiguration, _ context: ServiceContext
) async throws -> [any ServiceComponent] {
    let platform = try StagePlatform(context, name: Stage.notification.service, sealing: configuration.sealing)
    let webhook = configuration.webhook
    let keys = platform.keys
    let deliveries = PostgresDeliveryStore(pool: platform.pool, keys: keys, disableAfter: webhook.disableAfter)
    let loop = context.group.next()
    var limits = HTTPClientConfiguration()
    limits.maximumConnections = webhook.limits.total
    // Several endpoints may be on one host; what holds for each of them is the delivery loop's business.
    limits.maximumConnectionsPerHost = webhook.limits.total
    limits.maximumIdleConnections = webhook.limits.total
    let client = HTTPClient(loop: loop, configuration: limits, metrics: context.metrics)
    let directory = StoredEndpoints(
        WebhookEndpointStore(pool: platform.pool, keys: keys), beside: webhook.endpoint.map { [$0] } ?? [], terms: webhook.terms)
    let sender = WebhookSender(decision: DeliveryDecision(schedule: webhook.schedule), client: client)
    let channel = WebhookChannel(directory, sender)
    let heads = HeadNews(
        EndpointHeads(pool: platform.pool, disableAfter: webhook.disableAfter), directory, sender, logger: context.logger,
        metrics: context.metrics)
    let headNews = PeriodicTask(
        "heads-to-endpoints", every: HeadNews.interval, byEldest: platform.leases, on: loop, logger: context.logger
    ) { turn in try await heads.tellAll { turn.isOver } }
    let delivery = DeliveryLoop(
        channel, store: deliveries, lease: { try await platform.leases.lease() }, limits: webhook.limits, on: loop,
        logger: context.logger, metrics: context.metrics)
    let mail = configuration.mail.map { mailDelivery($0, platform, deliveries, context) }
    let push = configuration.push.map { pushDelivery($0, platform, deliveries, context) }
    let questions = callOutDelivery(configuration, platform, deliveries, context)
    let watch = DeliveryWatch(
        DeliveryOverview(pool: platform.pool), deadline: configuration.deadline, logger: context.logger,
        metrics: context.metrics)
    let watching = PeriodicTask(
        "delivery-watch", every: DeliveryWatch.interval, byEldest: platform.leases, on: loop, logger: context.logger,
        resigned: watch.resign
    ) { _ in try await watch.look() }
    let owners = configuration.mail.flatMap { settings in
        mail.map {
            OwnerNotices(
                EndpointNotices(pool: platform.pool, keys: keys), settings, client: $0.channel.client, logger: context.logger)
        }
    }
    let telling = owners.map { owners in
        PeriodicTask(
            "owner-notices", every: OwnerNotices.interval, byEldest: platform.leases, on: loop, logger: context.logger
        ) { turn in
            while !turn.isOver, try await owners.tellNext() {}
        }
    }
    let loops = [delivery] + [mail?.loop, push?.loop].compactMap { $0 }
    let others: [(any DeliveryChannel)?] = [mail?.channel, push?.channel]
    let stage = NotificationStage(
        channels: [channel] + others.compactMap { $0 }, wake: { for loop in loops { loop.notify() } })
    let clients = [client, questions.client] + [mail?.channel.client, push?.channel.client].compactMap { $0 }
    let resource = ResourceComponent("http-client") { for client in clients { await client.close() } }
    return platform.components + [resource, watching, headNews, keyProbe(keys, context)] + (telling.map { [$0] } ?? []) + loops
        + [
            questions.loop,
            platform.consumeLoop(for: stage, configuration.stage),
            platform.consumeLoop(for: questions.stage, configuration.stage),
        ]
}

/// Whether the keys of webhooks can be opened. Nothing can be signed without them.
private func keyProbe(_ keys: SealingKeyStore, _ context: ServiceContext) -> HealthProbe {
    HealthProbe("sealing-keys", isRequired: true, every: .seconds(60), context) {
        do throws(SealingError) {
            try await keys.check()
            return .ok
        } catch {
            return .failing(error.description)
        }
    }
}

/// Asks the journeys' call-outs, over separate connections: a hanging service takes none from webhooks.
private func callOutDelivery(
    _ configuration: NotificationConfiguration, _ platform: StagePlatform, _ deliveries: PostgresDeliveryStore,
    _ context: ServiceContext
) -> (stage: CallOutStage, loop: DeliveryLoop, client: HTTPClient) {
    let loop = context.group.next()
    let (limits, terms) = (configuration.webhook.limits, configuration.webhook.terms)
    var connections = HTTPClientConfiguration()
    connections.maximumConnections = limits.total
    connections.maximumConnectionsPerHost = limits.total
    connections.maximumIdleConnections = limits.total
    let client = HTTPClient(loop: loop, configuration: connections, metrics: nil)
    let (metrics, questions) = (CallOutMetrics(context.metrics), PostgresQuestionStore(pool: platform.pool))
    let submissions = SubmissionStore(
        pool: platform.pool, owner: platform.instance, source: "/docket/\(Stage.callOut.service)", keys: platform.keys)
    let channel = CallOutChannel(
        CallOutChannel.Ports(
            reader: platform.store, questions: questions, stages: platform.store,
            reading: { submission async throws(StoreError) in try await submissions.reading(of: submission) },
            lease: { try await platform.leases.lease() }, committed: platform.wakeRelay),
        secrets: configuration.callOuts.secrets, addressGuard: terms.addressGuard, client: client, metrics: metrics,
        logger: context.logger)
    let delivery = DeliveryLoop(
        channel, store: deliveries, lease: { try await platform.leases.lease() }, limits: limits, on: loop,
        logger: context.logger, metrics: context.metrics)
    // It asks for nothing of persons, and goes on where a key is away.
    let reader = PostgresStageStore(pool: platform.pool, source: "/docket/\(Stage.callOut.service)", opensPersons: false)
    let stage = CallOutStage(
        reader: reader, questions: questions, metrics: metrics, wake: { delivery.notify() })
    return (stage, delivery, client)
}

/// Notifies persons by mail, over separate connections.
private func mailDelivery(
    _ configuration: MailConfiguration, _ platform: StagePlatform, _ deliveries: PostgresDeliveryStore, _ context: ServiceContext
) -> (channel: MailChannel, loop: DeliveryLoop) {
    let loop = context.group.next()
    var limits = HTTPClientConfiguration()
    limits.certificateAuthorities = configuration.certificates
    let channel = MailChannel(
        configuration, reader: platform.store,
        log: PostgresEventLog(pool: platform.pool),
        client: HTTPClient(loop: loop, configuration: limits, metrics: nil))
    let delivery = DeliveryLoop(
        channel, store: deliveries, lease: { try await platform.leases.lease() }, limits: DeliveryLimits(total: 8), on: loop,
        logger: context.logger, metrics: context.metrics)
    return (channel, delivery)
}

/// Notifies persons on their devices, over separate connections.
private func pushDelivery(
    _ configuration: PushConfiguration, _ platform: StagePlatform, _ deliveries: PostgresDeliveryStore, _ context: ServiceContext
) -> (channel: PushChannel, loop: DeliveryLoop) {
    let loop = context.group.next()
    var limits = HTTPClientConfiguration()
    limits.certificateAuthorities = configuration.certificates
    // A connection of HTTP/2 carries many requests, and Apple wants few of them kept for long.
    limits.maximumConnectionsPerHost = 2
    limits.idleConnectionLifetime = .seconds(3600)
    let channel = PushChannel(
        configuration, reader: platform.store,
        log: PostgresEventLog(pool: platform.pool), tokens: RetiredDeviceTokens(pool: platform.pool),
        client: HTTPClient(loop: loop, configuration: limits, metrics: nil), metrics: context.metrics)
    let delivery = DeliveryLoop(
        channel, store: deliveries, lease: { try await platform.leases.lease() }, limits: DeliveryLimits(total: 64), on: loop,
        logger: context.logger, metrics: context.metrics)
    return (channel, delivery)
}
