import PostgresStore
import Shared
import Webhooks

extension Schemas {
    private static let name = Schema.nullable(.text(1...EndpointHandlers.nameLength))
    private static let events = Schema.nullable(
        .array(of: .string(oneOf: EndpointHandlers.eventTypes), maximum: EndpointHandlers.eventTypes.count))
    private static let journeys = Schema.nullable(.array(of: .named("Name"), maximum: EndpointHandlers.mostJourneys))
    private static let fields = Schema.nullable(
        .array(of: .string(length: 1...PayloadFields.maximumLength), maximum: PayloadFields.maximumCount))
    private static let url = Schema.string(pattern: "^https?://[!-~]+$", length: 9...EndpointAddress.maximumLength)

    /// The members of a new endpoint.
    static let newEndpoint: [Schema.Property] = [
        .required("url", url, "https, to a host of the public internet."),
        .optional("name", name),
        .optional("events", events, "Only of these; else of every outcome, and of no head."),
        .optional("journeys", journeys, "Only of these; else of every journey."),
        .optional(
            "fields", fields,
            "Paths of an outcome's data, such as `state` or `results.pdf.digest`: only these are told, and which event it is."),
        .optional("contact", name, "The e-mail address of whoever looks after it."),
        .optional(
            "signature", .nullable(.choice(WebhookKey.Kind.self)),
            "`v1`, a shared secret, or `v1a`, ed25519. `v1` unless told."),
    ]

    static let endpointParts: [String: Schema] = [
        "NewEndpoint": .request(newEndpoint),
        "EndpointChange": .request(
            .optional("url", .nullable(url)), .optional("name", name), .optional("events", events),
            .optional("journeys", journeys), .optional("fields", fields), .optional("contact", name),
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
            .required("journeys", .array(of: .named("Name")), "Empty for every journey."),
            .required("fields", .array(of: .string()), "What is told of an event's data; empty for all of it."),
            .optional("contact", .string()),
            .optional(
                "contactUnopened", .boolean,
                "There is a contact that no key opens here now. A change that leaves `contact` out keeps it."),
            .optional("test", .boolean, "It is a sandbox's, and hears of what is in there alone."),
            .required("state", .string(oneOf: ["enabled", "failing", "disabled"])),
            .optional("disabledBecause", .choice(WebhookEndpointRecord.DisabledBecause.self)),
            .optional("disabledAt", .named("Timestamp")),
            .optional("failingSince", .named("Timestamp"), "Since when no message was taken."),
            .required("createdAt", .named("Timestamp")),
            .required("createdBy", .string()),
            .optional("secret", .string(), "Told once: `whsec_…`, or the public key `whpk_…`."),
            .required("links", .answer(.required("self", .address)))),
        "EndpointListing": .listing(of: "Endpoint"),
        "NewEndpointTest": .request(
            .optional(
                "sample", .nullable(.string(oneOf: EndpointHandlers.eventTypes)),
                "An event of this type, as the page of events shows it, with `\"sample\": true`; else a message that tells nothing."
            )),
        "EndpointTest": .answer(
            [
                .required("taken", .boolean, "Whether it was answered with a 2xx."),
                .optional("status", .integer()),
                .optional("error", .string(), "Why there was no answer, or none that takes a message."),
                .required("milliseconds", .integer()),
            ] + exchange),
        "Recovery": RecoveryResource.schema,
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
        "DeliveryListing": .listing(of: "Delivery"),
        "DeliveryTry": .answer(
            [
                .required("attempt", .integer()),
                .required("beganAt", .named("Timestamp")),
                .required("milliseconds", .integer()),
                .optional("status", .integer()),
                .optional("error", .string()),
            ] + exchange),
    ]

    /// The request and the answer, bounded in length and without secrets.
    private static let exchange: [Schema.Property] = [
        .required(
            "request",
            .answer(.required("target", .string()), .required("headers", .map(of: .string())), .required("size", .integer()))),
        .optional(
            "response",
            .answer(
                .optional("address", .string()), .required("headers", .map(of: .string())),
                .required("excerpt", .string()), .required("size", .integer()))),
    ]
}
