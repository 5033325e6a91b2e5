import HTTPServer
import Shared

extension Endpoint {
    static let ofDeadLetters: [Endpoint] = [
        .reading(
            "adminDeadLetters", "/v1/admin/dead-letters", "What could not be processed, the oldest first",
            [
                .query("stage", .choice(Stage.self), "Only of this stage."),
                .query("cause", .text(1...64), "Only of this cause."), .tenant,
                .query("limit", .integer(DeadLetterHandlers.limits), "At most so many; 100 unless told."),
                .query("cursor", .string(length: 1...256), "From `next` of the answer before."),
            ]
        ) { DeadLetterHandlers(gateway: $0).list },
        .reading(
            "adminDeadLetter", "/v1/admin/dead-letters/{letter}",
            "A dead letter with its event or its bytes, without what events say of a person",
            [.path("letter", .text(1...64), "An event by its id, a record by its number.")], audited: "dead-letter.view"
        ) { DeadLetterHandlers(gateway: $0).show },
        .acting(
            "adminRetryDeadLetters", .post, "/v1/admin/dead-letters/retry", "Send dead letters again",
            body: .request(
                ids, stage, cause, tenant, .optional("dryRun", .nullable(.boolean), "Only tell what it would change.")),
            answers: [.described(200, "What became of each.")]
        ) { DeadLetterHandlers(gateway: $0).retry },
        .acting(
            "adminDiscardDeadLetters", .post, "/v1/admin/dead-letters/discard", "Give dead letters up for good",
            body: .request(ids, stage, cause, tenant), answers: [.described(200, "What became of each.")], destroys: true
        ) { DeadLetterHandlers(gateway: $0).discard },
    ]

    private static let ids = Schema.Property.optional(
        "ids", .nullable(.array(of: .text(1...64), minimum: 1, maximum: DeadLetterHandlers.most)), "These.")
    private static let stage = Schema.Property.optional("stage", .nullable(.choice(Stage.self)), "All of this stage.")
    private static let cause = Schema.Property.optional("cause", .nullable(.text(1...64)), "All of this cause.")
    private static let tenant = Schema.Property.optional("tenant", .nullable(.named("Name")), "All of this tenant.")
}
