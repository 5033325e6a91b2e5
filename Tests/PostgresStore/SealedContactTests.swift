import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// Who looks after endpoints: a dump does not say it, and they are told all the same.
@Suite(.timeLimit(.minutes(2)))
struct SealedContactTests {
    private static let erna = AuditOrigin(actor: "operator:erna")
    private static let owner = "owner@example.org"

    private static func endpoints(_ ground: SealedGround, _ keys: SealingKeyStore?) -> WebhookEndpointStore {
        WebhookEndpointStore(pool: ground.pool, keys: keys)
    }

    private static func made(
        _ ground: SealedGround, _ keys: SealingKeyStore?, tenant: TenantID = .standard, contact: String? = owner
    ) async throws -> WebhookEndpointRecord {
        let new = NewWebhookEndpoint(tenant: tenant, url: "https://example.org/hook", contact: contact)
        return try #require(try await endpoints(ground, keys).create(new, by: erna)).record
    }

    /// Has it answer that it is gone, where nobody has a key.
    private static func disable(_ endpoint: WebhookEndpointRecord, _ ground: SealedGround) async throws {
        let lease = try await PostgresLeaseStore(pool: ground.pool).acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
        let deliveries = PostgresDeliveryStore(pool: ground.pool, keys: nil)
        let event = try await SampleOutcome.record(over: ground.pool)
        let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: endpoint.id.description)
        _ = try await deliveries.plan([key])
        _ = try await deliveries.claimDue(channel: "webhook", room: DeliveryRoom(limit: 9), excluding: [], lease)
        let tried = DeliveryTry(
            beganAt: Date(), duration: .zero, request: .init(target: "x", headers: [:], size: 0), response: nil)
        #expect(try await deliveries.end(key, .givenUp(status: 410, error: "gone"), tried: tried, lease))
    }

    private static func isInClear(_ ground: SealedGround) async throws -> Bool {
        try await !ground.pool.query(
            """
            select from (select to_jsonb(w) as row from webhook_endpoints w union all select to_jsonb(n) from endpoint_notices n) t
            where t.row::text like '%@example.org%'
            """
        ).isEmpty
    }

    @Test func `a dump does not say who looks after an endpoint, and whoever has the keys sees it`() async throws {
        try await SealedGround.run { ground in
            let made = try await Self.made(ground, ground.keys)
            #expect(made.contact == Self.owner)
            #expect(try await !Self.isInClear(ground))
            let others = Self.endpoints(ground, try ground.otherKeys())
            #expect(try await others.endpoints() == [made])
            #expect(try await others.keyless(made.id) == made)
            #expect(try await others.signingEndpoints(of: .standard).map(\.record) == [made])

            var change = WebhookEndpointChange()
            change.contact = .some("other@example.org")
            #expect(try await others.change(made.id, to: change, by: Self.erna)?.contact == "other@example.org")
            #expect(try await !Self.isInClear(ground))
            #expect(try await others.rotate(made.id, overlap: .zero, by: Self.erna)?.endpoint.contact == "other@example.org")

            // Without keys it is there, and its contact is kept by whoever changes something else.
            let blind = Self.endpoints(ground, ground.noKeys())
            let seen = try #require(try await blind.endpoints().first)
            #expect(seen.contact == nil && seen.isContactUnopened)
            var renaming = WebhookEndpointChange()
            renaming.name = .some("books")
            let renamed = try #require(try await blind.change(made.id, to: renaming, by: Self.erna))
            #expect(renamed.name == "books" && renamed.isContactUnopened)
            #expect(try await others.keyless(made.id)?.contact == "other@example.org")

            // Whose key is another one sets none, as it would stand in the clear; it can be taken away.
            let other = try KeyFile(parsing: Array("other \(Base64.encode([UInt8](repeating: 2, count: 32)))\n".utf8))
            let stranger = Self.endpoints(
                ground, SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: other)))
            let refused = await #expect(throws: StoreError.self) { try await stranger.change(made.id, to: change, by: Self.erna) }
            #expect(refused?.code == .keysUnavailable)
            change.contact = .some(nil)
            let without = try #require(try await blind.change(made.id, to: change, by: Self.erna))
            #expect(without.contact == nil && !without.isContactUnopened)
        }
    }

    @Test func `a contact is that of its endpoint alone`() async throws {
        try await SealedGround.run { ground in
            let (first, second) = (try await Self.made(ground, ground.keys), try await Self.made(ground, ground.keys))
            try await ground.pool.execute(
                """
                update webhook_endpoints set contact_sealed =
                    (select contact_sealed from webhook_endpoints where id = \(first.id.description))
                where id = \(second.id.description)
                """)
            let found = try await Self.endpoints(ground, ground.keys).endpoints()
            #expect(found.map(\.contact) == [Self.owner, nil] && found.map(\.isContactUnopened) == [false, true])
        }
    }

    @Test func `a notice is written without a key, waits for it, and loses no attempt`() async throws {
        try await SealedGround.run { ground in
            try await Self.disable(try await Self.made(ground, ground.keys), ground)
            #expect(try await !Self.isInClear(ground))
            let blind = EndpointNotices(pool: ground.pool, keys: ground.noKeys())
            for _ in 0..<(EndpointNotices.attempts + 1) {
                let notice = try #require(try await blind.claim())
                #expect(notice.attempt == 1)
                guard case .failure(let error) = notice.contact else { throw StoreError.corrupt("it is opened") }
                #expect(error.code == .keysUnavailable)
                try await blind.postpone(notice, error: error.description)
                #expect(try await blind.claim() == nil, "it waits")
                try await ground.pool.execute("update endpoint_notices set next_at = now()")
            }
            let notices = EndpointNotices(pool: ground.pool, keys: try ground.otherKeys())
            let notice = try #require(try await notices.claim())
            #expect(try notice.contact.get() == Self.owner && notice.attempt == 1)
        }
    }

    @Test func `who has no contact gets no notice`() async throws {
        try await SealedGround.run { ground in
            try await Self.disable(try await Self.made(ground, ground.keys, contact: nil), ground)
            #expect(try await EndpointNotices(pool: ground.pool, keys: ground.keys).claim() == nil)
        }
    }

    @Test func `what was in the clear is sealed once that begins, past a lost key`() async throws {
        try await SealedGround.run { ground in
            // As in an installation that was there before.
            try await ground.pool.execute("update docket_keys.beginning set contacts_too = false")
            let made = try await Self.made(ground, try ground.otherKeys())
            try await Self.disable(made, ground)
            _ = try await Self.made(ground, try ground.otherKeys(), tenant: "unlucky")
            #expect(try await ground.pool.query("select from webhook_endpoints where contact is not null").count == 2)
            #expect(try await ground.otherKeys().sealContacts() == 0, "it has not begun")
            try await ground.keys.begin()
            #expect(try await ground.keys.hasBegun(.contacts))

            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone' where tenant = 'unlucky'")
            let keys = try ground.otherKeys()
            let lost = await #expect(throws: SealingError.self) { try await keys.sealContacts() }
            #expect(lost?.code == .unknownKey && lost?.description.contains("the tenant unlucky") == true)
            for table in ["webhook_endpoints", "endpoint_notices"] {
                let left = try await ground.pool.query("select tenant from \(raw: table) where contact is not null")
                #expect(try left.map { try $0.decode("tenant") } == (table == "endpoint_notices" ? [] : ["unlucky"]), "\(table)")
            }
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'main'")
            #expect(try await keys.sealContacts() == 1)
            #expect(try await keys.sealContacts() == 0)
            #expect(try await !Self.isInClear(ground))
            #expect(try await Self.endpoints(ground, keys).endpoints().map(\.contact) == [Self.owner, Self.owner])
            #expect(try await EndpointNotices(pool: ground.pool, keys: keys).claim()?.contact.get() == Self.owner)
        }
    }

    @Test func `where sealing is off a contact stays as it is`() async throws {
        try await SealedGround.run { ground in
            let off = try SealedGround.keys(ground.pool, isOn: false)
            #expect(try await Self.made(ground, off).contact == Self.owner)
            #expect(try await Self.isInClear(ground))
            #expect(try await off.sealContacts() == 0)
        }
    }
}
