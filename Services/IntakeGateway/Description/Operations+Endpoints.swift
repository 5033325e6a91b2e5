import Domain
import HTTPServer
import PostgresStore
import Shared
import Webhooks

extension Operation {
    private static let endpoint = Parameter.path("endpoint", .named("Identifier"), "The endpoint's id.")
    private static let delivery = Parameter.path("delivery", .named("Identifier"), "The delivery's id.")

    static let ofEndpoints: [Operation] = [
        Operation(
            id: .createEndpoint, topic: .notifications, summary: "Make a webhook endpoint",
            detail: "It is told of outcomes from now on, by Standard Webhooks. Its secret is in this answer and not told again.",
            body: Body(content: [("application/json", .named("NewEndpoint"))]),
            answers: [.json(201, "Endpoint", "The endpoint, with its secret.", headers: [("Location", "Its address.")])],
            problems: [.tooManyEndpoints]),
        Operation(
            id: .listEndpoints, topic: .notifications, summary: "List the endpoints",
            answers: [.json(200, "EndpointListing", "The oldest first.")]),
        Operation(
            id: .readEndpoint, topic: .notifications, summary: "Read an endpoint",
            parameters: [endpoint], answers: [.json(200, "Endpoint", "Without its secret.")]),
        Operation(
            id: .changeEndpoint, topic: .notifications, summary: "Change, disable or enable an endpoint",
            detail: "What is left out stays as it is. One that was disabled is told what it missed only when that is recovered.",
            parameters: [endpoint],
            body: Body(content: [("application/json", .named("EndpointChange"))]),
            answers: [.json(200, "Endpoint", "As it is now.")]),
        Operation(
            id: .removeEndpoint, topic: .notifications, summary: "Remove an endpoint",
            parameters: [endpoint, .confirmation], answers: [.empty(204, "It is gone.")],
            problems: [.confirmationRequired, .confirmationInvalid]),
        Operation(
            id: .rotateEndpoint, topic: .notifications, summary: "Give an endpoint a new secret",
            detail: "Messages are signed with the old one, too, until the overlap is over.",
            parameters: [endpoint], body: Body(content: [("application/json", .named("EndpointRotation"))]),
            answers: [.json(200, "Endpoint", "With its new secret.")]),
        Operation(
            id: .testEndpoint, topic: .notifications, summary: "Send an endpoint a message that tells nothing",
            detail: "It is signed, and of type `\(WebhookTest.type)`.", parameters: [endpoint],
            answers: [.json(200, "EndpointTest", "How it fared.")]),
        Operation(
            id: .recoverEndpoint, topic: .notifications, summary: "Tell an endpoint what it has missed",
            detail: "What was given up since a moment, and what happened while it was disabled or not there. "
                + "Messages keep the ids that they always had.",
            parameters: [endpoint],
            body: Body(content: [("application/json", .named("EndpointRecovery"))]),
            answers: [.json(202, "Recovery", "It is under way.")], problems: [.endpointDisabled]),
        Operation(
            id: .listDeliveries, topic: .notifications, summary: "What was told to whom", detail: "The newest first.",
            parameters: [
                .query("endpoint", .named("Identifier"), "To this endpoint."),
                .query("submission", .named("Identifier"), "Of this submission."),
                .query("state", .string(oneOf: ["pending", "delivered", "given_up"]), "In this state."),
                .query("since", .named("Timestamp"), "Planned at this moment or later."),
                .query("limit", .integer(DeliveryHandlers.limits), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .named("Identifier"), "From `next` of the answer before."),
            ],
            answers: [.json(200, "DeliveryListing", "A part of them.", headers: [("Link", "The next part (RFC 8288).")])]),
        Operation(
            id: .readDelivery, topic: .notifications, summary: "Read a delivery and its tries", parameters: [delivery],
            answers: [.json(200, "Delivery", "With what was sent and answered, bounded and without secrets.")]),
        Operation(
            id: .retryDelivery, topic: .notifications, summary: "Try a delivery at once", detail: "With all of its tries anew.",
            parameters: [delivery], answers: [.json(202, "Delivery", "It is tried again.")], problems: [.notRetriable]),
    ]

