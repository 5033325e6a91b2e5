import HTTPServer
import Shared

extension Endpoint {
    static let ofDecisions: [Endpoint] = [
        Endpoint(
            "decide", .post, "/v1/submissions/{submission}/decision", .bearer(.decide, of: .submission), in: .submissions,
            summary: "Decide on what is in review",
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("NewDecision"))]),
            answers: [
                .json(200, "Submission", "As it is after the decision.", headers: [etag, location])
            ],
            problems: [.notInReview],
            responder: .once(.json) { DecisionHandler(gateway: $0).decide })
    ]
}

extension Schemas {
    static let decisionParts: [String: Schema] = [
        "NewDecision": .request(
            .required(
                "documents",
                .map(
                    of: .request(
                        .required("verdict", .string(oneOf: ["accepted", "refused"])),
                        .optional(
                            "message", .nullable(.text(1...ReviewDecision.maximumWordsLength)), "For the person; of a refusal."))),
                "The verdict on each document that is in review, by its id."),
            .optional("note", .nullable(.text(1...ReviewDecision.maximumNoteLength)), "For the audit trail."),
            .optional("final", .nullable(.boolean), "Refused for good: nothing can be replaced."))
    ]
}
