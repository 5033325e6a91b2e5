import EventLoop
import FoundationEssentials
import Postgres
import Support
import Testing

@testable import IntakeGateway

/// An address that something else listens at is told with the variable that names it.
@Suite(.timeLimit(.minutes(2)))
struct ListenFailureTests {
    @Test(arguments: ["DOCKET_HTTP_ADDRESS", "DOCKET_ADMIN_API_ADDRESS", "DOCKET_ADMIN_ADDRESS"])
    func aTakenPortNamesItsVariable(_ variable: String) async throws {
        try await GatewayProcess.run { gateway in
            let folder = try TemporaryFolder("taken")
            let own = [
                "DATABASE_URL": gateway.database.configuration.connectionString, "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1",
                "DOCKET_SEALING_KEYS": try SealingKeyFile.path(),
                "DOCKET_BLOBS": folder.path, "DOCKET_HTTP_ADDRESS": "127.0.0.1:0", "DOCKET_ADMIN_API_ADDRESS": "127.0.0.1:0",
                "DOCKET_ADMIN_ADDRESS": "127.0.0.1:0", "DOCKET_TOKENS": "acme=\(GatewayUnderTest.token)",
            ]
            let result = try await Program.run(
                try BuiltPrograms.path("IntakeGateway"), [],
                environment: own.merging([variable: "127.0.0.1:\(gateway.port)"]) { $1 }, limit: .seconds(60))
            #expect(!result.status.isSuccess)
            #expect((result.text + result.complaints).contains("name another address with \(variable)"), "\(result.complaints)")
        }
    }
}
