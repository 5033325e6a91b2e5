import CommandLine
import CommandSupport
import Domain
import PostgresStore
import Shared
import Webhooks

/// Reads and repeats deliveries: over the gateway, or in the database.
protocol DeliverySource: Sendable {
    /// The newest first.
    func deliveries(_ filter: DeliveryFilter, limit: Int) async throws -> [DeliveryDescription]
    /// With its attempts; nil if there is none.
    func delivery(_ id: DeliveryID) async throws -> DeliveryDescription?
    /// The number of deliveries that will be retried.
    func retry(_ filter: DeliveryFilter, only ids: [DeliveryID]?) async throws -> Int
    /// The number of deliveries in progress; nil if the endpoint does not exist or is disabled.
    func recover(_ endpoint: WebhookEndpointID, since: Timestamp) async throws -> Int?
}

/// Chooses the source that the variables name.
enum DeliverySources {
    static func run<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (any DeliverySource) async throws -> T
    ) async throws -> T {
        if let result = try await AdminGateway.run(context, { try await body(GatewayDeliveries(gateway: $0)) }) { return result }
        let sealing = DatabaseAccess.sealingIfAny(context, home: GatewayOptions.homeDirectory(context, arguments))
        return try await DatabaseAccess.withTables(context, arguments) {
            try await body(
                DatabaseDeliveries(
                    history: DeliveryHistory(pool: $0, keys: SealingKeyStore(pool: $0, sealing)),
                    origin: AuditOrigin(actor: Operator(context: context).name)))
        }
    }
}

struct DatabaseDeliveries: DeliverySource {
    let history: DeliveryHistory
    let origin: AuditOrigin

    func deliveries(_ filter: DeliveryFilter, limit: Int) async throws -> [DeliveryDescription] {
        try await history.deliveries(filter, limit: limit).map { DeliveryDescription($0, withTenant: true) }
    }

    func delivery(_ id: DeliveryID) async throws -> DeliveryDescription? {
        try await history.delivery(id).map { DeliveryDescription($0.delivery, tries: $0.tries, withTenant: true) }
    }

    func retry(_ filter: DeliveryFilter, only ids: [DeliveryID]?) async throws -> Int {
        try await history.retry(filter, only: ids, by: origin)
    }

    func recover(_ endpoint: WebhookEndpointID, since: Timestamp) async throws -> Int? {
        try await history.recover(endpoint, since: since, by: origin)
    }
}

struct GatewayDeliveries: DeliverySource {
    let gateway: AdminGateway

    private static let path = "/v1/admin/deliveries"
    /// The most deliveries that can be named at once.
    private static let most = 1000

    private struct Begun: Decodable {
        let deliveries: Int
    }

    func deliveries(_ filter: DeliveryFilter, limit: Int) async throws -> [DeliveryDescription] {
        try await gateway.list(Self.path, Self.members(filter).map { ($0.name, $0.value) }, limit: limit, most: 200)
    }

    func delivery(_ id: DeliveryID) async throws -> DeliveryDescription? { try await gateway.get("\(Self.path)/\(id)") }

    func retry(_ filter: DeliveryFilter, only ids: [DeliveryID]?) async throws -> Int {
        var body = Dictionary(
            uniqueKeysWithValues: Self.members(filter).compactMap { name, value in value.map { (name, JSONValue.string($0)) } })
        guard let ids else {
            let begun: Begun = try await gateway.done("POST", "\(Self.path)/retry", .object(body))
            return begun.deliveries
        }
        var count = 0
        for start in stride(from: 0, to: ids.count, by: Self.most) {
            body["ids"] = .array(ids[start..<min(start + Self.most, ids.count)].map { .string($0.description) })
            let begun: Begun = try await gateway.done("POST", "\(Self.path)/retry", .object(body))
            count += begun.deliveries
        }
        return count
    }

    func recover(_ endpoint: WebhookEndpointID, since: Timestamp) async throws -> Int? {
        let begun: Begun = try await gateway.done(
            "POST", "/v1/admin/endpoints/\(endpoint)/recover", ["since": .string(since.description)])
        return begun.deliveries
    }

    private static func members(_ filter: DeliveryFilter) -> [(name: String, value: String?)] {
        [
            ("tenant", filter.tenant?.rawValue), ("endpoint", filter.endpoint), ("submission", filter.submission?.description),
            ("state", filter.state?.rawValue), ("since", filter.since?.description),
        ]
    }
}
