import CommandLine
import CommandSupport
import Domain
import Operations
import PostgresStore
import Shared

/// Reads and changes API keys: over the gateway, or in the database.
protocol KeySource: Sendable {
    func keys(of tenant: TenantID?) async throws -> [KeyDescription]
    func hasActive() async throws -> Bool
    func create(_ new: NewAPIKey, because reason: String?) async throws -> KeyDescription
    /// Nil if no key has this prefix.
    func revoke(_ prefix: String) async throws -> (key: KeyDescription, isNew: Bool)?
}

/// Chooses the source that the variables name.
enum KeySources {
    static func run<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (any KeySource) async throws -> T
    ) async throws -> T {
        if let result = try await AdminGateway.run(context, { try await body(GatewayKeys(gateway: $0)) }) { return result }
        return try await DatabaseAccess.withTables(context, arguments) {
            try await body(
                DatabaseKeys(store: APIKeyStore(pool: $0), origin: AuditOrigin(actor: Operator(context: context).name)))
        }
    }
}

struct DatabaseKeys: KeySource {
    let store: APIKeyStore
    let origin: AuditOrigin

    func keys(of tenant: TenantID?) async throws -> [KeyDescription] {
        try await store.keys(tenant: tenant).map { KeyDescription($0) }
    }

    func hasActive() async throws -> Bool { try await store.hasActive() }

    func create(_ new: NewAPIKey, because reason: String?) async throws -> KeyDescription {
        let (key, token) = try await store.create(new, by: origin, because: reason)
        return KeyDescription(key, token: token)
    }

    func revoke(_ prefix: String) async throws -> (key: KeyDescription, isNew: Bool)? {
        try await store.revoke(prefix, by: origin).map { (KeyDescription($0.key), $0.isNew) }
    }
}

struct GatewayKeys: KeySource {
    let gateway: AdminGateway

    func keys(of tenant: TenantID?) async throws -> [KeyDescription] {
        let found: AdminGateway.Items<KeyDescription> = try await gateway.get(
            "/v1/admin/keys", [("tenant", tenant?.rawValue)])
        return found.items
    }

    func hasActive() async throws -> Bool { try await keys(of: nil).contains { $0.state == APIKey.Status.active.rawValue } }

    func create(_ new: NewAPIKey, because reason: String?) async throws -> KeyDescription {
        guard let reason else {
            throw CommandFailure(
                .usage, "nothing says why the key is made", advice: "Say it with --reason: the tenant's audit trail has it.")
        }
        var body: [String: JSONValue] = [
            "tenant": .string(new.tenant.owner.rawValue), "test": .boolean(new.tenant.isSandbox),
            "role": .string(new.role.rawValue), "reason": .string(reason),
        ]
        body["name"] = new.name.map(JSONValue.string)
        body["expiresAt"] = new.expiresAt.map { .string($0.description) }
        guard let made: KeyDescription = try await gateway.act("POST", "/v1/admin/keys", .object(body)) else {
            throw CommandFailure(.notAccepted, "the gateway has made no key")
        }
        return made
    }

    func revoke(_ prefix: String) async throws -> (key: KeyDescription, isNew: Bool)? {
        guard let known = try await keys(of: nil).first(where: { $0.prefix == prefix }) else { return nil }
        // As over the database, the command itself says that it is meant.
        let revoked: KeyDescription? = try await gateway.act("DELETE", "/v1/admin/keys/\(prefix)", isConfirmed: true)
        return revoked.map { ($0, known.revokedAt == nil) }
    }
}
