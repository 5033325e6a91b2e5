import Kafka
import Postgres
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// Errors of servers keep their cause: which server, as whom, its own words, and what to do.
@Suite(.timeLimit(.minutes(2))) struct ServerFailureTests {
    @Test(arguments: [
        ("28P01", "password"), ("28000", "pg_hba.conf"), ("3D000", "createdb"), ("53300", "max_connections"), ("57P03", "Wait"),
        (nil, "host and port"),
    ])
    func eachCauseOfPostgresHasItsAdvice(_ state: String?, _ words: String) {
        let error = PostgresError(code: .connectionFailed, sqlState: state, description: "No.", detail: "its own words")
        let failure = CommandFailure.database(error, at: "db:5432 (database docket, user docket)")
        #expect(failure.exitCode == .unavailable)
        #expect(failure.problem == "Postgres at db:5432 (database docket, user docket): No: its own words")
        #expect(failure.advice?.contains(words) == true, "\(failure)")
    }

    @Test(arguments: [
        (KafkaError.Code.authentication, "KAFKA_SASL_"), (.authorization, "ACL"), (.unknownTopic, "docket migrate --topics"),
        (.unreachable, "KAFKA_BOOTSTRAP_SERVERS"),
    ])
    func eachCauseOfKafkaHasItsAdvice(_ code: KafkaError.Code, _ words: String) {
        let error = KafkaError(code: code, isRetriable: true, description: "no", detail: "its own words")
        let failure = CommandFailure.kafka(error, at: "kafka:9092")
        #expect(failure.problem == "Kafka at kafka:9092: no: its own words")
        #expect(failure.advice?.contains(words) == true)
    }

    @Test(arguments: [
        ("https://erna:hush@docket.example/v1?key=hush#x", "https://docket.example/v1"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://host/a@b", "http://host/a@b"), ("nonsense", "nonsense"),
    ])
    func anAddressIsShownWithoutItsSecrets(_ url: String, _ shown: String) { #expect(ShownURL.text(url) == shown) }

    @Test func postgresItselfSaysWhatIsWrong() async throws {
        let cluster = try await TemporaryPostgres.start()
        do {
            try await cluster.administer("create role clerk login password 'right'")
            try await cluster.requirePasswords()
            let server = "127.0.0.1:\(cluster.port)"
            let wrong = [
                ("clerk:hush@\(server)/postgres", "password authentication failed for user \"clerk\" (SQLSTATE 28P01)"),
                ("clerk:right@\(server)/nowhere", "database \"nowhere\" does not exist (SQLSTATE 3D000)"),
                ("clerk:hush@127.0.0.1:1/postgres", "Connection refused"),
            ]
            for (place, words) in wrong {
                let outcome = try await OperatorGround.docket(
                    ["keys", "list"], environment: ["DATABASE_URL": "postgresql://\(place)"])
                #expect(outcome.code == .unavailable, "\(outcome.errors)")
                #expect(outcome.errors.contains("Postgres at 127.0.0.1:") && outcome.errors.contains("user clerk"))
                #expect(outcome.errors.contains(words), "\(outcome.errors)")
                #expect(!outcome.errors.contains("hush"))
            }
        } catch {
            await cluster.stop()
            throw error
        }
        await cluster.stop()
    }

    @Test func kafkaAndTheGatewayAreNamedWithTheLibrariesWords() async throws {
        let record = try await OperatorGround.docket(
            ["tail", "--no-follow"], environment: ["KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"])
        #expect(record.code == .unavailable)
        #expect(
            record.errors.contains("Kafka at 127.0.0.1:1") && record.errors.contains("Connection refused"), "\(record.errors)")
        let show = try await OperatorGround.docket(
            ["show", "0198a2f4-0000-7000-8000-000000000001", "--gateway", "http://erna:hush@127.0.0.1:1"], environment: [:])
        #expect(show.code == .unavailable)
        #expect(show.errors.contains("the gateway at http://127.0.0.1:1 did not answer: "), "\(show.errors)")
        #expect(show.errors.contains("Connection refused") && !show.errors.contains("hush"), "\(show.errors)")
    }

    @Test func aTopicThatIsNotThereIsNamed() async throws {
        let cluster = try EmbeddedCluster(topics: ["docket.submitted": 1])
        let all = try await OperatorGround.docket(
            ["tail", "-t", "outcomes", "--no-follow"], environment: ["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers])
        #expect(all.code == .notFound)
        #expect(all.errors.contains("has no topic docket.outcomes") && all.errors.contains("docket migrate --topics"))
    }
}
