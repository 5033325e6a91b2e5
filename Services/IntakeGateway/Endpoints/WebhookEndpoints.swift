import HTTPServer
import Shared
import Webhooks

extension Endpoint {
    static let ofWebhooks: [Endpoint] = [
        Endpoint(
            "createEndpoint", .post, "/v1/webhook-endpoints", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Make a webhook endpoint",
            detail: "It is told of outcomes from now on, by Standard Webhooks. Its secret is in this answer and not told again.",
            body: Body(content: [("application/json", .named("NewEndpoint"))]),
            answers: [.json(201, "Endpoint", "The endpoint, with its secret.", headers: [location])],
            problems: [.tooManyEndpoints],
            responder: .on { EndpointHandlers(gateway: $0).create }),
        Endpoint(
            "listEndpoints", .get, "/v1/webhook-endpoints", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "List the endpoints",
            answers: [.json(200, "EndpointListing", "The oldest first.")],
            responder: .on { EndpointHandlers(gateway: $0).list }),
        Endpoint(
            "readEndpoint", .get, "/v1/webhook-endpoints/{endpoint}", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Read an endpoint",
            parameters: [endpoint], answers: [.json(200, "Endpoint", "Without its secret.")],
            responder: .on { EndpointHandlers(gateway: $0).show }),
        Endpoint(
            "changeEndpoint", .patch, "/v1/webhook-endpoints/{endpoint}", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Change, disable or enable an endpoint",
            detail: "What is left out stays as it is. One that was disabled is told what it missed only when that is recovered.",
            parameters: [endpoint],
            body: Body(content: [("application/json", .named("EndpointChange"))]),
            answers: [.json(200, "Endpoint", "As it is now.")],
            responder: .on { EndpointHandlers(gateway: $0).change }),
        Endpoint(
            "removeEndpoint", .delete, "/v1/webhook-endpoints/{endpoint}", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Remove an endpoint",
            parameters: [endpoint, .confirmation], answers: [.empty(204, "It is gone.")],
            problems: [.confirmationRequired, .confirmationInvalid],
            responder: .on { EndpointHandlers(gateway: $0).remove }),
        Endpoint(
            "rotateEndpoint", .post, "/v1/webhook-endpoints/{endpoint}/rotate", .bearer(.integrate, of: .tenant),
            in: .notifications,
            summary: "Give an endpoint a new secret",
            detail: "Messages are signed with the old one, too, until the overlap is over.",
            parameters: [endpoint], body: Body(content: [("application/json", .named("EndpointRotation"))]),
            answers: [.json(200, "Endpoint", "With its new secret.")],
            responder: .on { EndpointHandlers(gateway: $0).rotate }),
        Endpoint(
            "testEndpoint", .post, "/v1/webhook-endpoints/{endpoint}/test", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Send an endpoint a test message now, or a sample of an event",
            detail:
                "It is signed as every message is, and sent once. Without a `sample` it is of type `\(WebhookTest.type)` and tells "
                + "nothing. It changes nothing, and is none of the deliveries. Ten may be sent in a row, and one a second after them; four may be "
                + "under way at once.",
            parameters: [endpoint],
            body: Body(content: [("application/json", .named("NewEndpointTest"))], isRequired: false),
            answers: [.json(200, "EndpointTest", "How it fared, whether it was taken or not.")],
            responder: .on { EndpointHandlers(gateway: $0).test }),
        Endpoint(
            "recoverEndpoint", .post, "/v1/webhook-endpoints/{endpoint}/recover", .bearer(.integrate, of: .tenant),
            in: .notifications,
            summary: "Tell an endpoint what it has missed",
            detail: "What was given up since a moment, and what happened while it was disabled or not there. "
                + "Messages keep the ids that they always had.",
            parameters: [endpoint],
            body: Body(content: [("application/json", .named("EndpointRecovery"))]),
            answers: [.json(202, "Recovery", "It is under way.")], problems: [.endpointDisabled],
            responder: .on { EndpointHandlers(gateway: $0).recover }),
    ]

    private static let endpoint = Parameter.path("endpoint", .named("Identifier"), "The endpoint's id.")
}
