package import CommandSupport

/// Everything that one `docket up` has settled before it starts the first process.
package struct RunSettings: Sendable {
    package let home: HomeDirectory
    let host: String
    let port: Int
    let access: GatewayAccess
    /// Nil when DATABASE_URL names a server that exists.
    let postgres: EmbeddedPostgres?
    let databaseURL: String
    /// Nil when KAFKA_BOOTSTRAP_SERVERS names brokers that exist.
    let brokerPort: Int?
    let bootstrapServers: String
    let adminPorts: [ProcessName: Int]
    /// Where webhooks are to go from the first moment on.
    let receiver: WebhookTarget?
    let plan: SupervisionPlan
    /// Where the services' programs lie.
    let programs: String
    /// The name of docket's own program among them.
    let ownProgram: String
    /// The variables of `docket up` itself: services inherit them, so that anything can be set from outside.
    let inherited: [String: String]

    package struct WebhookTarget: Sendable, Equatable {
        let url: String
        let secret: String

        package init(url: String, secret: String) {
            self.url = url
            self.secret = secret
        }
    }

    /// Whether what stands on documents is read, too.
    package var isReadingOn: Bool { plan.processes.contains { $0.role == .reading } }
    /// What the gateway knows the caller by.
    package var token: String? { access.token }
    package var gatewayURL: String { "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(port)" }
}

/// Which servers are real, and which are to be embedded.
struct ServerChoice: Sendable, Equatable {
    /// Nil means a private cluster.
    let databaseURL: String?
    /// Nil means the embedded broker.
    let bootstrapServers: String?

    /// A shell that has read this home's environment file still has the addresses of the embedded servers of the last run
    /// in its variables: these do not count as real ones.
    static func decide(environment: [String: String], embeddedDatabaseURL: String, lastBrokerPort: Int?) -> ServerChoice {
        func given(_ name: String, unless own: String?) -> String? {
            environment[name].flatMap { $0.isEmpty || $0 == own ? nil : $0 }
        }
        return ServerChoice(
            databaseURL: given("DATABASE_URL", unless: embeddedDatabaseURL),
            bootstrapServers: given("KAFKA_BOOTSTRAP_SERVERS", unless: lastBrokerPort.map { "127.0.0.1:\($0)" }))
    }
}
