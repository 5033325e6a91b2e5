import HTTPServer
import Shared

extension Endpoint {
    static let ofOperations: [Endpoint] = [
        .reading("adminStatus", "/v1/admin/status", "How the installation is") { OperationHandlers(gateway: $0).status },
        .reading("adminDescription", "/v1/admin/openapi.json", "These routes, in OpenAPI 3.1") { gateway in
            return { call in gateway.description.operatorsAPI(call.request) }
        },
        .reading("adminLag", "/v1/admin/lag", "How far behind each stage is, by partition") {
            OperationHandlers(gateway: $0).lag
        },
        .reading("adminProcesses", "/v1/admin/processes", "Which processes live") { OperationHandlers(gateway: $0).processes },
        .reading(
            "adminReconcile", "/v1/admin/reconcile", "Whether everything that was accepted is accounted for",
            [
                .query("limit", .integer(ReconcileHandlers.limits), "How many events in flight are listed; 100 unless told."),
                .query("deadline", .integer(ReconcileHandlers.deadlines), "Seconds that an outcome may stay untold; an hour's."),
            ]
        ) { ReconcileHandlers(gateway: $0).look },
        .acting(
            "adminEmitAgain", .post, "/v1/admin/reconcile", "The same, and emit again what is stuck",
            body: .request(
                .optional("limit", .nullable(.integer(ReconcileHandlers.limits)), "How many events in flight are listed."),
                .optional("deadline", .nullable(.integer(ReconcileHandlers.deadlines)), "How long an outcome may stay untold.")),
            answers: [.described(200, "What was emitted, and how everything stands now.")], audited: "reconcile.emit"
        ) { ReconcileHandlers(gateway: $0).emit },
        .reading("adminTopics", "/v1/admin/topics", "The topics, and how much lies on them") {
            OperationHandlers(gateway: $0).topics
        },
        .reading(
            "adminStory", "/v1/admin/stories/{story}", "What happened to a submission",
            [.path("story", .named("Identifier"), "The submission's id.")], audited: "story.view"
        ) { StoryHandlers(gateway: $0).show },
        .reading(
            "adminSearch", "/v1/admin/search", "Find something by its id, a key by its prefix, a person by the tenant's own id",
            [.query("q", .text(1...256), "What is looked for."), .tenant], audited: "admin.search"
        ) { SearchHandlers(gateway: $0).search },
    ]

    /// An endpoint that only reads.
    static func reading(
        _ id: String, _ pattern: String, _ summary: String, _ parameters: [Parameter] = [], audited action: String? = nil,
        _ make: @escaping @Sendable (GatewayServices) -> Responder.Answer
    ) -> Endpoint {
        Endpoint(
            id, .get, pattern, .bearer(.operate, of: .installation), in: .operations, summary: summary, parameters: parameters,
            answers: [.described(200, summary + ".")],
            responder: .on(reading: action.map { .view($0) }, make))
    }

    /// An endpoint that acts. `destroys` requires a confirmation. `audited` writes acts into the audit trail that do not
    /// write themselves.
    static func acting(
        _ id: String, _ method: HTTPMethod, _ pattern: String, _ summary: String, _ parameters: [Parameter] = [],
        body: Schema? = nil, bodyIsRequired: Bool = true, answers: [Answer], destroys: Bool = false, problems: [ProblemType] = [],
        audited action: String? = nil, _ make: @escaping @Sendable (GatewayServices) -> Responder.Answer
    ) -> Endpoint {
        Endpoint(
            id, method, pattern, .bearer(.operate, of: .installation), in: .operations, summary: summary,
            parameters: parameters + (destroys ? [.confirmation] : []),
            body: body.map { Body(content: [("application/json", $0)], isRequired: bodyIsRequired) }, answers: answers,
            problems: problems + (destroys ? [.confirmationRequired, .confirmationInvalid] : []),
            responder: .on(reading: action.map { .act($0) }, make))
    }
}

extension Endpoint.Parameter {
    static let tenant = query("tenant", .named("Name"), "Only of this tenant.")
}
