import Domain
import HTTPServer
import PostgresStore
import Shared

/// `POST …/decision`: a reviewer's verdict on each document of a submission in review. `DELETE` withdraws a held
/// decision.
struct DecisionHandler: Sendable {
    let gateway: GatewayServices

    /// 200 with the decided submission; 202 for a held decision.
    func decide(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let request = try DecisionReader.decision(try await call.request.jsonObject())
        if request.holdFor > 0 { return try await hold(request, on: submission, call) }
        let language = call.language(for: submission)
        let answer = try await gateway.store.acting(for: call.origin).decide(
            submission.id, request.decision, note: request.note, tenant: call.tenant, reviewer: call.reviewer,
            version: try call.requiredVersion(), traceparent: call.traceparent,
            keeping: call.keeping { gateway.answer($0, journey: $1, status: 200, in: language) })
        let changed = try answer.made()
        call.note("submission decided", in: submission.id, gateway.logger)
        return gateway.answer(
            changed, journey: try await gateway.store.journey(of: changed), status: 200, in: language)
    }

    private func hold(_ request: DecisionReader.Request, on submission: Submission, _ call: Call) async throws -> HTTPResponse {
        let reviewer = call.reviewer
        let answer = try await gateway.store.acting(for: call.origin).hold(
            submission.id, request.decision, note: request.note, tenant: call.tenant, reviewer: reviewer,
            for: .seconds(request.holdFor), version: try call.requiredVersion(), traceparent: call.traceparent
        ) { held in
            call.keeping { _, _ in .resource(HeldResource(held: held, viewer: reviewer), status: 202) }
        }
        switch answer {
        case .unchanged(let change):
            _ = try change.made()
            throw Problem.internalError
        case .refused(let refusal): throw Problem(refusal)
        case .held(let held):
            gateway.held.wake()
            call.note("decision held", in: submission.id, gateway.logger)
            return .resource(HeldResource(held: held, viewer: reviewer), status: 202)
        }
    }

    func takeBack(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let store = gateway.store.acting(for: call.origin)
        switch try await store.takeBack(submission.id, tenant: call.tenant, reviewer: call.reviewer) {
        case nil: break
        case .notFound?: throw Problem.notHeld
        case let refusal?: throw Problem(refusal)
        }
        call.note("decision taken back", in: submission.id, gateway.logger)
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }
}

extension DecisionAnswer {
    /// The decided submission, or the problem that prevented the decision.
    fileprivate func made() throws(Problem) -> Submission {
        switch self {
        case .changed(let answer): return try answer.made()
        case .waits(let submission): return submission
        case .refused(let refusal): throw Problem(refusal)
        }
    }
}

extension Call {
    /// Who reviews.
    var reviewer: Reviewer { Reviewer(actor: principal.actor) }
}
