import Domain
import HTTPServer
import PostgresStore
import Shared

/// Everything that a reviewer needs to know of one submission.
struct ReviewResource: Resource {
    let submission: SubmissionResource
    let journey: JourneyDefinition
    let facts: FoundFacts?
    let history: [ReviewHistoryEntry]
    let alike: [AlikePage]
    let item: ReviewItem?
    let draft: DraftResource?
    /// Only for a third reviewer, who sees the others' verdicts.
    let verdicts: [ReviewVerdict]
    let viewer: Reviewer
    /// The reviewer's language.
    let language: Language
    let personLanguage: Language
    let next: SubmissionID?

    private var reasons: [Reason] {
        let submission = submission.submission
        return (submission.reasons + submission.documents.filter { $0.state != .removed }.flatMap(\.reasons))
            .map { $0.localized(in: language, of: journey) }
    }

    static let shape = Shape<Self>(
        .required("submission", .named("Submission")) { $0.submission },
        .required("journey", .named("ReviewedJourney")) { ReviewedJourneyResource(journey: $0.journey.said(in: $0.language)) },
        .optional("expected", .map(of: .anything), "Whose documents are expected, as in the submission.") {
            $0.submission.submission.expected.map(Encoded.init)
        },
        .optional("facts", .named("Facts"), "What was read, and what files say; absent where nothing is known.") {
            $0.facts.map(Encoded.init)
        },
        .required("warnings", .array(of: .named("Reason")), "All of them, of the submission and of its documents.") {
            Encoded($0.reasons)
        },
        .required("history", .array(of: .named("ReviewHistoryEntry")), "The oldest first.") { resource in
            resource.history.map {
                HistoryResource(entry: $0, journey: resource.journey, language: resource.language)
            }
        },
        .required("alike", .array(of: .named("AlikePage")), "Files of other submissions.") {
            $0.alike.map { AlikePageResource(page: $0) }
        },
        .optional("claim", .named("Claim")) { resource in
            resource.item?.claim.map { ClaimResource(claim: $0, viewer: resource.viewer) }
        },
        .optional("held", .named("HeldDecision")) { resource in
            resource.item?.held.map { HeldPart(held: $0, viewer: resource.viewer) }
        },
        .optional("draft", .named("KeptDecisionDraft"), "What you have filled in.") { $0.draft },
        .optional("waitingSince", .named("Timestamp")) { $0.item?.place.since.description },
        .optional("dueAt", .named("Timestamp")) { $0.item?.dueAt?.description },
        .required("isOverdue", .boolean) { $0.item?.isOverdue ?? false },
        .required("reviews", .named("Reviews")) {
            ReviewsResource(
                needed: $0.journey.reviewers, given: $0.item?.verdicts ?? 0, isMine: $0.item?.isMine ?? false)
        },
        .optional("verdicts", .array(of: .named("GivenVerdict")), "What two others have said who do not agree.") { resource in
            resource.verdicts.isEmpty ? nil : resource.verdicts.map { VerdictResource(verdict: $0) }
        },
        .required("reasons", .array(of: .named("ReviewReason")), "What a refusal can be given for.") { resource in
            ReviewReason.allCases.map {
                ReviewReasonResource(reason: $0, language: resource.language, personLanguage: resource.personLanguage)
            }
        },
        .required("personLanguage", .string(), "In which the person reads.") { $0.personLanguage.tag },
        .optional("next", .named("Identifier"), "What would be claimed next.") { $0.next?.description })
}

/// The titles of a journey and its types.
struct ReviewedJourneyResource: Resource {
    let journey: JourneyDefinition

    static let shape = Shape<Self>(
        .required("id", .named("Name")) { $0.journey.id.rawValue },
        .required("title", .string()) { $0.journey.title },
        .required("documentTypes", .map(of: .string()), "The titles of its types, by their ids.") { resource in
            Dictionary(resource.journey.documentTypes.map { ($0.id.rawValue, $0.title) }) { first, _ in first }
        },
        .required("replacements", .integer(0 ... .max), "How often refused documents may be replaced.") {
            $0.journey.replacements
        })
}

struct HistoryResource: Resource {
    let entry: ReviewHistoryEntry
    let journey: JourneyDefinition
    let language: Language

    static let shape = Shape<Self>(
        .required("at", .named("Timestamp")) { $0.entry.at.description },
        .optional("event", .string(), "The type of the event that told of it.") { $0.entry.event?.rawValue },
        .optional("act", .string(), "As in the audit trail.") { $0.entry.act },
        .optional("by", .string()) { $0.entry.by },
        .optional("state", .named("SubmissionState")) { $0.entry.state?.rawValue },
        .optional("attempt", .integer(0 ... .max)) { $0.entry.attempt },
        .optional("note", .string()) { $0.entry.note },
        .required("reasons", .array(of: .named("Reason"))) { resource in
            Encoded(resource.entry.reasons.map { $0.localized(in: resource.language, of: resource.journey) })
        })
}

struct AlikePageResource: Resource {
    let page: AlikePage

    static let shape = Shape<Self>(
        .required("submission", .named("Identifier")) { $0.page.submission.description },
        .required("document", .named("Identifier")) { $0.page.document.description },
        .required("page", .named("Identifier")) { $0.page.page.description },
        .required("own", .named("Identifier"), "The page of this submission.") { $0.page.own.description },
        .required("why", .choice(AlikePage.Likeness.self)) { $0.page.why.rawValue },
        .required("state", .named("SubmissionState")) { $0.page.state.rawValue },
        .required("at", .named("Timestamp"), "When it was submitted.") { $0.page.at.description })
}

struct ReviewReasonResource: Resource {
    let reason: ReviewReason
    let language: Language
    let personLanguage: Language

    static let shape = Shape<Self>(
        .required("id", .choice(ReviewReason.self)) { $0.reason.rawValue },
        .required("title", .string(), "For the reviewer.") { $0.reason.title(in: $0.language) },
        .required("message", .string(), "What the person reads.") { $0.reason.message(in: $0.personLanguage) })
}

struct VerdictResource: Resource {
    let verdict: ReviewVerdict

    static let shape = Shape<Self>(
        .required("by", .string()) { $0.verdict.by.actor },
        .required("name", .string()) { $0.verdict.by.name },
        .required("documents", .map(of: .anything), "As in a decision.") {
            Encoded(DecisionRecord($0.verdict.decision).documents)
        })
}
