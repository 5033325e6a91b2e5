import Crypto
import Custody
import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing
import Webhooks

@testable import NotificationService

/// Endpoints that want it are told of the signed heads of their tenant's log.
@Suite(.timeLimit(.minutes(1))) struct HeadNewsTests {
    private static let origin = AuditOrigin(actor: "operator:erna")
    private static let tenant: TenantID = "acme"

    private struct Ground {
        let database: TestDatabase
        let store: WebhookEndpointStore
        let client: HTTPClient
        let key: any Signer

        static func run(_ body: (Ground) async throws -> Void) async throws {
            try await TestDatabase.runMigrated { database in
                let store = WebhookEndpointStore(pool: database.pool)
                let client = HTTPClient(loop: database.group.next())
                let key = try SigningKeys(pem: SigningKey.makePEM()).current
                let result: Result<Void, any Error>
                do {
                    result = .success(try await body(Ground(database: database, store: store, client: client, key: key)))
                } catch {
                    result = .failure(error)
                }
                await client.close()
                try result.get()
            }
        }

        func endpoint(_ url: String, _ events: [WebhookEvent] = [.custodyHead]) async throws -> KeyedWebhookEndpoint {
            let new = NewWebhookEndpoint(tenant: HeadNewsTests.tenant, url: url, events: events, fields: ["state"])
            return try #require(try await store.create(new, by: HeadNewsTests.origin))
        }

        /// Has the tenant's log grow, and a head of it signed.
        @discardableResult
        func sign() async throws -> SignedHead {
            let pool = database.pool
            try await AuditStore(pool: pool).record([
                AuditAct(
                    tenant: HeadNewsTests.tenant, action: "test.act", resource: "things/1", origin: HeadNewsTests.origin,
                    time: Timestamp(Date()))
            ])
            let heads = CustodyHeadStore(pool: pool, owner: InstanceID(UUID()))
            // Transactions of other tests in the cluster hold rows back.
            return try await eventually("the log has grown") {
                _ = try await CustodyCollector(pool: pool).collect(limit: 500)
                return try await heads.sign(HeadNewsTests.tenant, with: key, at: Timestamp(Date()))
            }
        }

        /// As a process that remembers nothing.
        func tell() async throws {
            let directory = StoredEndpoints(
                store, beside: [], terms: WebhookTerms(addressGuard: .anyAddress, timeout: .seconds(15)))
            let sender = WebhookSender(decision: DeliveryDecision(schedule: .standard), client: client)
            let news = HeadNews(
                EndpointHeads(pool: database.pool), directory, sender, logger: .silent, metrics: MetricsRegistry())
            try await news.tellAll { false }
        }

        /// The head's event, as it is on the topic.
        func event(_ number: Int) async throws -> [UInt8] {
            try await database.pool.query("select event from custody_heads where number = \(number)")[0].decode("event")
        }

        func attempts(_ endpoint: KeyedWebhookEndpoint) async throws -> Int {
            try await database.pool.query(
                "select attempts from endpoint_heads where endpoint = \(endpoint.record.id.description)")[0].decode("attempts")
        }

        func followed() async throws -> Int {
            try await database.pool.query("select count(*) as followed from endpoint_heads")[0].decode("followed")
        }
    }

    @Test func whoWantsHeadsIsToldOfEachSignedAsItWasPublished() async throws {
        try await Ground.run { ground in
            let (receiver, other) = (try Receiver(ground.database.group), try Receiver(ground.database.group))
            let first = try await ground.sign()
            // A new one begins with the head that there is.
            let endpoint = try await ground.endpoint(receiver.url)
            _ = try await ground.endpoint(other.url, [])
            try await ground.tell()
            try await ground.tell()
            let second = try await ground.sign()
            try await ground.tell()
            let arrivals = receiver.arrivals
            #expect(try await arrivals.map(\.body) == [ground.event(1), ground.event(2)])
            for (arrival, head) in zip(arrivals, [first, second]) {
                let told = try CanonicalJSON.decode(CustodyHeadEvent.self, from: arrival.body)
                #expect(told.data.head == head.statement && told.id.description == arrival.id && told.tenant == Self.tenant)
                let stamp = try #require(arrival.headers["webhook-timestamp"].flatMap { Int($0) })
                let signature = WebhookSigner(endpoint.keys).signature(id: arrival.id, timestamp: stamp, body: arrival.body)
                #expect(arrival.headers["webhook-signature"] == signature)
            }
            #expect(other.arrivals.isEmpty)
            await receiver.stop()
            await other.stop()
        }
    }

    @Test func anEndpointThatFailsRestsAndThenHearsOfTheNewestHeadAlone() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group) { number in HTTPResponse(status: number < 3 ? 500 : 204) }
            let endpoint = try await ground.endpoint(receiver.url)
            try await ground.sign()
            try await ground.tell()
            #expect(try await ground.attempts(endpoint) == 1)
            #expect(try await ground.store.endpoint(endpoint.record.id)?.record.state == "failing")
            // A newer head comes no earlier than the failed one would.
            try await ground.sign()
            try await ground.tell()
            #expect(receiver.arrivals.count == 1)
            // However often it failed, a newest head is never given up.
            try await ground.database.pool.execute("update endpoint_heads set attempts = 70000, next_at = now()")
            try await ground.tell()
            let rest = try await ground.database.pool.query(
                "select extract(epoch from next_at - now())::float8 as seconds from endpoint_heads")[0]
            #expect(try (19 * 3600.0...25 * 3600.0).contains(rest.decode("seconds", as: Double.self)))
            let history = DeliveryHistory(pool: ground.database.pool, keys: nil)
            #expect(try await history.recover(endpoint.record.id, since: Timestamp(Date()), by: Self.origin) == 1)
            try await ground.tell()
            #expect(try await receiver.arrivals.map(\.body) == [ground.event(1), ground.event(2), ground.event(2)])
            #expect(try await ground.store.endpoint(endpoint.record.id)?.record.state == "enabled")
            #expect(try await history.recover(endpoint.record.id, since: Timestamp(Date()), by: Self.origin) == 0)
            #expect(try await ground.attempts(endpoint) == 0)
            await receiver.stop()
        }
    }

    @Test func goneDisablesTheEndpointAndEnabledItHearsOfTheNewestAtOnce() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group) { number in HTTPResponse(status: number == 1 ? 410 : 204) }
            let id = try await ground.endpoint(receiver.url).record.id
            try await ground.sign()
            try await ground.tell()
            #expect(try await ground.store.endpoint(id)?.record.disabledBecause == .gone)
            try await ground.sign()
            #expect(try await EndpointHeads(pool: ground.database.pool).due(limit: 10).isEmpty)
            try await ground.tell()
            #expect(receiver.arrivals.count == 1)
            var change = WebhookEndpointChange()
            change.isEnabled = true
            _ = try await ground.store.change(id, to: change, by: Self.origin)
            try await ground.tell()
            #expect(try await receiver.arrivals.map(\.body) == [ground.event(1), ground.event(2)])
            await receiver.stop()
        }
    }

    @Test func aHeadThatIsNoEventHoldsUpNoLaterOne() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group)
            _ = try await ground.endpoint(receiver.url)
            try await ground.sign()
            try await ground.database.pool.execute("update custody_heads set event = '{}'")
            try await ground.tell()
            #expect(receiver.arrivals.isEmpty)
            try await ground.sign()
            try await ground.tell()
            #expect(try await receiver.arrivals.map(\.body) == [ground.event(2)])
            await receiver.stop()
        }
    }

    @Test func whatIsWantedCanChange() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group)
            try await ground.sign()
            let record = try await ground.endpoint(receiver.url, []).record
            #expect(try await ground.followed() == 0)
            var change = WebhookEndpointChange()
            change.events = [.custodyHead, .outcome(.submissionAccepted)]
            _ = try await ground.store.change(record.id, to: change, by: Self.origin)
            try await ground.tell()
            #expect(receiver.arrivals.count == 1)
            // What was taken stays taken, whatever else is changed.
            var other = WebhookEndpointChange()
            other.name = .some("the auditor's")
            _ = try await ground.store.change(record.id, to: other, by: Self.origin)
            try await ground.tell()
            #expect(receiver.arrivals.count == 1)
            change.events = []
            let changed = try #require(try await ground.store.change(record.id, to: change, by: Self.origin))
            #expect(try await ground.followed() == 0)
            try await ground.sign()
            try await ground.tell()
            #expect(receiver.arrivals.count == 1)
            change.events = [.custodyHead]
            _ = try await ground.store.change(record.id, to: change, by: Self.origin)
            #expect(try await ground.followed() == 1)
            let isRemoved = try await ground.store.remove(
                record.id, of: Self.tenant, version: changed.version + 1, by: Self.origin)
            #expect(isRemoved)
            #expect(try await ground.followed() == 0)
            await receiver.stop()
        }
    }
}
