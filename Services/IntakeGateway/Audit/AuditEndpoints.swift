import HTTPServer
import Shared

extension Endpoint {
    static let ofAudit: [Endpoint] = [
        Endpoint(
            "listAudit", .get, "/v1/audit", .bearer(.audit, of: .tenant), in: .access,
            summary: "Who did what", detail: "The newest first. Nothing of it is ever changed.",
            parameters: [
                .query("submission", .named("Identifier"), "What was done with this submission."),
                .query("actor", .text(1...300), "What this one did, such as `key:0123456789ab`."),
                .query(
                    "action", .array(of: .string(pattern: "^[a-z.-]{1,64}$"), maximum: 50), "One of these.", isList: true),
                .query("after", .named("Timestamp"), "At this moment or later."),
                .query("before", .named("Timestamp"), "Before this moment."),
                .query("limit", .integer(1...500), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .string(length: 1...128), "From `next` of the answer before. It belongs to one listing."),
            ],
            answers: [.listing("AuditListing", "A part of the trail.")],
            responder: .on(reading: .view("audit.view")) { AuditHandlers(gateway: $0).list })
    ]
}

extension Schemas {
    static let auditParts: [String: Schema] = [
        "AuditEntry": AuditResource.schema,
        "AuditListing": .listing(of: "AuditEntry"),
    ]
}
