import BlobStore
import EventLoop
import FoundationEssentials
import HTTPClient
import HTTPServer
import Postgres
import PostgresStore
import Sealing
import ServiceRuntime
import Shared
import Telemetry

/// A gateway before its start.
struct Gateway: Sendable {
    /// In the order of their start.
    let components: [any ServiceComponent]
    let server: ListenerComponent
    /// The operators' listener, if they do not use the public one.
    let operators: ListenerComponent?
    /// The listener for mail; nil without one.
    let mail: ListenerComponent?
    /// The routes of the server.
    let routes: [Route]
}

/// Builds a gateway. `main` runs it. Tests pass blobs, a clock and a pace of their own.
func buildGateway(
    _ configuration: GatewayConfiguration, _ context: ServiceContext,
    blobs wrap: (any BlobStore) -> any BlobStore = { $0 }, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) },
    eventPace: EventFeed.Pace = EventFeed.Pace()
) async throws -> Gateway {
    // Without a broker the gateway goes on accepting: what it commits waits in the outbox.
    let platform = try StagePlatform(
        context, name: "gateway", sealing: configuration.sealing, isKafkaRequired: false, now: now)
    let (pool, secrets) = (platform.pool, KeyStore(pool: platform.pool, keys: platform.keys))
    let store = try configuration.blobs.makeStore(context.group)
    let logger = context.logger
    // Beside the rest: a store that does not answer yet holds up no start.
    context.group.loops[0].spawn { await sweepLeftOvers(of: store, logger) }
    let keys = platform.keys
    let blobs = SealedBlobStore(wrap(store), keys: keys, pool: context.group.blocking)
    context.group.loops[0].spawn { await tellWhatIsUnsealed(configuration.sealing, keys, logger) }

    let replica = configuration.replica.map { replica in
        PostgresPool(
            configuration: replica.postgres(like: context.configuration.postgres), group: context.group,
            logger: logger.labelled("replica"))
    }
    let longReads = LongReads(
        primary: pool, replica: replica, patience: configuration.replica?.patience ?? .zero, logger: logger.labelled("replica"),
        metrics: context.metrics)
    let idempotencyKeys = IdempotencyStore(pool: pool, keys: platform.keys, retention: configuration.idempotencyRetention)
    let apiKeys = APIKeyStore(pool: pool, now: now)
    let access = try makeAccess(configuration, apiKeys, context, now: now)
    let keyAuthenticator = KeyAuthenticator(apiKeys, logger: logger, now: now)
    let audit = AuditStore(pool: pool, longReads: longReads, keys: keys)
    let trail = AuditTrail(audit, on: context.group.loops[0], logger: context.logger, now: now)
    let log = PostgresEventLog(pool: pool)
    let progress = PostgresProgressStore(pool: platform.pool)
    let feed = EventFeed(
        log, progress: progress, pages: PostgresPageNews(pool: platform.pool), on: context.group.loops[0],
        logger: context.logger, metrics: context.metrics, pace: eventPace, now: now)
    let submissionLinks = SubmissionLinkStore(pool: pool, secrets: secrets, now: now)
    let linkAccess = LinkAuthenticator(store: submissionLinks, logger: context.logger)
    let deaths = DeathWatch(configuration.runFolder, logger: logger, metrics: context.metrics, now: now())
    let links = Links(publicURL: configuration.publicURL)
    let deskSessions = DeskSessionStore(pool: pool, now: now)
    let desk = DeskSessions.make(
        configuration, deskSessions, keyAuthenticator, secrets: secrets, others: access.authenticator, context, now: now)
    let portal = PortalAccess(
        store: PortalLinkStore(pool: pool, secrets: secrets, now: now), cookies: desk.cookies, links: links, logger: logger,
        now: now)
    let refusedRequests = RefusedRequests(
        RefusedRequestStore(pool: pool, now: now), keys: keyAuthenticator, logger: logger, now: now)
    let submissions = SubmissionStore(
        pool: pool, owner: platform.instance, source: "/docket/gateway", keys: keys, longReads: longReads,
        wakeRelay: platform.wakeRelay)
    let reviews = ReviewStore(pool: pool, longReads: longReads, keys: keys)
    let held = HeldDecisions(submissions, on: context.group.loops[0], logger: logger)
    let queueFeed = QueueFeed(reviews, log, on: context.group.loops[0], logger: logger, every: eventPace.lookAtQueue, now: now)
    let reviewWatch = ReviewWatch(reviews, metrics: context.metrics)
    let heads = CustodyHeadStore(
        pool: pool, owner: platform.instance, source: "/docket/gateway", wakeRelay: platform.wakeRelay)
    let usage = UsageDayStore(
        pool: pool, owner: platform.instance, source: "/docket/gateway", wakeRelay: platform.wakeRelay)
    let mails = MailStore(
        pool: pool, keys: keys, retention: configuration.mail?.retention ?? MailConfiguration.standardRetention, now: now)
    let operations = OperationServices(
        configuration.operations, platform: platform, submissions: submissions,
        facts: PostgresFactsStore(pool: pool, longReads: longReads, keys: keys), blobs: blobs, context, now: now)
    let services = GatewayServices(
        store: submissions, reviews: reviews, held: held, queueFeed: queueFeed,
        uploads: UploadStore(pool: pool, keys: keys, expiry: configuration.uploadExpiry), writers: ActiveWriters(),
        blobs: blobs, journeys: configuration.journeys, returnHosts: configuration.returnHosts,
        origins: TenantOrigins(named: configuration.edge.cors, hosts: configuration.returnHosts),
        authenticator: CredentialAuthenticator(
            keys: keyAuthenticator, links: linkAccess, desk: desk, portal: portal, others: access.authenticator),
        desk: desk, portal: portal, refusedRequests: refusedRequests,
        admission: AdmissionGate(
            addresses: configuration.edge.addressLimits, tenants: configuration.edge.tenantLimits, metrics: context.metrics),
        deaths: deaths,
        quotas: QuotaGate(
            configuration.quotas, tenants: configuration.edge.tenantLimits, maximumFileBytes: configuration.maximumFileBytes,
            metrics: context.metrics),
        monthlyQuotas: MonthlyQuotaGate(
            configuration.tenantQuotas, usage, metrics: context.metrics, logger: logger, now: now),
        refusals: FileRefusals(submissions, metrics: context.metrics, logger: logger, now: now),
        beginnings: TraceBeginnings(log),
        confirmations: ConfirmationGate(lifetime: configuration.confirmationLifetime, log: log, now: now) {
            try await secrets.key(for: .confirmation)
        },
        idempotency: IdempotencyGate(
            keys: idempotencyKeys, maximumFileBytes: configuration.maximumFileBytes, logger: context.logger),
        submissionLinks: submissionLinks, linkAccess: linkAccess, audit: audit, trail: trail,
        glass: Glass(audit: audit, now: now), operations: operations, signing: configuration.signing,
        custody: CustodyServices(
            heads: heads, proofs: CustodyProofStore(pool: pool), erasures: ErasureCertificateStore(pool: pool)),
        usage: usage,
        endpoints: EndpointServices(
            endpoints: WebhookEndpointStore(pool: pool, keys: keys, now: now),
            deliveries: DeliveryHistory(pool: pool, keys: keys, now: now),
            client: HTTPClient(loop: context.group.next(), metrics: context.metrics),
            allowsPrivate: configuration.allowsPrivateEndpoints),
        mail: MailServices(store: mails, pool: context.group.blocking),
        events: EventStreamHandlers.Source(log: log, progress: progress, feed: feed),
        links: links, health: context.health,
        description: DescriptionHandlers(
            journeys: configuration.journeys.offered.map(\.id), publicURL: links.base.isEmpty ? nil : links.base),
        pages: BrowserPages(
            words: BrowserWords(BrowserFiles.all), frames: configuration.edge.frames, hosts: configuration.returnHosts,
            looks: configuration.looks),
        maximumFileBytes: configuration.maximumFileBytes,
        fileLimits: configuration.fileLimits, longestPause: configuration.longestPause, now: now,
        logger: context.logger)
    let isPublic = configuration.operations.surface == .public
    let router = Router(gateway: services, isPublic ? Endpoint.all + Endpoint.admin : Endpoint.all)
    var serverConfiguration = configuration.completeServer
    serverConfiguration.notes = deaths.notes(of: router.routes, connections: serverConfiguration.maximumConnections)
    let server = ListenerComponent(
        "http-server", at: "DOCKET_HTTP_ADDRESS",
        HTTPServer(
            configuration: serverConfiguration, router: router,
            group: context.group, logger: context.logger, metrics: context.metrics),
        gracePeriod: context.configuration.stopGrace)
    let operators = operatorsServer(configuration, services, context)
    let mail = try await makeMail(configuration.mail, services, context)
    let probes: [any ServiceComponent] = [
        HealthProbe.blobs(blobs, context),
        StageWatch(UnattendedStages(pool: pool), metrics: context.metrics).probe(context),
    ]
    let loop = context.group.loops[0]
    let forgetting = [
        PeriodicTask("idempotency-purge", every: .seconds(60), byEldest: platform.leases, on: loop, logger: logger) { turn in
            try await turn.forgetAll { limit in try await idempotencyKeys.purge(limit: limit) }
        },
        PeriodicTask("link-purge", every: .seconds(600), byEldest: platform.leases, on: loop, logger: logger) { turn in
            try await turn.forgetAll { limit in try await submissionLinks.purge(limit: limit) }
        },
        PeriodicTask("desk-session-purge", every: .seconds(600), byEldest: platform.leases, on: loop, logger: logger) { turn in
            try await turn.forgetAll { limit in try await deskSessions.purge(limit: limit, idle: configuration.desk.idle) }
        },
        PeriodicTask("portal-purge", every: .seconds(600), byEldest: platform.leases, on: loop, logger: logger) { turn in
            try await turn.forgetAll { limit in try await portal.store.purge(limit: limit) }
            try await turn.forgetAll { limit in try await refusedRequests.purge(limit: limit) }
        },
        PeriodicTask("refused-requests", every: RefusedRequests.interval, on: loop, logger: logger) { _ in
            await refusedRequests.flush()
        },
        PeriodicTask("review-purge", every: .seconds(600), byEldest: platform.leases, on: loop, logger: logger) { turn in
            try await turn.forgetAll { limit in try await reviews.purgeClaims(limit: limit) }
            try await turn.forgetAll { limit in try await reviews.purgeVerdicts(limit: limit) }
        },
        PeriodicTask("review-watch", every: .seconds(30), on: loop, logger: logger) { _ in try await reviewWatch.look() },
    ]
    let retention = RetentionSweep(
        (
            RetentionStore(pool: pool),
            PersonalDataStore(
                pool: pool, owner: platform.instance, source: "/docket/gateway", keys: platform.keys,
                wakeRelay: platform.wakeRelay),
            ErasureSweeps(pool: pool)
        ), blobs: blobs, logger: logger, metrics: context.metrics)
    let archive = configuration.heads.map { HeadArchive(place: $0.makeStore(context.group), heads: heads) }
    let custody = CustodySweep(
        CustodyCollector(pool: pool), heads, key: configuration.signing, archive: archive, now: now, logger: logger,
        metrics: context.metrics)
    let stamps = StampSweep(
        heads,
        authority: configuration.stamps.map {
            StampAuthority($0, client: HTTPClient(loop: context.group.next(), metrics: context.metrics))
        }, archive: archive, health: context.health, logger: logger, metrics: context.metrics)
    let uploadService = UploadService(gateway: services, uploads: services.uploads, writers: services.writers)
    let sweeps: [any Sweep] = [
        UploadSweep(service: uploadService, erasures: ErasureStore(pool: pool)),
        DraftExpiry(store: services.store, logger: logger), retention, custody, stamps,
        ReturnedKeySweep(ReturnedKeys(pool: pool), now: now, logger: logger, metrics: context.metrics),
        MailSweep(store: mails, blobs: blobs, logger: logger),
        UsageSweep(UsageCollector(pool: pool), usage, now: now, metrics: context.metrics),
    ]
    let sweeping = sweeps.map {
        PeriodicTask(
            $0, byEldest: platform.leases, on: loop, logger: logger, metrics: context.metrics,
            isClockRight: { try await ClockComparison.agrees(pool) })
    }
    let notice = FirstKeyNotice(apiKeys, isAlone: configuration.access.isKeysAlone, on: loop, logger: logger)
    // Stopped in the opposite order: streams end before the server waits for its answers, and what was seen is noted after that.
    let listeners: [any ServiceComponent] = (operators.map { [$0] } ?? []) + mail.components
    let own: [any ServiceComponent] =
        forgetting + sweeping + [notice, held, trail, deaths, operations.kafka, server] + listeners + [
            services.tails, feed, queueFeed,
        ]
    let replicas: [any ServiceComponent] = replica.map { pool in [ResourceComponent("replica") { await pool.close() }] } ?? []
    return Gateway(
        components: platform.components + replicas + probes + access.components + desk.components + own, server: server,
        operators: operators, mail: mail.server, routes: router.routes)
}

