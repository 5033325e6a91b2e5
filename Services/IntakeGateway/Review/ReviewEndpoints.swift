import HTTPServer
import PostgresStore
import Shared

extension Endpoint {
    static let ofReviews: [Endpoint] = [
        Endpoint(
            "listReviewQueue", .get, "/v1/review/queue", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "List what waits for a reviewer", detail: "What has waited longest comes first.",
            parameters: [
                .query("journey", .named("Name"), "Of this journey."),
                .query("claim", .choice(ReviewFilter.Claims.self), "What you have on the screen, what others have, or nobody."),
                .query("warning", .named("Name"), "Warned of by this rule."),
                .query("overdue", .boolean, "Whether a decision was promised for earlier."),
                .query(
                    "limit", .integer(1...ReviewStore.maximumPageSize), "How many items an answer has at most; 50 unless told."),
                .query("after", .string(length: 1...128), "`next` of the answer before."), .language,
            ],
            answers: [.json(200, "ReviewQueue", "A part of the queue.")],
            responder: .on(reading: .view("review.queue")) { ReviewHandlers(gateway: $0).queue }),
        Endpoint(
            "followReviewQueue", .get, "/v1/review/queue/events", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "Follow the queue",
            detail: "At once, and when something has changed, at most once a second: how much there is to do, and what changed.",
            answers: [
                Answer(
                    status: 200,
                    summary: "Server-sent events, without an end: `queue`, with `counts` as in the queue, and `changed`: ids.",
                    content: [("text/event-stream", .string())])
            ],
            responder: .follow(reading: .view("review.follow")) { QueueStreamHandler(gateway: $0).follow }),
        Endpoint(
            "readReviewNumbers", .get, "/v1/review/numbers", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "Read what was decided, in numbers",
            parameters: [
                .query("days", .integer(ReviewStore.numberedDays), "Of so many days until now; 30 unless told.")
            ],
            answers: [.json(200, "TeamNumbers", "Your own, and those of all who review.")],
            responder: .on(reading: .view("review.numbers")) { ReviewHandlers(gateway: $0).numbers }),
        Endpoint(
            "claimNext", .post, "/v1/review/claims", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "Claim what has waited longest",
            detail: "A claim shows others that you have it on the screen, and ends by itself after five minutes.",
            body: Body(content: [("application/json", .named("NextClaim"))], isRequired: false),
            answers: [.json(200, "Claimed", "It is yours."), .empty(204, "Nothing is free.")],
            responder: .on { ReviewHandlers(gateway: $0).claimNext }),
        Endpoint(
            "claimSubmission", .post, "/v1/submissions/{submission}/claim", .bearer(.decide, of: .submission), in: .reviews,
            summary: "Claim it, or hold on to it", parameters: [.submission],
            body: Body(content: [("application/json", .named("NewClaim"))], isRequired: false),
            answers: [.json(200, "Claim", "It is yours for five minutes.")],
            problems: [.notInReview, .claimed, .alreadyReviewed],
            responder: .on { ReviewHandlers(gateway: $0).claim }),
        Endpoint(
            "releaseSubmission", .delete, "/v1/submissions/{submission}/claim", .bearer(.decide, of: .submission), in: .reviews,
            summary: "Give your claim back", parameters: [.submission],
            answers: [.empty(204, "It is not yours, or not any more.")],
            responder: .on { ReviewHandlers(gateway: $0).release }),
        Endpoint(
            "readReview", .get, "/v1/submissions/{submission}/review", .bearer(.decide, of: .submission), in: .reviews,
            summary: "Read it as a reviewer",
            detail:
                "With what was read, what the rules warn of, its history, files that are alike, and what it can be refused for.",
            parameters: [.submission, .language],
            answers: [.json(200, "Review", "All that there is to decide on.", headers: [etag])],
            responder: .on(reading: .view("submission.review")) { ReviewPageHandler(gateway: $0).show }),
        Endpoint(
            "readDecisionDraft", .get, "/v1/submissions/{submission}/decision-draft", .bearer(.decide, of: .submission),
            in: .reviews,
            summary: "Read what you have filled in", detail: "Your own alone. It goes when the submission leaves the review.",
            parameters: [.submission], answers: [.json(200, "KeptDecisionDraft", "The draft of your decision.")],
            responder: .on(reading: .view("submission.view")) { ReviewHandlers(gateway: $0).draft }),
        Endpoint(
            "keepDecisionDraft", .put, "/v1/submissions/{submission}/decision-draft", .bearer(.decide, of: .submission),
            in: .reviews,
            summary: "Keep what you have filled in", parameters: [.submission],
            body: Body(content: [("application/json", .named("DecisionDraft"))]),
            answers: [.empty(204, "It is kept in the place of what was there.")], problems: [.notInReview],
            responder: .on { ReviewHandlers(gateway: $0).keepDraft }),
        Endpoint(
            "removeDecisionDraft", .delete, "/v1/submissions/{submission}/decision-draft", .bearer(.decide, of: .submission),
            in: .reviews,
            summary: "Forget what you have filled in", parameters: [.submission], answers: [.empty(204, "There is none.")],
            responder: .on { ReviewHandlers(gateway: $0).removeDraft }),
    ]
}

extension Schemas {
    static let reviewParts: [String: Schema] = [
        "ReviewQueue": ReviewQueueResource.schema,
        "ReviewItem": ReviewItemResource.schema,
        "ReviewNumbers": NumbersResource.schema,
        "TeamNumbers": TeamNumbersResource.schema,
        "ReviewCounts": ReviewCountsResource.schema,
        "Reviews": ReviewsResource.schema,
        "Review": ReviewResource.schema,
        "ReviewedJourney": ReviewedJourneyResource.schema,
        "ReviewHistoryEntry": HistoryResource.schema,
        "AlikePage": AlikePageResource.schema,
        "ReviewReason": ReviewReasonResource.schema,
        "GivenVerdict": VerdictResource.schema,
        "Claimed": ClaimedResource.schema,
        "NextClaim": .request(
            .optional("journey", .nullable(.named("Name")), "Of this journey."),
            .optional(
                "after", .nullable(.named("Identifier")),
                "What you have just had. If it was passed over, what comes behind it is claimed first.")),
        "NewClaim": .request(.optional("takeOver", .nullable(.boolean), "Even if somebody else has it on the screen.")),
    ]
}
