import Domain
import EventLoop
import FoundationEssentials
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The operators' screens in Debian's Chromium.
@Suite(.timeLimit(.minutes(6)))
struct DeskOperatorTests {
    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    /// An installation in trouble, which the browser itself plays: the page, its style and its policy are the gateway's.
    @Test func operatorsSeeTheInstallationAndActOnIt() async throws {
        var options = GatewayUnderTest.Options()
        options.isDevelopment = true
        try await GatewayUnderTest.run(options) { gateway in
            let seen = try await Self.look(at: gateway, by: "operators.py", ["/none", "-", "-"])
            #expect(seen.pictures.count == 48)
        }
    }

    @Test func anOperatorSignsInAndActsInTheirOwnName() async throws {
        var options = GatewayUnderTest.Options()
        options.operations.surface = .public
        try await GatewayUnderTest.run(options) { gateway in
            let (key, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "ops", role: .operator, name: "Erna"), by: AuditOrigin(actor: "operator:erna"))
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            let seen = try await Self.look(at: gateway, by: "operate.py", ["/none", token.text, draft])
            #expect(seen.pictures.count == 3)
            let acts = try await AuditStore(pool: gateway.pool, keys: gateway.keys).entries(tenant: nil, limit: 100).map(\.act)
            for action in [
                "submission.export", "export.download", "stage.pause", "stage.resume", "glass.break", "key.create", "key.revoke",
                "hold.set", "hold.release",
            ] {
                #expect(acts.contains { $0.action == action && $0.origin.actor == "key:\(key.prefix)" }, "\(action)")
            }
        }
    }

    private static func look(at gateway: GatewayUnderTest, by script: String, _ arguments: [String]) async throws -> Seen {
        try await BrowserScript(script, python: PageTests.python()).look(
            Seen.self, at: "http://\(gateway.address)", arguments, limit: .seconds(300))
    }
}
