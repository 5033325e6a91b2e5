import Domain
import HTTPServer
import Shared

extension ChangeAnswer {
    /// The submission after the change, or the problem that prevented it.
    ///
    /// A change that was made before counts as made: a client may repeat a request without an answer.
    func made() throws(Problem) -> Submission {
        switch self {
        case .done(let submission), .alreadyApplied(let submission): return submission
        case .conflict(let current): throw .preconditionFailed(current)
        case .refused(let refusal): throw Problem(refusal)
        case .notFound: throw .notFound
        }
    }
}

extension Problem {
    init(_ refusal: ChangeRefusal) {
        switch refusal {
        case .submission(let refusal): self = .notADraft(refusal.state)
        case .document(let refusal): self = .documentClosed(refusal.state)
        case .unknownDocumentType:
            self = Problem(
                .unknownDocumentType, detail: refusal.description,
                errors: [ProblemItem(pointer: "/type", detail: refusal.description, rule: "type")])
        case .tooManyDocuments(let maximum): self = .tooManyDocuments(limit: maximum)
        case .tooManyPages(let maximum): self = .tooManyPages(limit: maximum)
        case .overQuota(let refusal): self = Problem(refusal)
        case .orderMismatch:
            self = Problem(
                .invalidRequest, detail: refusal.description,
                errors: [ProblemItem(pointer: "/pages", detail: refusal.description, rule: "order")])
        case .notAPhoto:
            self = Problem(
                .invalidRequest, detail: refusal.description,
                errors: [ProblemItem(pointer: "/crop", detail: refusal.description, rule: "crop")])
        case .incomplete: self = Problem(.incomplete, detail: refusal.description)
        case .held: self = Problem(.legalHold, detail: refusal.description)
        case .notInReview(let state): self = .notInReview(state)
        case .decisionMismatch(let missing, let unknown):
            self = Problem(
                .invalidRequest, detail: refusal.description,
                errors: missing.map {
                    ProblemItem(pointer: "/documents", detail: "The document \($0) is not judged.", rule: "decision")
                }
                    + unknown.map {
                        ProblemItem(
                            pointer: "/documents", detail: "The submission has no document \($0) to be judged.", rule: "decision")
                    })
        }
    }

    /// The 412 contains the current submission, so that a client can show the difference.
    static func preconditionFailed(_ current: Submission) -> Problem {
        Problem(
            .preconditionFailed,
            detail: "Your copy is out of date: the submission has version \(current.version) now. Read it again and decide anew.",
            members: [
                "currentVersion": .integer(current.version), "currentState": .string(current.state.rawValue),
                "updatedAt": .string(current.changedAt.description),
                "documents": .array(
                    current.documents.map { document in
                        .object([
                            "id": .string(document.id.description), "type": .string(document.type.rawValue),
                            "state": .string(document.state.rawValue),
                            "pages": .strings(document.pages.map(\.id.description)),
                        ])
                    }),
            ])
    }
}
