import CommandLine
import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DevServer

@Suite struct UpTests {
    let own = "postgresql://docket@/docket?host=/h/socket&port=5432"

    @Test func variablesNameRealServers() {
        let choice = ServerChoice.decide(
            environment: ["DATABASE_URL": "postgresql://db/docket", "KAFKA_BOOTSTRAP_SERVERS": "kafka:9092"],
            embeddedDatabaseURL: own, lastBrokerPort: nil)
        #expect(choice == ServerChoice(databaseURL: "postgresql://db/docket", bootstrapServers: "kafka:9092"))
        let empty = ServerChoice.decide(
            environment: ["DATABASE_URL": ""], embeddedDatabaseURL: own, lastBrokerPort: nil)
        #expect(empty == ServerChoice(databaseURL: nil, bootstrapServers: nil))
    }

    @Test func theLastRunsOwnAddressesAreNoRealServers() {
        let choice = ServerChoice.decide(
            environment: ["DATABASE_URL": own, "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:9092"], embeddedDatabaseURL: own,
            lastBrokerPort: 9092)
        #expect(choice == ServerChoice(databaseURL: nil, bootstrapServers: nil))
    }

    @Test func instancesAreCounted() throws {
        #expect(try InstanceCount(argument: "validation=3").count == 3)
        for text in ["validation", "validation=0", "validation=17", "gateway=2", "x=1", "validation=1=2"] {
            #expect(throws: InvalidValue.self) { _ = try InstanceCount(argument: text) }
        }
        let plan = SupervisionPlan.make(embeddedPostgres: true, embeddedBroker: true, instances: [.normalization: 2])
        #expect(
            plan.processes.map(\.description).suffix(6) == [
                "gateway", "validation", "normalization", "normalization-2", "reading", "notification",
            ])
    }

    func settings(receiver: RunSettings.WebhookTarget? = nil, inherited: [String: String] = [:]) -> RunSettings {
        let plan = SupervisionPlan.make(embeddedPostgres: false, embeddedBroker: true, instances: [.validation: 2])
        let services = plan.processes.filter { $0.role.executable != nil }
        return RunSettings(
            home: HomeDirectory("/h", workingDirectory: "/"), host: "0.0.0.0", port: 8081,
            access: .token("a-token"), postgres: nil,
            databaseURL: "postgresql://db/docket", brokerPort: 9092, bootstrapServers: "127.0.0.1:9092",
            adminPorts: Dictionary(uniqueKeysWithValues: zip(services, 7001...)), receiver: receiver, plan: plan,
            programs: "/bin", ownProgram: "docket", inherited: inherited)
    }

    @Test func scriptsFindWhatTheyNeed() {
        let pids: [ProcessName: Int32] = [ProcessName(role: .validation, instance: 2): 77]
        let file = ServiceEnvironment.file(settings(), running: pids, supervisor: 5)
        #expect(file["GATEWAY_URL"] == "http://127.0.0.1:8081")
        #expect(file["KAFKA_BOOTSTRAP_SERVERS"] == "127.0.0.1:9092")
        #expect(file["DATABASE_URL"] == "postgresql://db/docket")
        #expect(file["DOCKET_HOME"] == "/h")
        #expect(file["DOCKET_PID"] == "5")
        #expect(file["GATEWAY_ADMIN_URL"] == "http://127.0.0.1:7001")
        #expect(file["VALIDATION_2_PID"] == "77")
        #expect(file["POSTGRES_PID"] == nil)
        #expect(file["DOCKET_TOKEN"] == "a-token")
    }

    @Test func commandsOfAnotherShellGoThroughThePoolerToo() {
        var settings = settings()
        (settings.pooling, settings.directDatabaseURL) = (.transaction, "postgresql://server/docket")
        let file = ServiceEnvironment.file(settings, running: [:], supervisor: 5)
        #expect(file["DATABASE_POOLER"] == "transaction" && file["DATABASE_DIRECT_URL"] == "postgresql://server/docket")
        let without = ServiceEnvironment.file(self.settings(), running: [:], supervisor: 5)
        #expect(without["DATABASE_POOLER"] == nil && without["DATABASE_DIRECT_URL"] == nil)
    }

    @Test func servicesInheritAndAreOverruled() {
        let target = RunSettings.WebhookTarget(url: "http://127.0.0.1:1/hook", secret: "whsec_x")
        let settings = settings(
            receiver: target, inherited: ["HOME": "/root", "DATABASE_URL": "stale", "SWIFT_BACKTRACE": "enable=yes"])
        let instance = InstanceID(UUID())
        let notification = ServiceEnvironment.variables(for: ProcessName(role: .notification), as: instance, settings)
        #expect(notification["HOME"] == "/root")
        #expect(notification["DATABASE_URL"] == "postgresql://db/docket")
        #expect(notification["SWIFT_BACKTRACE"] == "enable=yes")
        #expect(notification["DOCKET_WEBHOOK_SECRET"] == "whsec_x")
        #expect(notification["DOCKET_WEBHOOK_ALLOW_PRIVATE"] == "true")
        #expect(notification[Lifeline.variable] == "3")
        #expect(notification["DOCKET_INSTANCE"] == instance.description)
        let gateway = ServiceEnvironment.variables(for: ProcessName(role: .gateway), as: instance, settings)
        #expect(gateway["DOCKET_WEBHOOK_SECRET"] == nil)
        #expect(gateway["DOCKET_WEBHOOK_ALLOW_PRIVATE"] == "true", "it checks journeys and endpoints by it")
        #expect(gateway["DOCKET_HTTP_ADDRESS"] == "0.0.0.0:8081")
        #expect(gateway["DOCKET_RUN"] == "/h/run/gateway")
        #expect(notification["DOCKET_RUN"] == nil)
        #expect(gateway["DOCKET_TOKENS"] == "default=a-token")
        #expect(gateway["KAFKA_FETCH_WAIT"] == "5ms")
    }

    @Test func theGatewayIsNeverOpenToTheNetwork() throws {
        func decide(_ host: String, _ environment: [String: String] = [:]) throws -> GatewayAccess {
            try GatewayAccess.decide(host: host, environment: environment) { () throws(CommandFailure) in "made" }
        }
        #expect(try decide("127.0.0.1") == .everybody)
        #expect(try decide("::1").variables == ["DOCKET_DEVELOPMENT": "true"])
        #expect(try decide("0.0.0.0") == .token("made"))
        #expect(try decide("10.0.0.1").variables == ["DOCKET_TOKENS": "default=made"])
        let configured = try decide("127.0.0.1", ["DOCKET_TOKENS": "acme=first-token-of-all, other=x"])
        #expect(configured == .asConfigured(token: "first-token-of-all"))
        #expect(configured.variables.isEmpty)
        #expect(try decide("0.0.0.0", ["DOCKET_DEVELOPMENT": "true"]) == .asConfigured(token: nil))
    }

    @Test func theTokenOfAHomeStays() throws {
        let folder = try TemporaryFolder()
        let home = HomeDirectory(folder.path, workingDirectory: "/")
        let token = try GatewayAccess.savedToken(home)
        #expect(token.count >= 32)
        #expect(try GatewayAccess.savedToken(home) == token)
    }

    @Test func theScreenNamesEverything() {
        let lines = UpScreen.lines(settings(), running: [ProcessName(role: .gateway): 42], took: .seconds(2), style: .plain)
        let text = lines.joined(separator: "\n")
        for part in ["http://127.0.0.1:8081", "127.0.0.1:9092", "/h/environment", "42", "validation-2", "after 2 s"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("\u{1B}"))
        #expect(lines.allSatisfy { $0.last != " " })
    }
}
