import Domain
import HTTPServer
import Shared

extension Problem {
    init(_ refusal: ReviewRefusal) {
        switch refusal {
        case .claimed(let claim): self = .claimed(claim)
        case .alreadyReviewed:
            self = Problem(
                .alreadyReviewed,
                detail: "You have judged this submission. Its journey asks for the judgement of somebody else, too.")
        case .notInReview(let state): self = .notInReview(state)
        case .notFound: self = .notFound
        }
    }

    static func claimed(_ claim: ReviewClaim) -> Problem {
        Problem(
            .claimed,
            detail: "\(claim.by.name) has it on the screen until \(claim.until). Take another one, or claim it with `takeOver`.",
            members: [
                "by": .string(claim.by.actor), "name": .string(claim.by.name), "until": .string(claim.until.description),
            ])
    }

    static var notHeld: Problem {
        Problem(.notHeld, detail: "No decision of yours is held here: it was carried out, or dropped. Read the submission again.")
    }

    static func notInReview(_ state: SubmissionState) -> Problem {
        Problem(
            .notInReview,
            detail: "The submission is “\(state.rawValue)”; only one that is “in_review” waits for a decision. Read it again.",
            members: ["state": .string(state.rawValue)])
    }
}
