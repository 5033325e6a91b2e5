import Testing

@testable import CommandSupport

/// What commands work with: the variables of one's own, and those of a home.
@Suite struct CommandEnvironmentTests {
    private let file = EnvironmentFile(
        parsing: """
            GATEWAY_URL=http://127.0.0.1:8080
            DATABASE_URL=postgresql://home/docket
            KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:9092
            KAFKA_SECURITY_PROTOCOL=SASL_PLAINTEXT
            KAFKA_SASL_PASSWORD=hush
            DOCKET_TOKEN=a-token
            DOCKET_BLOBS=/home/blobs
            AWS_SECRET_ACCESS_KEY=hush

            """)

    @Test func whatIsNotSetComesFromTheHome() {
        let all = CommandEnvironment.completed(["DATABASE_URL": "", "USER": "erna"], from: file)
        #expect(all["DATABASE_URL"] == "postgresql://home/docket" && all["USER"] == "erna")
        #expect(all.count == 9)
        let own = CommandEnvironment.completed(["DATABASE_URL": "postgresql://own/docket"], from: file)
        #expect(own["DATABASE_URL"] == "postgresql://own/docket" && own["GATEWAY_URL"] == "http://127.0.0.1:8080")
    }

    /// A shell that has read the file names the same servers.
    @Test func whoHasReadTheFileHasAllOfIt() {
        let read = Dictionary(uniqueKeysWithValues: file.entries.map { ($0.key, $0.value) })
        #expect(CommandEnvironment.completed(read, from: file) == read)
    }

    @Test func anotherServerIsNotTriedWithTheHomesSecrets() {
        let kafka = CommandEnvironment.completed(["KAFKA_BOOTSTRAP_SERVERS": "elsewhere:9092"], from: file)
        #expect(kafka["KAFKA_SASL_PASSWORD"] == nil && kafka["KAFKA_SECURITY_PROTOCOL"] == nil)
        let gateway = CommandEnvironment.completed(["GATEWAY_URL": "https://elsewhere"], from: file)
        #expect(gateway["DOCKET_TOKEN"] == nil && gateway["DATABASE_URL"] != nil)
        let blobs = CommandEnvironment.completed(["DOCKET_BLOBS": "s3://elsewhere"], from: file)
        #expect(blobs["AWS_SECRET_ACCESS_KEY"] == nil)
    }

    /// What one installation has is not signed by another one's key.
    @Test func anotherDatabaseIsNotSignedForWithTheHomesKey() {
        var home = file
        home["DOCKET_SIGNING_KEY_FILE"] = "/home/signing-key.pem"
        #expect(CommandEnvironment.completed([:], from: home)["DOCKET_SIGNING_KEY_FILE"] != nil)
        let same = ["DATABASE_URL": "postgresql://home/docket"]
        #expect(CommandEnvironment.completed(same, from: home)["DOCKET_SIGNING_KEY_FILE"] != nil)
        for own in [["DATABASE_URL": "postgresql://own/docket"], ["DATABASE_URL_FILE": "/run/secrets/url"]] {
            #expect(CommandEnvironment.completed(own, from: home)["DOCKET_SIGNING_KEY_FILE"] == nil)
        }
    }

    @Test func aSecretInAFileIsNoSecondOne() {
        let all = CommandEnvironment.completed(["DATABASE_URL_FILE": "/run/secrets/url"], from: file)
        #expect(all["DATABASE_URL"] == nil && all["DATABASE_URL_FILE"] == "/run/secrets/url")
    }

    @Test func whatUpWasGivenIsHandedOn() {
        let given = [
            "KAFKA_SECURITY_PROTOCOL": "SASL_SSL", "KAFKA_SASL_PASSWORD_FILE": "secrets/kafka", "DOCKET_JOURNEYS": "journeys",
            "DOCKET_BLOBS": "s3://bucket/docket", "AWS_REGION": "eu-central-1", "DOCKET_TOPIC_PARTITIONS": "", "HOME": "/root",
        ]
        let handed = Dictionary(uniqueKeysWithValues: CommandEnvironment.handedOn(given).map { ($0.name, $0.value) })
        #expect(handed["KAFKA_SECURITY_PROTOCOL"] == "SASL_SSL" && handed["AWS_REGION"] == "eu-central-1")
        #expect(handed["DOCKET_BLOBS"] == "s3://bucket/docket")
        // Whoever reads it may be in another folder.
        #expect(handed["KAFKA_SASL_PASSWORD_FILE"] == HomeDirectory.current("secrets/kafka").path)
        #expect(handed["DOCKET_JOURNEYS"] == HomeDirectory.current("journeys").path)
        #expect(handed["HOME"] == nil && handed["DOCKET_TOPIC_PARTITIONS"] == nil)
    }
}