    private static let name = Schema.nullable(.text(1...EndpointHandlers.nameLength))
    private static let events = Schema.nullable(
        .array(of: .string(oneOf: EndpointHandlers.eventTypes), maximum: EndpointHandlers.eventTypes.count))
    private static let url = Schema.string(pattern: "^https?://[!-~]+$", length: 9...EndpointAddress.maximumLength)

    static let endpointSchemas: [String: Schema] = [
        "NewEndpoint": .request(
            .required("url", url, "https, to a host of the public internet."),
            .optional("name", name),
            .optional("events", events, "Only of these; else of every outcome."),
            .optional("contact", name, "The e-mail address of who looks after it."),
            .optional(
                "signature", .nullable(.choice(WebhookKey.Kind.self)),
                "`v1`, a shared secret, or `v1a`, ed25519. `v1` unless told.")),
        "EndpointChange": .request(
            .optional("url", .nullable(url)), .optional("name", name), .optional("events", events), .optional("contact", name),
            .optional("enabled", .nullable(.boolean))),
        "EndpointRotation": .request(
            .optional(
                "overlap", .nullable(.integer(WebhookEndpointStore.overlaps)),
                "How long the old secret signs beside the new one, in seconds; a day unless told."),
            .optional("signature", .nullable(.choice(WebhookKey.Kind.self)))),
        "EndpointRecovery": .request(.required("since", .named("Timestamp"))),
        "Endpoint": .answer(
            .required("id", .named("Identifier")),
            .required("url", .string()),
            .optional("name", .string()),
            .required("events", .array(of: .string()), "Empty for every outcome."),
            .optional("contact", .string()),
            .required("state", .string(oneOf: ["enabled", "failing", "disabled"])),
            .optional("disabledBecause", .choice(WebhookEndpointRecord.DisabledBecause.self)),
            .optional("disabledAt", .named("Timestamp")),
            .optional("failingSince", .named("Timestamp"), "Since when no message was taken."),
            .required("createdAt", .named("Timestamp")),
            .required("createdBy", .string()),
            .optional("secret", .string(), "Told once: `whsec_…`, or the public key `whpk_…`."),
            .required("links", .answer(.required("self", .address)))),
        "EndpointListing": .answer(.required("items", .array(of: .named("Endpoint"))), .optional("next", .address)),
        "EndpointTest": .answer(
            .required("taken", .boolean), .optional("status", .integer()), .optional("error", .string())),
        "Recovery": .answer(.required("deliveries", .integer(), "How many.")),
        "Delivery": .answer(
            .required("id", .named("Identifier")),
            .required("channel", .string()),
            .required("endpoint", .string()),
            .required("event", .named("Identifier"), "The event, by the id that it has everywhere."),
            .required("type", .string()),
            .required("submission", .named("Identifier")),
            .required("state", .string(oneOf: ["pending", "delivered", "given_up"])),
            .required("attempts", .integer()),
            .required("plannedAt", .named("Timestamp")),
            .required("changedAt", .named("Timestamp")),
            .optional("nextAt", .named("Timestamp")),
            .optional("status", .integer(), "Of the last try."),
            .optional("error", .string(), "Of the last try."),
            .optional("tries", .array(of: .named("DeliveryTry"))),
            .required("links", .answer(.required("self", .address)))),
        "DeliveryListing": .answer(.required("items", .array(of: .named("Delivery"))), .optional("next", .address)),
        "DeliveryTry": .answer(
            .required("attempt", .integer()),
            .required("beganAt", .named("Timestamp")),
            .required("milliseconds", .integer()),
            .optional("status", .integer()),
            .optional("error", .string()),
            .required(
                "request",
                .answer(
                    .required("target", .string()), .required("headers", .map(of: .string())), .required("size", .integer()))),
            .optional(
                "response",
                .answer(
                    .optional("address", .string()), .required("headers", .map(of: .string())),
                    .required("excerpt", .string()), .required("size", .integer())))),
    ]
}
