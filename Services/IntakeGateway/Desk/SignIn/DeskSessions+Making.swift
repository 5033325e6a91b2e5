import Domain
import EventLoop
import HTTPClient
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

extension DeskSessions {
    static func make(
        _ configuration: GatewayConfiguration, _ store: DeskSessionStore, _ keys: KeyAuthenticator, secrets: KeyStore,
        others: any Authenticator, _ context: ServiceContext, now: @escaping @Sendable () -> Timestamp
    ) -> DeskSessions {
        let links = Links(publicURL: configuration.publicURL)
        let safe = TokenSafe { () async throws(StoreError) in try await secrets.key(for: .desk) }
        let renewal = configuration.desk.openID.map { openID in
            SessionRenewal(
                issuer: OpenIDIssuer(
                    openID, client: HTTPClient(loop: context.group.next(), metrics: context.metrics),
                    loop: context.group.loops[0], logger: context.logger, now: now),
                store: store, safe: safe, logger: context.logger, now: now)
        }
        return DeskSessions(
            store: store, keys: keys, limits: configuration.desk, cookies: SessionCookies(publicURL: links.base), links: links,
            development: others as? DevelopmentAuthenticator, safe: safe, renewal: renewal,
            signIns: context.metrics.counter(
                "docket_desk_sign_ins_total", "Sign-ins at the desk, by means and outcome", labels: ["means", "outcome"]),
            logger: context.logger, now: now)
    }
}
