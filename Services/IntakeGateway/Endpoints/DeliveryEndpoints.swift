import HTTPServer
import Shared

extension Endpoint {
    static let ofDeliveries: [Endpoint] = [
        Endpoint(
            "listDeliveries", .get, "/v1/deliveries", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "What was told to whom", detail: "The newest first.",
            parameters: [
                .query("endpoint", .named("Identifier"), "To this endpoint."),
                .query("submission", .named("Identifier"), "Of this submission."),
                .query("state", .string(oneOf: ["pending", "delivered", "given_up"]), "In this state."),
                .query("since", .named("Timestamp"), "Planned at this moment or later."),
                .query("limit", .integer(DeliveryHandlers.limits), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .named("Identifier"), "From `next` of the answer before."),
            ],
            answers: [.json(200, "DeliveryListing", "A part of them.", headers: [("Link", "The next part (RFC 8288).")])],
            responder: .on { DeliveryHandlers(gateway: $0).list }),
        Endpoint(
            "readDelivery", .get, "/v1/deliveries/{delivery}", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Read a delivery and its tries", parameters: [delivery],
            answers: [.json(200, "Delivery", "With what was sent and answered, bounded and without secrets.")],
            responder: .on { DeliveryHandlers(gateway: $0).show }),
        Endpoint(
            "retryDelivery", .post, "/v1/deliveries/{delivery}/retry", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Try a delivery at once", detail: "With all of its tries anew.",
            parameters: [delivery], answers: [.json(202, "Delivery", "It is tried again.")], problems: [.notRetriable],
            responder: .on { DeliveryHandlers(gateway: $0).retry }),
    ]

    private static let delivery = Parameter.path("delivery", .named("Identifier"), "The delivery's id.")
}
