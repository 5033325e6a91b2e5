import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Postgres
import PostgresStore
import Sealing
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
                let deliveries = PostgresDeliveryStore(pool: database.pool, keys: nil)
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

    @Test func `what is sealed waits for its key, and is given up where nobody can open it any more`() async throws {
        try await SMTPServer.run(.plain) { server in
            try await TestDatabase.runMigrated { database in
                let pool = database.pool
                let provider = try KeyFile(parsing: Array(KeyFile.text(name: "test").utf8))
                let keys = SealingKeyStore(pool: pool, SealingConfiguration(provider: provider))
                let new = NewWebhookEndpoint(tenant: .standard, url: "https://example.org/hook", contact: "owner@example.org")
                let made = try await WebhookEndpointStore(pool: pool, keys: keys).create(
                    new, by: AuditOrigin(actor: "operator:erna"))
                let endpoint = try #require(made?.record.id).description
                // The other one is not what was sealed.
                for (sealed, wait) in [("contact_sealed", 2), ("'x'", 1)] {
                    try await pool.execute(
                        """
                        insert into endpoint_notices (endpoint, tenant, url, contact_sealed, because, next_at)
                        select id, tenant, url, \(raw: sealed), 'gone', now() - make_interval(secs => \(wait))
                        from webhook_endpoints where id = \(endpoint)
                        """)
                }
                let configuration = try #require(
                    try MailConfiguration.read([
                        "DOCKET_SMTP_SERVER": "localhost:\(server.port)", "DOCKET_SMTP_SECURITY": "none",
                        "DOCKET_MAIL_FROM": "docket@example.org",
                    ]))
                let client = HTTPClient(loop: database.group.loops[0])
                let blind = OwnerNotices(EndpointNotices(pool: pool), configuration, client: client, logger: .silent)
                for _ in 0..<(2 * EndpointNotices.attempts + 2) {
                    #expect(try await blind.tellNext())
                    try await pool.execute("update endpoint_notices set next_at = now() where next_at > now()")
                }
                let waiting = try await pool.query("select attempts, last_error from endpoint_notices where next_at is not null")
                #expect(try waiting.map { try $0.decode("attempts", as: Int.self) } == [0, 0])
                #expect(try waiting[0].decode("last_error", as: String.self).contains("The contact could not be read."))
                #expect(try server.received.isEmpty)

                let seeing = OwnerNotices(EndpointNotices(pool: pool, keys: keys), configuration, client: client, logger: .silent)
                let told = [try await seeing.tellNext(), try await seeing.tellNext(), try await seeing.tellNext()]
                #expect(told == [true, true, false])
                #expect(try server.received.map(\.recipients) == [["owner@example.org"]])
                let left = try await pool.query("select from endpoint_notices where next_at is not null")
                #expect(left.isEmpty)
            }
        }
    }
}
