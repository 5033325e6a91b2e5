import CommandLine
import CommandSupport
import Domain
import FoundationEssentials
import HTTPClient
import PostgresStore
import Shared
import Webhooks

/// Reads and changes webhook endpoints: over the gateway, or in the database. Throws if an endpoint does not exist.
protocol EndpointSource: Sendable {
    func endpoints(of tenant: TenantID?) async throws -> [EndpointDescription]
    /// Returns the endpoint with its secret, which is shown only this once.
    func create(_ new: NewWebhookEndpoint) async throws -> EndpointDescription
    /// Returns the endpoint with a new secret. The old one also signs for `overlap` seconds.
    func rotate(_ id: WebhookEndpointID, to kind: WebhookKey.Kind?, overlap: Int) async throws -> EndpointDescription
    func enable(_ id: WebhookEndpointID, _ isEnabled: Bool) async throws -> EndpointDescription
    /// Returns the result in words. Asks the person, unless `isConfirmed`.
    func remove(_ id: WebhookEndpointID, isConfirmed: Bool) async throws -> String
    /// Sends a test message: an empty one, or a sample of an event.
    func test(_ id: WebhookEndpointID, sample: WebhookEvent?) async throws -> WebhookTestResult
}

/// Chooses the source that the variables name.
enum EndpointSources {
    /// The address. It is checked here unless a gateway checks it by its own settings.
    static func address(_ text: String, _ context: CommandContext, _ arguments: ParsedArguments) throws -> String {
        if try AdminGateway.isNamed(context) { return text }
        do throws(EndpointAddressFault) {
            return try EndpointAddress(text, allowsPrivate: allowsPrivate(context, arguments)).text
        } catch {
            throw CommandFailure(.usage, "--url: the URL \(error)")
        }
    }

    /// Checks that the journeys exist, unless a gateway does that.
    static func check(_ journeys: [JourneyID], _ context: CommandContext, _ arguments: ParsedArguments) throws {
        guard !journeys.isEmpty, try !AdminGateway.isNamed(context) else { return }
        let known = try JourneysCommand.registry(
            in: context.environment(arguments)["DOCKET_JOURNEYS"], allowsPrivate: allowsPrivate(context, arguments))
        for journey in journeys where known[journey] == nil {
            throw CommandFailure(
                .usage, "--journey: there is no journey \(journey)", advice: "`docket journeys list` shows what there is.")
        }
    }

    /// Whether addresses may be of one's own network.
    static func allowsPrivate(_ context: CommandContext, _ arguments: ParsedArguments) -> Bool {
        context.environment(arguments)["DOCKET_WEBHOOK_ALLOW_PRIVATE"] == "true"
    }

    static func run<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (any EndpointSource) async throws -> T
    ) async throws -> T {
        if let result = try await AdminGateway.run(context, { try await body(GatewayEndpoints(gateway: $0)) }) { return result }
        let mayBePrivate = allowsPrivate(context, arguments)
        let sealing = try DatabaseAccess.sealing(context, home: GatewayOptions.homeDirectory(context, arguments))
        return try await DatabaseAccess.withTables(context, arguments) { pool in
            let store = WebhookEndpointStore(pool: pool, keys: SealingKeyStore(pool: pool, sealing))
            return try await body(DatabaseEndpoints(store: store, context: context, allowsPrivate: mayBePrivate))
        }
    }
}

struct DatabaseEndpoints: EndpointSource {
    let store: WebhookEndpointStore
    let context: CommandContext
    /// Whether endpoints may have private addresses.
    let allowsPrivate: Bool

    private var origin: AuditOrigin { AuditOrigin(actor: Operator(context: context).name) }

    func endpoints(of tenant: TenantID?) async throws -> [EndpointDescription] {
        try await store.endpoints(of: tenant).map { EndpointDescription($0, withTenant: true) }
    }

    func create(_ new: NewWebhookEndpoint) async throws -> EndpointDescription {
        guard let made = try await store.create(new, by: origin), let key = made.keys.first else {
            throw CommandFailure(
                .usage, "\(new.tenant) has \(WebhookEndpointStore.limit) endpoints, which is the most", advice: "Remove some.")
        }
        return EndpointDescription(made.record, key: key, withTenant: true)
    }

