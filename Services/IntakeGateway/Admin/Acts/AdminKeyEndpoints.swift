import Domain
import HTTPServer
import Operations
import PostgresStore
import Shared

extension Endpoint {
    static let ofKeys: [Endpoint] = [
        .reading("adminKeys", "/v1/admin/keys", "The keys, the newest first", [.tenant]) { AdminKeyHandlers(gateway: $0).list },
        .acting(
            "adminCreateKey", .post, "/v1/admin/keys", "Make a key",
            body: .request(
                .required("tenant", .named("Name")), .required("role", .string(oneOf: AdminKeyHandlers.roles.map(\.rawValue))),
                .required("reason", .text(Glass.reasons), "Why: it lets somebody in at the tenant, whose audit trail has this."),
                .optional("name", .nullable(.text(1...100)), "What people call it."),
                .optional("test", .nullable(.boolean), "Whether it is for the tenant's sandbox."),
                .optional("expiresAt", .nullable(.named("Timestamp")), "Until it is revoked unless told.")),
            answers: [.described(201, "The key, whose secret is told this once.")]
        ) { AdminKeyHandlers(gateway: $0).create },
        .acting(
            "adminRevokeKey", .delete, "/v1/admin/keys/{key}", "End a key, for good",
            [.path("key", .string(pattern: "^[0-9a-f]{12}$"), "By its prefix.")],
            answers: [.described(200, "It is refused everywhere within five seconds.")], destroys: true
        ) { AdminKeyHandlers(gateway: $0).revoke },
    ]
}

/// `/v1/admin/keys`: the keys of back ends.
struct AdminKeyHandlers: Sendable {
    let gateway: GatewayServices

    /// A person's key would have to name the person, which a key cannot.
    static let roles = Role.allCases.filter { $0 != .person }

    func list(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["tenant"])
        let tenant = faults.tenant()
        try faults.check("Keys cannot be listed like this; `errors` says why.")
        let keys = try await gateway.operations.keys.keys(tenant: tenant)
        return .whole(keys.map { KeyDescription($0) })
    }

    func create(_ call: Call) async throws -> HTTPResponse {
        let (new, reason) = try await read(call)
        let (key, token) = try await gateway.operations.keys.create(new, by: call.origin, because: reason)
        return .resource(Encoded(KeyDescription(key, token: token)), status: 201)
    }

    @inline(never)
    private func read(_ call: Call) async throws -> (NewAPIKey, reason: String) {
        var object = try await call.request.jsonObject()
        let named = object.tenant(isRequired: true)
        let tenant = object.optionalBoolean("test") ?? false ? named?.sandbox : named
        if let named, named.isSandbox || tenant == nil {
            object.fault(
                "tenant", "This is a sandbox, or has too long a name for one. Name a tenant, and say `test` for its sandbox.",
                rule: "sandbox")
        }
        let role = object.requiredChoice("role", of: Role.self)
        if role == .person { object.fault("role", "A key cannot say whose submissions are meant.", rule: "choice") }
        let reason = object.reason()
        let name = object.optionalString("name", maximum: 100)
        let expiresAt = object.moment("expiresAt")
        if let expiresAt, expiresAt <= gateway.now() { object.fault("expiresAt", "This is over.", rule: "range") }
        try object.finish()
        guard let tenant, let role, let reason else { throw Problem.notFound }
        return (NewAPIKey(tenant: tenant, role: role, name: name, expiresAt: expiresAt), reason)
    }

    func revoke(_ call: Call) async throws -> HTTPResponse {
        guard let prefix = call.parameters["key"], OpaqueToken.isPrefix(prefix),
            let key = try await gateway.operations.keys.key(prefix)?.key
        else { throw Problem.notFound }
        let prompt = ConfirmationPrompt(
            title: "Revoke the key \(key.name ?? key.prefix)?",
            message:
                "Whoever comes in with it (\(key.role.rawValue) of \(key.tenant)) is shut out within five seconds, for good.",
            actionLabel: "Revoke")
        try await gateway.confirmations.check(
            ConfirmationSubject(action: "key.revoke", resource: "keys/\(prefix)", version: 1), prompt: prompt, for: call)
        guard let revoked = try await gateway.operations.keys.revoke(prefix, by: call.origin) else { throw Problem.notFound }
        return .resource(Encoded(KeyDescription(revoked.key)))
    }
}
