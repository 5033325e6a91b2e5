import Configuration
import Domain
import EventLoop
import Kafka
import Postgres
import ServiceRuntime
import Telemetry
import Testing

@Suite struct ServiceConfigurationTests {
    private let sound = [
        "DATABASE_URL": "postgresql://docket:hush@db:5432/docket", "KAFKA_BOOTSTRAP_SERVERS": "kafka-1:9092,kafka-2:9092",
    ]

    private func read(_ variables: [String: String]) throws -> ServiceConfiguration {
        var reader = ConfigurationReader(environment: variables)
        let configuration = ServiceConfiguration(reading: &reader, service: "test-service", adminPort: 9_999)
        try reader.finish()
        return configuration
    }

    private func faults(_ variables: [String: String]) -> String {
        do {
            _ = try read(variables)
            return ""
        } catch {
            return String(describing: error)
        }
    }

    @Test func `two variables are enough`() throws {
        let configuration = try read(sound)
        #expect(configuration.kafka.bootstrapServers == "kafka-1:9092,kafka-2:9092")
        #expect(configuration.kafka.securityProtocol == .plaintext)
        #expect(configuration.adminAddress.port == 9_999)
        #expect(configuration.logLevel == .info)
    }

    @Test func `behind a pooler what needs a session goes to the server itself`() throws {
        let direct = "postgresql://docket:hush@db:5432/docket"
        let pooled = sound.merging(["DATABASE_URL": "postgresql://docket:hush@pooler:6432/docket"]) { $1 }
        let whole = try read(pooled.merging(["DATABASE_POOLER": "transaction", "DATABASE_DIRECT_URL": direct]) { $1 })
        #expect(whole.postgres.pooling == .transaction && whole.postgres.connectionString == pooled["DATABASE_URL"])
        #expect(whole.directPostgres.pooling == .off && whole.directPostgres.connectionString == direct)
        let plain = try read(sound.merging(["DATABASE_DIRECT_URL": direct]) { $1 })
        #expect(plain.postgres.pooling == .off && plain.directPostgres.connectionString == sound["DATABASE_URL"])
    }

    @Test(arguments: [
        [:], ["DATABASE_DIRECT_URL": "postgresql://docket:hush@db:5432/docket"], ["DATABASE_DIRECT_URL": "mysql://hush@db"],
    ])
    func `a pooler without the server itself is a fault of a variable`(_ more: [String: String]) {
        let text = faults(sound.merging(["DATABASE_POOLER": "transaction"]) { $1 }.merging(more) { $1 })
        #expect(text.contains("DATABASE_DIRECT_URL") && !text.contains("hush"), "\(text)")
    }

    @Test func `what no pooler hands on is a fault of its address`() {
        let rest = ["DATABASE_POOLER": "transaction", "DATABASE_DIRECT_URL": "postgresql://db/docket"]
        for parameter in ["options=-cwork_mem%3D1MB", "target_session_attrs=standby"] {
            let text = faults(sound.merging(rest) { $1 }.merging(["DATABASE_URL": "postgresql://p/docket?\(parameter)"]) { $1 })
            #expect(text.contains("DATABASE_URL") && !text.contains("DATABASE_DIRECT_URL"), "\(text)")
        }
        #expect(faults(sound.merging(["DATABASE_POOLER": "statement"]) { $1 }).contains("DATABASE_POOLER"))
    }

    @Test func `a supervisor may say who this run is`() throws {
        let name = "0c5f4a8e-52e5-4c33-9a35-5a9c1e2b7d10"
        #expect(try read(sound).instance == nil)
        #expect(try read(sound.merging(["DOCKET_INSTANCE": name]) { $1 }).instance?.description == name)
        #expect(faults(sound.merging(["DOCKET_INSTANCE": "the first"]) { $1 }).contains("DOCKET_INSTANCE"))
    }

    @Test func `everything that is wrong is said at once, without secrets`() {
        let text = faults([
            "DATABASE_URL": "postgresql://docket:hush@db:port/docket", "DOCKET_ADMIN_ADDRESS": "everywhere",
            "DOCKET_LOG_LEVEL": "loud", "KAFKA_SECURITY_PROTOCOL": "SASL_SSL",
        ])
        for name in [
            "DOCKET_ADMIN_ADDRESS", "DOCKET_LOG_LEVEL", "KAFKA_BOOTSTRAP_SERVERS", "KAFKA_SASL_USERNAME",
            "KAFKA_SASL_PASSWORD",
        ] {
            #expect(text.contains(name))
        }
        #expect(!text.contains("hush"))
    }

    @Test func `a managed cluster is reached over TLS with a password`() throws {
        let configuration = try read(
            sound.merging([
                "KAFKA_SECURITY_PROTOCOL": "SASL_SSL", "KAFKA_SASL_MECHANISM": "SCRAM-SHA-512", "KAFKA_SASL_USERNAME": "docket",
                "KAFKA_SASL_PASSWORD": "hush", "KAFKA_SSL_CA_LOCATION": "/etc/kafka/ca.pem",
            ]) { $1 })
        #expect(configuration.kafka.securityProtocol == .saslTLS)
        #expect(configuration.kafka.sasl?.mechanism == .scramSHA512)
        #expect(configuration.kafka.tls.caLocation == "/etc/kafka/ca.pem")
        #expect(!String(describing: configuration.kafka).contains("hush"))
        #expect(!String(reflecting: configuration.kafka).contains("hush"))
    }
}
