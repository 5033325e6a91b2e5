import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// Whose endpoints are found, and how many there may be.
@Suite(.timeLimit(.minutes(1))) struct WebhookEndpointStoreTests {
    private let erna = AuditOrigin(actor: "operator:erna")

    private func made(_ tenant: TenantID, _ store: WebhookEndpointStore) async throws -> KeyedWebhookEndpoint? {
        try await store.create(NewWebhookEndpoint(tenant: tenant, url: "https://\(tenant).example/hook"), by: erna)
    }

    @Test func noTenantFindsAnothersEndpointOrKey() async throws {
        try await StoreFixture.run { fixture in
            let store = WebhookEndpointStore(pool: fixture.database.pool)
            let own = try #require(try await made("acme", store)).record
            let foreign = try #require(try await made("other", store)).record
            #expect(try await store.signingEndpoints(of: "acme").map(\.record.id) == [own.id])
            #expect(try await store.endpoint(foreign.id, of: "acme") == nil)
            #expect(try await store.endpoint(foreign.id, of: "other")?.record.id == foreign.id)
            #expect(try await store.endpoint(foreign.id)?.record.id == foreign.id)
            #expect(try await !store.remove(foreign.id, of: "acme", version: foreign.version, by: erna))
            #expect(try await store.endpoints().count == 2)
        }
    }

    @Test func whatAnEndpointWantsIsKeptAndChanged() async throws {
        try await StoreFixture.run { fixture in
            let store = WebhookEndpointStore(pool: fixture.database.pool)
            let new = NewWebhookEndpoint(
                tenant: "acme", url: "https://acme.example/hook",
                events: [.outcome(.submissionAccepted), .unknown("com.docket.later.v1")], journeys: ["sample"],
                fields: ["state", "results.pdf"])
            let made = try #require(try await store.create(new, by: erna)).record
            #expect(made.events == new.events && made.journeys == new.journeys && made.fields == new.fields)
            var change = WebhookEndpointChange()
            change.journeys = []
            let changed = try #require(try await store.change(made.id, to: change, by: erna))
            #expect(changed.journeys == [] && changed.fields == new.fields && changed.events == new.events)
            change.fields = ["attempt"]
            #expect(try await store.change(made.id, to: change, by: erna)?.fields == ["attempt"])
        }
    }

    @Test func aTenantHasOnlySoManyEndpoints() async throws {
        try await StoreFixture.run { fixture in
            let store = WebhookEndpointStore(pool: fixture.database.pool)
            for _ in 0..<WebhookEndpointStore.limit { _ = try #require(try await made("acme", store)) }
            let (beyond, foreign) = (try await made("acme", store), try await made("other", store))
            #expect(beyond == nil && foreign != nil)
        }
    }
}
