import Domain
import PostgresStore
import Shared

/// A submission in the review queue.
struct ReviewItemResource: Resource {
    let item: ReviewItem
    let journey: JourneyDefinition
    let viewer: Reviewer
    let language: Language

    static let shape = Shape<Self>(
        .required("submission", .named("Identifier")) { $0.item.submission.description },
        .required("journey", .named("Name")) { $0.item.journey.rawValue },
        .required("title", .string(), "Of the journey.") { $0.journey.said(in: $0.language).title },
        .optional("reference", .string()) { $0.item.reference },
        .optional("subject", .string()) { $0.item.subject },
        .required("waitingSince", .named("Timestamp")) { $0.item.place.since.description },
        .optional("dueAt", .named("Timestamp"), "Until when its journey promises a decision.") { $0.item.dueAt?.description },
        .required("isOverdue", .boolean) { $0.item.isOverdue },
        .required("documents", .integer(0 ... .max)) { $0.item.documents },
        .required("pages", .integer(0 ... .max)) { $0.item.pages },
        .required("warnings", .array(of: .named("Name")), "The rules that warn of something.") {
            $0.item.warnings.map(\.rawValue)
        },
        .required("attempt", .integer(0 ... .max)) { $0.item.attempt },
        .required("version", .integer(1 ... .max)) { $0.item.version },
        .optional("claim", .named("Claim"), "Who has it on the screen.") { resource in
            resource.item.claim.map { ClaimResource(claim: $0, viewer: resource.viewer) }
        },
        .optional("held", .named("HeldDecision"), "A decision that can still be taken back.") { resource in
            resource.item.held.map { HeldPart(held: $0, viewer: resource.viewer) }
        },
        .required("reviews", .named("Reviews")) {
            ReviewsResource(needed: $0.journey.reviewers, given: $0.item.verdicts, isMine: $0.item.isMine)
        })
}

/// The number of required reviewers, and of verdicts.
struct ReviewsResource: Resource {
    let needed: Int
    let given: Int
    let isMine: Bool

    static let shape = Shape<Self>(
        .required("needed", .integer(1...2)) { $0.needed },
        .required("given", .integer(0 ... .max)) { $0.given },
        .required("mine", .boolean, "Whether you are one of those who have.") { $0.isMine },
        .required("disagree", .boolean, "Whether they do not say the same: a third one decides.") { $0.given >= $0.needed })
}

/// The amount of work.
struct ReviewCountsResource: Resource {
    let counts: ReviewCounts

    static let shape = Shape<Self>(
        .required("waiting", count) { $0.counts.waiting },
        .required("mine", count, "What you have on the screen.") { $0.counts.mine },
        .required("free", count, "What you could claim.") { $0.counts.free },
        .required("overdue", count) { $0.counts.overdue })

    /// As many, or more at the limit.
    private static let count = Schema.integer(0...ReviewCounts.limit)
}

/// A part of the queue.
struct ReviewQueueResource: Resource {
    let items: [ReviewItemResource]
    let next: String?
    let counts: ReviewCounts

    static let shape = Shape<Self>(
        .required("items", .array(of: .named("ReviewItem")), "What has waited longest comes first.") { $0.items },
        .optional("next", .string(), "`after` of the next part; absent at the end.") { $0.next },
        .required("counts", .named("ReviewCounts"), "Of the whole queue, whatever is filtered. None is greater than 10000.") {
            ReviewCountsResource(counts: $0.counts)
        })
}
