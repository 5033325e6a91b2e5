import Domain
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Mail that waits, at the desk in Debian's Chromium.
@Suite(.timeLimit(.minutes(5)))
struct DeskMailTests {
    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    @Test func `a reviewer sees what has come, says whose it is, and discards what is nobody's`() async throws {
        let script = try BrowserScript("mail.py", python: await PageTests.python())
        let folder = script.folder
        _ = try await Program.check("vips", ["black", "\(folder.path)/page.jpg", "300", "400"])
        let photo = try #require(ProcFile.bytes("\(folder.path)/page.jpg"))
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions([.documents])) { gateway in
            let draft = try await gateway.draft(of: "ben@example.org", reference: "case-4711")
            let first = try await gateway.waitingMail(photo)
            let second = try await gateway.waitingMail(from: "eve@example.org", photo)
            let (key, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .reviewer, name: "Mia"), by: AuditOrigin(actor: "operator:erna"))
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)", ["/none", token.text, draft], limit: .seconds(200))
            #expect(seen.pictures.count == 8)
            #expect(try await gateway.mails.mail(first.id, of: "acme")?.state == .assigned)
            #expect(try await gateway.mails.mail(second.id, of: "acme")?.state == .discarded)
            let acts = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 100).map(\.act)
            for action in ["mail.download", "mail.assign", "mail.discard"] {
                #expect(acts.contains { $0.action == action && $0.origin.actor == "key:\(key.prefix)" }, "\(action)")
            }
        }
    }
}