/// Serves everything that the public server does, and the operators' endpoints beside it: their page needs both from one
/// origin.
private func operatorsServer(
    _ configuration: GatewayConfiguration, _ services: GatewayServices, _ context: ServiceContext
) -> ListenerComponent? {
    guard configuration.operations.surface == .private, let address = configuration.operations.address else { return nil }
    var server = configuration.completeServer
    server.address = address
    return ListenerComponent(
        "operators-server", at: "DOCKET_ADMIN_API_ADDRESS",
        HTTPServer(
            configuration: server, router: Router(gateway: services, Endpoint.all + Endpoint.admin), group: context.group,
            logger: context.logger, metrics: context.metrics),
        gracePeriod: context.configuration.stopGrace)
}

/// Removes files that earlier processes left.
private func sweepLeftOvers(of store: any BlobStore, _ logger: Logger) async {
    do throws(BlobError) {
        let leftOvers = try await store.sweepIncoming(olderThan: .seconds(86_400))
        // No upload lives longer than its variable allows: what is older belongs to none.
        let strays = try await store.sweepPartials(olderThan: .seconds(31 * 86_400))
        if strays > 0 { logger.notice("removed bytes of uploads that are no more", ["files": LogValue(strays)]) }
        if leftOvers > 0 { logger.notice("removed unfinished files of earlier processes", ["files": LogValue(leftOvers)]) }
    } catch {
        logger.warning("what earlier processes left behind stays until the next start", ["error": .string(error.detail)])
    }
}

