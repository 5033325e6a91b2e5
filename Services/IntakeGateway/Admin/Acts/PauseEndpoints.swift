import Domain
import HTTPServer
import Operations
import PostgresStore
import Shared

extension Endpoint {
    static let ofPauses: [Endpoint] = [
        .reading("adminPauses", "/v1/admin/pauses", "What keeps stages from their work") { PauseHandlers(gateway: $0).list },
        .acting(
            "adminPause", .post, "/v1/admin/pauses", "Let a stage begin nothing new until it is resumed",
            body: .request(
                .required("stage", .choice(Stage.self)),
                .optional("reason", .nullable(.text(1...1000)), "Why, for the other operators.")),
            answers: [.described(201, "It is paused."), .described(200, "It was paused already.")]
        ) { PauseHandlers(gateway: $0).pause },
        .acting(
            "adminResume", .delete, "/v1/admin/pauses/{stage}", "Let a paused stage go on",
            [.path("stage", .choice(Stage.self), "Which.")], answers: [.empty(204, "It goes on.")]
        ) { PauseHandlers(gateway: $0).resume },
    ]
}

/// `/v1/admin/pauses`: pauses a stage.
struct PauseHandlers: Sendable {
    let gateway: GatewayServices

    func list(_ call: Call) async throws -> HTTPResponse {
        .whole(try await Hindrance.all(in: gateway.operations.pool))
    }

    func pause(_ call: Call) async throws -> HTTPResponse {
        var object = try await call.request.jsonObject()
        let stage = object.requiredChoice("stage", of: Stage.self)
        let reason = object.optionalString("reason", maximum: 1000)
        try object.finish()
        guard let stage else { throw Problem.notFound }
        let isNew = try await gateway.operations.pauses.pause(stage, actor: call.principal.actor, reason: reason)
        if isNew { try await note("stage.pause", stage, reason, call) }
        guard let pause = try await gateway.operations.pauses.pauses().first(where: { $0.stage == stage }) else {
            throw Problem.notFound
        }
        return .resource(Encoded(Hindrance(pause)), status: isNew ? 201 : 200)
    }

    func resume(_ call: Call) async throws -> HTTPResponse {
        guard let stage = call.parameters["stage"].flatMap(Stage.init(rawValue:)) else { throw Problem.notFound }
        guard try await gateway.operations.pauses.resume(stage) else { throw Problem.notFound }
        try await note("stage.resume", stage, nil, call)
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }

    private func note(_ action: String, _ stage: Stage, _ reason: String?, _ call: Call) async throws {
        try await gateway.audit.record([
            AuditAct(
                tenant: call.tenant, action: action, resource: "stages/\(stage.rawValue)", origin: call.origin, note: reason,
                time: gateway.now())
        ])
    }
}
