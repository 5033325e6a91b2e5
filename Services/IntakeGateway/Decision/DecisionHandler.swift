import Domain
import HTTPServer
import PostgresStore
import Shared

/// `POST …/decision`: a reviewer's verdict on each document of what is in review.
struct DecisionHandler: Sendable {
    let gateway: GatewayServices

    private enum Word: String, CaseIterable {
        case accepted, refused
    }

    /// What a request says.
    struct Request {
        let decision: ReviewDecision
        let note: String?
    }

    /// `{"documents": {"ID": {"verdict": "accepted"}, "ID": {"verdict": "refused", "message"?: "for the person"}},
    /// "note"?: "for the audit trail", "final"?: true}`: 200 with the submission as it is then.
    func decide(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let request = try Self.read(try await call.request.jsonObject())
        let language = call.language(for: submission)
        let answer = try await gateway.store.acting(for: call.origin).decide(
            submission.id, request.decision, note: request.note, tenant: call.tenant, version: try call.requiredVersion(),
            traceparent: call.traceparent,
            keeping: call.keeping { gateway.answer($0, journey: $1, status: 200, in: language) })
        let changed = try answer.made()
        call.note("submission decided", in: submission.id, gateway.logger)
        return gateway.answer(
            changed, journey: try await gateway.store.journey(of: changed), status: 200, in: language)
    }

    static func read(_ object: RequestObject) throws(Problem) -> Request {
        var object = object
        let note = object.optionalString("note", maximum: ReviewDecision.maximumNoteLength)
        let isFinal = object.optionalBoolean("final") ?? false
        let judgements = object.objects("documents", maximumCount: CountRange.limit) { id, entry in
            let word = entry.requiredChoice("verdict", of: Word.self)
            let message = entry.optionalString("message", maximum: ReviewDecision.maximumWordsLength)
            if message != nil, word == .accepted {
                entry.fault("message", "Only a refusal comes with a message.", rule: "decision")
            }
            return (DocumentID(id), word == .refused ? ReviewDecision.Judgement.refuse(message) : .accept)
        }
        var known: [DocumentID: ReviewDecision.Judgement] = [:]
        for (name, (id, judgement)) in judgements {
            guard let id else {
                object.fault("documents", "“\(name.prefix(64))” is not the id of a document.", rule: "identifier")
                continue
            }
            if known.updateValue(judgement, forKey: id) != nil {
                object.fault("documents", "The document \(id) is judged twice.", rule: "decision")
            }
        }
        try object.finish()
        return Request(decision: ReviewDecision(known, isFinal: isFinal), note: note)
    }
}

extension Problem {
    static func notInReview(_ state: SubmissionState) -> Problem {
        Problem(
            .notInReview,
            detail: "The submission is “\(state.rawValue)”; only one that is “in_review” waits for a decision. Read it again.",
            members: ["state": .string(state.rawValue)])
    }
}
