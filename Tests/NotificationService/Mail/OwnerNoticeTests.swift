import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import NotificationService

/// The owner of an endpoint that had to be disabled is told by mail, once.
@Suite(.timeLimit(.minutes(3))) struct OwnerNoticeTests {
    @Test func theContactOfADisabledEndpointIsToldOnce() async throws {
        try await SMTPServer.run(.plain) { server in
            try await TestDatabase.runMigrated { database in
                let lease = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                    instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
                let store = WebhookEndpointStore(pool: database.pool)
                let deliveries = PostgresDeliveryStore(pool: database.pool)
                for contact in ["owner@example.org", "no address\r\nBcc: eve@example.org", nil] {
                    var new = NewWebhookEndpoint(tenant: .standard, url: "https://example.org/hook?key=s3cr3t")
                    new.contact = contact
                    let made = try #require(try await store.create(new, by: AuditOrigin(actor: "operator:erna")))
                    let event = try await SampleOutcome.record(over: database.pool)
                    let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: made.record.id.description)
                    _ = try await deliveries.plan([key])
                    _ = try await deliveries.claimDue(channel: "webhook", room: DeliveryRoom(limit: 9), excluding: [], lease)
                    let tried = DeliveryTry(
                        beganAt: Date(), duration: .zero, request: .init(target: "x", headers: [:], size: 0), response: nil)
                    #expect(try await deliveries.end(key, .givenUp(status: 410, error: "gone"), tried: tried, lease))
                }
                let configuration = try #require(
                    try MailConfiguration.read([
                        "DOCKET_SMTP_SERVER": "localhost:\(server.port)", "DOCKET_SMTP_SECURITY": "none",
                        "DOCKET_MAIL_FROM": "docket@example.org",
                    ]))
                let notices = OwnerNotices(
                    EndpointNotices(pool: database.pool), configuration, client: HTTPClient(loop: database.group.loops[0]),
                    logger: .silent)
                // One of them has no contact, and so no notice.
                let told = [try await notices.tellNext(), try await notices.tellNext(), try await notices.tellNext()]
                #expect(told == [true, true, false])
                let received = try server.received
                #expect(received.map(\.recipients) == [["owner@example.org"]])
                let mail = try #require(received.first)
                #expect(mail.text.contains("410") && mail.text.contains("https://example.org/hook?[removed]"))
                #expect(!mail.text.contains("s3cr3t") && !mail.html.contains("s3cr3t"))
            }
        }
    }

    @Test func whatCannotBeSentIsKeptForLater() async throws {
        try await SMTPServer.run(.plain, refusing: "451 4.7.1 later") { server in
            try await TestDatabase.runMigrated { database in
                try await database.pool.query(
                    """
                    insert into endpoint_notices (endpoint, tenant, url, contact, because)
                    values ('e', 'default', 'https://example.org', 'owner@example.org', 'failing')
                    """)
                let configuration = try #require(
                    try MailConfiguration.read([
                        "DOCKET_SMTP_SERVER": "localhost:\(server.port)", "DOCKET_SMTP_SECURITY": "none",
                        "DOCKET_MAIL_FROM": "docket@example.org",
                    ]))
                let notices = OwnerNotices(
                    EndpointNotices(pool: database.pool), configuration, client: HTTPClient(loop: database.group.loops[0]),
                    logger: .silent)
                let (first, second) = (try await notices.tellNext(), try await notices.tellNext())
                #expect(first && !second)
                let waiting = try await database.pool.query("select last_error from endpoint_notices where next_at > now()")
                #expect(try waiting.first?.decode("last_error", as: String.self).contains("451") == true)
            }
        }
    }
}
