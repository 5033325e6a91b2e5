import Domain
import HTTPServer
import Shared

/// A claimed submission.
struct ClaimedResource: Resource {
    let submission: SubmissionID
    let claim: ClaimResource

    static let shape = Shape<Self>(
        .required("submission", .named("Identifier")) { $0.submission.description },
        .required("claim", .named("Claim")) { $0.claim })
}

/// A reviewer's draft of a decision.
struct DraftResource: Resource {
    let draft: DecisionRecord
    let at: Timestamp

    static let shape = Shape<Self>(
        .required("documents", .map(of: .anything), "As in the draft.") { Encoded($0.draft.documents) },
        .optional("note", .string()) { $0.draft.note },
        .optional("final", .boolean) { $0.draft.final },
        .required("updatedAt", .named("Timestamp")) { $0.at.description })
}
