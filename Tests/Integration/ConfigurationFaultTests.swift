import EventLoop
import Support
import Testing

/// Services that cannot run as they are configured say so, all at once.
@Suite(.timeLimit(.minutes(1)))
struct ConfigurationFaultTests {
    struct Service: CustomTestStringConvertible, Sendable {
        let name: String
        /// Variables of this service alone, and what is wrong with them.
        let own: [String: String]
        let namesOwn: [String]
        var testDescription: String { name }
    }

    private static let secrets = ["geheimnis-one", "geheimnis-two", "geheimnis-three"]

    static let services = [
        Service(
            name: "IntakeGateway", own: ["DOCKET_TOKENS": "acme=\(secrets[1])", "DOCKET_MAXIMUM_FILE": "huge"],
            namesOwn: ["DOCKET_TOKENS", "DOCKET_MAXIMUM_FILE", "DOCKET_BLOBS", "DOCKET_SEALING_KEYS"]),
        Service(
            name: "ValidationWorker", own: ["DOCKET_STAGE_CONCURRENCY": "0", "DOCKET_DECODER_JOBS": "many"],
            namesOwn: ["DOCKET_STAGE_CONCURRENCY", "DOCKET_DECODER_JOBS", "DOCKET_BLOBS", "DOCKET_SEALING_KEYS"]),
        Service(
            name: "NormalizationWorker", own: ["DOCKET_PAGE_QUALITY": "101", "DOCKET_STAGE_ATTEMPT_LIMIT": "soon"],
            namesOwn: ["DOCKET_PAGE_QUALITY", "DOCKET_STAGE_ATTEMPT_LIMIT", "DOCKET_BLOBS", "DOCKET_SEALING_KEYS"]),
        Service(
            name: "NotificationService", own: ["DOCKET_WEBHOOK_URL": "ftp://nowhere", "DOCKET_WEBHOOK_SECRET": secrets[2]],
            namesOwn: ["DOCKET_WEBHOOK_URL", "DOCKET_WEBHOOK_SECRET", "DOCKET_SEALING_KEYS"]),
    ]

    @Test(arguments: services)
    func everyFaultIsNamedAtOnce(_ service: Service) async throws {
        let common = [
            "DATABASE_URL": "mysql://docket:\(Self.secrets[0])@host/docket", "KAFKA_SECURITY_PROTOCOL": "carrier-pigeon",
            "DOCKET_ADMIN_ADDRESS": "everywhere", "DOCKET_LOG_LEVEL": "loud", "DOCKET_LOOPS": "0",
        ]
        let result = try await Program.run(
            try BuiltPrograms.path(service.name), environment: common.merging(service.own) { $1 }, limit: .seconds(20))
        #expect(result.status == .exited(78))
        let said = result.complaints + result.text
        for name in common.keys.sorted() + ["KAFKA_BOOTSTRAP_SERVERS"] + service.namesOwn {
            #expect(said.contains(name), "\(name) is missing in: \(said)")
        }
        for secret in Self.secrets { #expect(!said.contains(secret), "\(said)") }
    }

    @Test(arguments: services)
    func nothingIsNeededToAskForHelp(_ service: Service) async throws {
        let result = try await Program.run(try BuiltPrograms.path(service.name), ["--help"], limit: .seconds(20))
        #expect(result.status.isSuccess)
        for name in ["DATABASE_URL", "KAFKA_BOOTSTRAP_SERVERS", "DOCKET_ADMIN_ADDRESS"] { #expect(result.text.contains(name)) }
    }
}
