import Domain
import HTTPServer
import Shared

extension Endpoint {
    static let ofDecisions: [Endpoint] = [
        Endpoint(
            "decide", .post, "/v1/submissions/{submission}/decision", .bearer(.decide, of: .submission), in: .reviews,
            summary: "Decide on what is in review",
            detail: """
                With `holdFor`, the decision is made when so many seconds are over, and can be taken back until then. Where the journey \
                asks for two reviewers, the submission stays in review until another one has judged it.
                """,
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("NewDecision"))]),
            answers: [
                .json(200, "Submission", "As it is after the decision.", headers: [etag, location]),
                .json(202, "Held", "The decision is held."),
            ],
            problems: [.notInReview, .claimed, .alreadyReviewed],
            responder: .once(.json) { DecisionHandler(gateway: $0).decide }),
        Endpoint(
            "takeBackDecision", .delete, "/v1/submissions/{submission}/decision", .bearer(.decide, of: .submission), in: .reviews,
            summary: "Take back a decision that is held", parameters: [.submission],
            answers: [.empty(204, "Nothing was decided.")], problems: [.notHeld, .claimed],
            responder: .on { DecisionHandler(gateway: $0).takeBack }),
    ]
}

extension Schemas {
    static let decisionParts: [String: Schema] = [
        "NewDecision": .request(
            .required(
                "documents",
                .map(
                    of: .request(
                        [.required("verdict", .choice(DecisionRecord.Judgement.Word.self))] + ofRefusal)),
                "The verdict on each document that is in review, by its id."),
            note, final,
            .optional(
                "holdFor", .nullable(.integer(HeldDecision.allowed)), "For how many seconds it can be taken back; 0 unless told.")
        ),
        "DecisionDraft": .request(
            .optional(
                "documents",
                .map(of: .request([.optional("verdict", .nullable(.choice(DecisionRecord.Judgement.Word.self)))] + ofRefusal)),
                "What has been filled in, by the ids of documents."),
            note, final),
        "KeptDecisionDraft": DraftResource.schema,
        "Held": .answer(
            .required("submission", .named("Identifier")),
            .required("held", .named("HeldDecision"))),
        "HeldDecision": HeldPart.schema,
        "Claim": ClaimResource.schema,
    ]

    private static let ofRefusal: [Schema.Property] = [
        .optional("message", .nullable(.text(1...ReviewDecision.maximumWordsLength)), "For the person; of a refusal."),
        .optional(
            "reason", .nullable(.choice(ReviewReason.self)),
            "What is wrong, from the list; of a refusal. Without a message the person reads it in their language."),
    ]
    private static let note = Schema.Property.optional(
        "note", .nullable(.text(1...ReviewDecision.maximumNoteLength)), "For the audit trail.")
    private static let final = Schema.Property.optional(
        "final", .nullable(.boolean), "Refused for good: nothing can be replaced.")
}
