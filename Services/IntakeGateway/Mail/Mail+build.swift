import EventLoop
import LMTP
import PostgresStore
import ServiceRuntime
import Shared

/// What takes mail, with the jail that takes messages apart; nothing where no mail comes in.
func makeMail(
    _ configuration: MailConfiguration?, _ services: GatewayServices, _ context: ServiceContext
) async throws -> (server: ListenerComponent?, components: [any ServiceComponent]) {
    guard let configuration else { return (nil, []) }
    let metrics = MailMetrics(context.metrics)
    // People's files come in by other ways, too, while it is being replaced.
    let jail = try await JailComponent(configuration.jail, as: .mailJail, isRequired: false, context)
    var server = LMTPServer.Configuration(address: configuration.address, host: "docket")
    server.limits.messageBytes = configuration.messageBytes
    server.connections = configuration.connections
    let listener = LMTPServer(
        server, handler: MailIntake(gateway: services, configuration: configuration, jail: jail.jail, metrics: metrics),
        group: context.group, logger: context.logger)
    let component = ListenerComponent("lmtp-server", at: "DOCKET_LMTP_ADDRESS", listen: listener.start) {
        await listener.shutdown(gracePeriod: context.configuration.stopGrace)
    }
    let watch = PeriodicTask("mail-watch", every: .seconds(30), on: context.group.loops[0], logger: context.logger) { _ in
        metrics.set(waiting: try await services.mail.store.waitingCount())
    }
    return (component, [jail, watch, component])
}
