import Domain
import HTTPClient
import HTTPServer
import PostgresStore
import Shared
import Webhooks

/// The services that the handlers of endpoints and deliveries use.
struct EndpointServices: Sendable {
    let endpoints: WebhookEndpointStore
    let deliveries: DeliveryHistory
    /// Sends test messages.
    let client: HTTPClient
    /// Permits private addresses of endpoints, for development.
    let allowsPrivate: Bool
}

/// `/v1/webhook-endpoints`: the webhook endpoints of a tenant.
struct EndpointHandlers: Sendable {
    let gateway: GatewayServices
    /// Whether the endpoints of all tenants are meant, for operators.
    var ofAll = false

    static let nameLength = 200
    static let mostJourneys = 100
    static let eventTypes = WebhookEvent.all.map(\.type)
    private var store: WebhookEndpointStore { gateway.endpoints.endpoints }

    /// Creates an endpoint. Only this answer and that of a rotation hold its secret.
    func create(_ call: Call) async throws -> HTTPResponse {
        let new = try await read(call)
        guard let made = try await store.create(new, by: call.origin), let key = made.keys.first else {
            throw Problem(
                .tooManyEndpoints, detail: "At most \(WebhookEndpointStore.limit) endpoints are possible. Remove some.",
                members: ["limit": .integer(WebhookEndpointStore.limit)])
        }
        return .resource(
            described(made.record, key: key), status: 201,
            headers: ofAll ? [:] : ["Location": gateway.links.endpoint(made.record.id)])
    }

    // Kept apart from its caller: the optimiser of Swift 6.3 crashes while it splits such coroutines.
    @inline(never)
    private func read(_ call: Call) async throws -> NewWebhookEndpoint {
        var object = try await call.request.jsonObject()
        let tenant = ofAll ? object.tenant(isRequired: true) : nil
        // Where an operator names no tenant this throws.
        return try NewWebhookEndpoint(
            reading: object, of: tenant ?? call.tenant, offered: gateway.journeys,
            allowsPrivate: gateway.endpoints.allowsPrivate)
    }

    /// The tenant that the endpoint must belong to; nil for any.
    private func owner(_ call: Call) -> TenantID? { ofAll ? nil : call.tenant }

    private func described(_ record: WebhookEndpointRecord, key: WebhookKey? = nil) -> Encoded<EndpointDescription> {
        Encoded(
            ofAll
                ? EndpointDescription(record, key: key, withTenant: true)
                : EndpointResource(record, key: key, links: gateway.links))
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        let found = try await store.endpoints(of: call.tenant)
        return .resource(Listing(items: found.map { described($0) }))
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        .resource(described(try await record(call)))
    }

    func change(_ call: Call) async throws -> HTTPResponse {
        let change = try await readChange(call)
        let changed = try await store.change(try call.identifier("endpoint"), of: owner(call), to: change, by: call.origin)
        guard let changed else { throw Problem.notFound }
        return .resource(described(changed))
    }

    @inline(never)
    private func readChange(_ call: Call) async throws -> WebhookEndpointChange {
        try WebhookEndpointChange(
            reading: try await call.request.jsonObject(), offered: gateway.journeys,
            allowsPrivate: gateway.endpoints.allowsPrivate)
    }

    /// Requires a confirmation: the secrets are destroyed, and waiting deliveries are dropped.
    func remove(_ call: Call) async throws -> HTTPResponse {
        let record = try await record(call)
        let subject = ConfirmationSubject(
            action: "webhook-endpoint.remove", resource: "webhook-endpoints/\(record.id)", version: record.version)
        let prompt = ConfirmationPrompt(
            title: ofAll
                ? "Remove the endpoint \(record.name ?? record.id.description) of \(record.tenant)?" : "Remove the endpoint?",
            message: "It is told nothing any more, what waits for it is given up, and its secrets are gone.",
            actionLabel: "Remove endpoint")
        try await gateway.confirmations.check(subject, prompt: prompt, for: call)
        guard try await store.remove(record.id, of: record.tenant, version: record.version, by: call.origin) else {
            throw Problem.notFound
        }
        if ofAll { return .resource(described(record)) }
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }

    /// `{"overlap"?: seconds, "signature"?: "v1" | "v1a"}`: sets a new secret; the old one also signs for a while.
    func rotate(_ call: Call) async throws -> HTTPResponse {
        let rotation = try await readRotation(call)
        let rotated = try await store.rotate(
            try call.identifier("endpoint"), of: owner(call), to: rotation.kind, overlap: .seconds(rotation.overlap),
            by: call.origin)
        guard let rotated else { throw Problem.notFound }
        return .resource(described(rotated.endpoint, key: rotated.key))
    }

    @inline(never)
    private func readRotation(_ call: Call) async throws -> EndpointRotation {
        try EndpointRotation(reading: try await call.request.jsonObject())
    }

    /// `{"sample"?: type}`: sends a signed test message, empty or a sample of such an event, and returns the result.
    func test(_ call: Call) async throws -> HTTPResponse {
        let sample = try await readTest(call)
        guard let endpoint = try await store.endpoint(try call.identifier("endpoint"), of: owner(call)) else {
            throw Problem.notFound
        }
        let ticket = try gateway.admission.test(endpoint.record.tenant)
        defer { withExtendedLifetime(ticket) {} }
        let result = await WebhookTest.send(
            try WebhookTest.message(to: endpoint.record, sample: sample, at: gateway.now()), to: endpoint,
            addressGuard: gateway.endpoints.allowsPrivate ? .notLinkLocal : .publicOnly, by: gateway.endpoints.client)
        return .resource(Encoded(result))
    }

    @inline(never)
    private func readTest(_ call: Call) async throws -> WebhookEvent? {
        try EndpointTest(reading: try await call.request.optionalJSONObject()).sample
    }

    /// `{"since": moment}`: delivers everything that the endpoint has missed since then.
    func recover(_ call: Call) async throws -> HTTPResponse {
        let since = try await readSince(call)
        let record = try await record(call)
        let count = try await gateway.endpoints.deliveries.recover(record.id, of: owner(call), since: since, by: call.origin)
        guard let count else {
            throw Problem(.endpointDisabled, detail: "It is disabled. Enable it first, with {\"enabled\": true}.")
        }
        return .resource(RecoveryResource(deliveries: count), status: 202)
    }

    @inline(never)
    private func readSince(_ call: Call) async throws -> Timestamp {
        try EndpointRecovery(reading: try await call.request.jsonObject()).since
    }

    /// The endpoint in the path, if it belongs to the caller. Nothing but a test needs its keys.
    private func record(_ call: Call) async throws -> WebhookEndpointRecord {
        guard let found = try await store.keyless(try call.identifier("endpoint"), of: owner(call)) else {
            throw Problem.notFound
        }
        return found
    }
}