    func rotate(_ id: WebhookEndpointID, to kind: WebhookKey.Kind?, overlap: Int) async throws -> EndpointDescription {
        guard let rotated = try await store.rotate(id, to: kind, overlap: .seconds(overlap), by: origin) else {
            throw Self.missing(id)
        }
        return EndpointDescription(rotated.endpoint, key: rotated.key, withTenant: true)
    }

    func enable(_ id: WebhookEndpointID, _ isEnabled: Bool) async throws -> EndpointDescription {
        var change = WebhookEndpointChange()
        change.isEnabled = isEnabled
        guard let changed = try await store.change(id, to: change, by: origin) else { throw Self.missing(id) }
        return EndpointDescription(changed, withTenant: true)
    }

    func remove(_ id: WebhookEndpointID, isConfirmed: Bool) async throws -> String {
        guard let found = try await store.keyless(id) else { throw Self.missing(id) }
        let prompt = ConfirmationPrompt(
            title: "Remove the endpoint \(found.name ?? found.id.description)?",
            message: "\(found.url) of \(found.tenant) is told nothing any more, and its secrets are gone.",
            actionLabel: "Remove endpoint")
        if !isConfirmed, try await !Operator(context: context).confirms(prompt) { return "kept" }
        return try await store.remove(found.id, of: found.tenant, version: found.version, by: origin)
            ? "removed" : "has changed in the meantime; nothing was done"
    }

    func test(_ id: WebhookEndpointID, sample: WebhookEvent?) async throws -> WebhookTestResult {
        guard let found = try await store.endpoint(id) else { throw Self.missing(id) }
        return await WebhookTest.send(
            try WebhookTest.message(to: found.record, sample: sample, at: Timestamp(Date())), to: found,
            addressGuard: allowsPrivate ? .notLinkLocal : .publicOnly, by: HTTPClient(loop: context.loop))
    }

    private static func missing(_ id: WebhookEndpointID) -> CommandFailure {
        CommandFailure(.notFound, "there is no endpoint \(id)", advice: "`docket endpoints list` shows what is.")
    }
}

/// The gateway decides which addresses are allowed, and sends the test messages.
struct GatewayEndpoints: EndpointSource {
    let gateway: AdminGateway

    private static let path = "/v1/admin/endpoints"

    func endpoints(of tenant: TenantID?) async throws -> [EndpointDescription] {
        let found: AdminGateway.Items<EndpointDescription> = try await gateway.get(Self.path, [("tenant", tenant?.rawValue)])
        return found.items
    }

    func create(_ new: NewWebhookEndpoint) async throws -> EndpointDescription {
        var body: [String: JSONValue] = [
            "tenant": .string(new.tenant.rawValue), "url": .string(new.url), "signature": .string(new.kind.rawValue),
        ]
        body["name"] = new.name.map(JSONValue.string)
        body["contact"] = new.contact.map(JSONValue.string)
        body["journeys"] = .strings(new.journeys.map(\.rawValue))
        body["fields"] = .strings(new.fields)
        if !new.events.isEmpty { body["events"] = .strings(new.events.map(\.type)) }
        return try await gateway.done("POST", Self.path, .object(body))
    }

    func rotate(_ id: WebhookEndpointID, to kind: WebhookKey.Kind?, overlap: Int) async throws -> EndpointDescription {
        var body: [String: JSONValue] = ["overlap": .number(Double(overlap))]
        body["signature"] = kind.map { .string($0.rawValue) }
        return try await gateway.done("POST", "\(Self.path)/\(id)/rotate", .object(body))
    }

    func enable(_ id: WebhookEndpointID, _ isEnabled: Bool) async throws -> EndpointDescription {
        try await gateway.done("PATCH", "\(Self.path)/\(id)", ["enabled": .boolean(isEnabled)])
    }

    func remove(_ id: WebhookEndpointID, isConfirmed: Bool) async throws -> String {
        let removed: EndpointDescription? = try await gateway.act("DELETE", "\(Self.path)/\(id)", isConfirmed: isConfirmed)
        return removed == nil ? "kept" : "removed"
    }

    func test(_ id: WebhookEndpointID, sample: WebhookEvent?) async throws -> WebhookTestResult {
        try await gateway.done(
            "POST", "\(Self.path)/\(id)/test", .object(sample.map { ["sample": .string($0.type)] } ?? [:]))
    }
}