/// Logs where something is not encrypted that could be.
private func tellWhatIsUnsealed(_ sealing: SealingConfiguration, _ keys: SealingKeyStore, _ logger: Logger) async {
    if !sealing.isOn {
        logger.warning("files of new submissions are stored as they come, without encryption: DOCKET_SEALING is off")
    } else if let parts = try? await keys.partsNotBegun(), !parts.isEmpty {
        logger.warning(
            "not all of new submissions is encrypted until `docket seal` has been run; `docket seal --progress` tells what is not",
            ["parts": .string(parts.map(\.rawValue).joined(separator: ", "))])
    }
}

/// The authenticators, and the components that they need.
private func makeAccess(
    _ configuration: GatewayConfiguration, _ apiKeys: APIKeyStore, _ context: ServiceContext,
    now: @escaping @Sendable () -> Timestamp
) throws -> (authenticator: any Authenticator, components: [any ServiceComponent]) {
    switch configuration.access {
    case .tokens(let entries, let signed):
        guard let signed else { return (StaticTokenAuthenticator(entries), []) }
        let seconds: @Sendable () -> Double = { Double(now().millisecondsSinceEpoch) / 1000 }
        let keys = KeySetProvider.make(
            signed.keys, client: HTTPClient(loop: context.group.next(), metrics: context.metrics), group: context.group,
            logger: context.logger, now: seconds)
        let tokens = TokenAuthenticator(signed, keys: keys, metrics: context.metrics, now: seconds)
        return (EitherAuthenticator(tokens: StaticTokenAuthenticator(entries), signed: tokens), [keys])
    case .development:
        context.logger.warning(
            "development mode: until there is an API key, everybody who reaches this gateway is the tenant “default”")
        let authenticator = DevelopmentAuthenticator(
            origins: configuration.edge.namedOrigins, logger: context.logger, now: now,
            hasKeys: apiKeys.hasActive)
        return (authenticator, [])
    }
}
