import Domain
import HTTPServer
import Operations
import PostgresStore
import Shared

extension Endpoint {
    static let ofHolds: [Endpoint] = [
        .reading(
            "adminHolds", "/v1/admin/holds", "Legal holds, the newest first",
            [
                .tenant, .query("released", .boolean, "Also those that were released."),
                .query("limit", .integer(HoldHandlers.limits), "At most so many; 100 unless told."),
            ]
        ) { HoldHandlers(gateway: $0).list },
        .acting(
            "adminHold", .post, "/v1/admin/holds", "Keep a submission, or all of a person, from being destroyed",
            body: .request(PersonalScope.properties + [.optional("reason", .nullable(.text(1...1000)), "Such as a case.")]),
            answers: [.described(201, "It is held."), .described(200, "It was held already.")]
        ) { HoldHandlers(gateway: $0).set },
        .acting(
            "adminReleaseHold", .delete, "/v1/admin/holds/{hold}", "End a hold",
            [.path("hold", .named("Identifier"), "The hold's id.")], answers: [.described(200, "It is released.")],
            destroys: true
        ) { HoldHandlers(gateway: $0).release },
    ]
}

extension PersonalScope {
    static let properties: [Schema.Property] = [
        .optional("submission", .nullable(.named("Identifier")), "This one; or"),
        .optional("tenant", .nullable(.named("Name")), "of this tenant"),
        .optional("subject", .nullable(.text(1...256)), "all of this person."),
    ]
}

/// `/v1/admin/holds`: submissions and persons whose data may not be destroyed.
struct HoldHandlers: Sendable {
    let gateway: GatewayServices

    static let limits = 1...1000
    private var store: LegalHoldStore { gateway.operations.holds }

    func list(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["limit", "released", "tenant"])
        let tenant = faults.tenant()
        let released = faults.read("released", "true or false") { Bool($0) } ?? false
        let limit = faults.limit(Self.limits, otherwise: 100)
        try faults.check("Holds cannot be listed like this; `errors` says why.")
        let holds = try await store.holds(tenant: tenant, released: released, limit: limit)
        return .whole(holds.map { HoldDescription($0) })
    }

    func set(_ call: Call) async throws -> HTTPResponse {
        let (scope, tenant, reason) = try await read(call)
        switch try await store.set(scope, tenant: tenant, reason: reason, by: call.origin, at: gateway.now()) {
        case .notFound: throw Problem.notFound
        case .set(let hold): return .resource(Encoded(HoldDescription(hold)), status: 201)
        case .alreadyHeld(let hold): return .resource(Encoded(HoldDescription(hold)))
        }
    }

    @inline(never)
    private func read(_ call: Call) async throws -> (HoldScope, TenantID, String?) {
        var object = try await call.request.jsonObject()
        let scope = try PersonalScope(&object)
        let reason = object.optionalString("reason", maximum: 1000)
        try object.finish()
        switch scope {
        case .person(let subject, let tenant): return (.subject(subject), tenant, reason)
        case .submission(let id):
            guard let found = try await gateway.operations.personal.submission(id) else { throw Problem.notFound }
            return (.submission(id), found.tenant, reason)
        }
    }

    func release(_ call: Call) async throws -> HTTPResponse {
        let id: HoldID = try call.identifier("hold")
        let prompt = ConfirmationPrompt(
            title: "Release this hold?", message: "What it covers can be erased from then on, by retention, too.",
            actionLabel: "Release")
        try await gateway.confirmations.check(
            ConfirmationSubject(action: "hold.release", resource: "holds/\(id)", version: 1), prompt: prompt, for: call)
        guard let hold = try await store.release(id, by: call.origin, at: gateway.now()) else { throw Problem.notFound }
        return .resource(Encoded(HoldDescription(hold)))
    }
}
