import HTTPServer

extension Endpoint {
    static let ofDescription: [Endpoint] = [
        Endpoint(
            "readDescription", .get, "/openapi.json", .everybody, in: .service,
            summary: "This description", parameters: [.ifNoneMatch],
            answers: [
                Answer(status: 200, summary: "OpenAPI 3.1.", content: [("application/json", .anything)]),
                .empty(304, "The client has it."),
            ],
            responder: .open { gateway in { request, _ in gateway.description.openAPI(request) } }),
        Endpoint(
            "readEventDescription", .get, "/asyncapi.json", .everybody, in: .service,
            summary: "The events, described", parameters: [.ifNoneMatch],
            answers: [
                Answer(status: 200, summary: "AsyncAPI 3.0.", content: [("application/json", .anything)]),
                .empty(304, "The client has it."),
            ],
            responder: .open { gateway in { request, _ in gateway.description.asyncAPI(request) } }),
        Endpoint(
            "readDocumentation", .get, "/docs", .everybody, in: .service,
            summary: "This description, for people", parameters: [.ifNoneMatch],
            answers: [
                Answer(status: 200, summary: "A page without anything from outside.", content: [("text/html", .string())]),
                .empty(304, "The client has it."),
            ],
            responder: .open { gateway in { request, _ in gateway.description.docs(request) } }),
        Endpoint(
            "explainProblem", .get, "/problems/{problem}", .everybody, in: .service,
            summary: "Where the type of a problem leads to",
            parameters: [.path("problem", .string(oneOf: ProblemType.allCases.map(\.name).sorted()), "Its name.")],
            answers: [.empty(303, "The page has a line on it.", headers: [("Location", "Where.")])],
            responder: .open { gateway in { _, parameters in gateway.description.problem(parameters) } }),
    ]
}
