package import CommandSupport
import Postgres

/// The decisions of one `docket up` before the first process starts.
package struct RunSettings: Sendable {
    package let home: HomeDirectory
    let host: String
    let port: Int
    let access: GatewayAccess
    /// Nil if DATABASE_URL names an existing server.
    let postgres: EmbeddedPostgres?
    let databaseURL: String
    /// What an existing server's DATABASE_URL leads through.
    var pooling = PostgresPooling.off
    /// Leads to an existing server itself; nil if that is DATABASE_URL.
    var directDatabaseURL: String?
    /// Nil if KAFKA_BOOTSTRAP_SERVERS names existing brokers.
    let brokerPort: Int?
    let bootstrapServers: String
    let adminPorts: [ProcessName: Int]
    /// The receiver of webhooks from the beginning.
    let receiver: WebhookTarget?
    let plan: SupervisionPlan
    /// The folder of the services' programs.
    let programs: String
    /// The file name of docket's own program in it.
    let ownProgram: String
    /// The variables of `docket up`, which services inherit: every setting can be made from outside.
    let inherited: [String: String]

    package struct WebhookTarget: Sendable, Equatable {
        let url: String
        let secret: String

        package init(url: String, secret: String) {
            self.url = url
            self.secret = secret
        }
    }

    /// Whether the text of documents is read.
    package var isReadingOn: Bool { plan.processes.contains { $0.role == .reading } }
    /// The token that identifies the caller at the gateway.
    package var token: String? { access.token }
    package var gatewayURL: String { "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(port)" }
}

/// Which servers exist already, and which are embedded.
struct ServerChoice: Sendable, Equatable {
    /// Nil for a private cluster.
    let databaseURL: String?
    /// Nil for the embedded broker.
    let bootstrapServers: String?

    /// Addresses of this home's own embedded servers do not count as existing ones. A shell that has read the home's
    /// environment file has those of the last run in its variables.
    static func decide(environment: [String: String], embeddedDatabaseURL: String, lastBrokerPort: Int?) -> ServerChoice {
        func given(_ name: String, unless own: String?) -> String? {
            environment[name].flatMap { $0.isEmpty || $0 == own ? nil : $0 }
        }
        return ServerChoice(
            databaseURL: given("DATABASE_URL", unless: embeddedDatabaseURL),
            bootstrapServers: given("KAFKA_BOOTSTRAP_SERVERS", unless: lastBrokerPort.map { "127.0.0.1:\($0)" }))
    }
}
