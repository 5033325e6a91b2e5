import DocketStore
import HTTPServer
import Shared

/// `/v1/submissions` and `/v1/submissions/{submission}`.
struct SubmissionHandlers: Sendable {
    let gateway: GatewayServices

    /// Opens a draft.
    func create(_ call: Call) async throws -> HTTPResponse {
        let new = try NewSubmission(reading: try await call.request.jsonObject(), journeys: gateway.journeys)
        guard let journey = gateway.journeys[new.journey] else { throw Problem.internalError }
        let submission = try await gateway.store.createSubmission(
            new, journey: journey, tenant: call.tenant, traceparent: call.traceparent,
            keeping: call.keeping { gateway.answer($0, journey: $1, status: 201) })
        call.note("submission created", in: submission.id, gateway.logger)
        return gateway.answer(submission, journey: journey, status: 201)
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        try await gateway.answer(try await gateway.submission(of: call), to: call.request)
    }

    /// Hands it in: 202, since the outcome comes later.
    func submit(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let answer = try await gateway.store.submit(
            submission.id, tenant: call.tenant, version: try call.requiredVersion(), traceparent: call.traceparent,
            keeping: call.keeping { gateway.answer($0, journey: $1, status: 202) })
        if case .refused(.incomplete(let reasons)) = answer {
            throw Problem.incomplete(reasons.map { MissingItem($0, in: submission) })
        }
        let changed = try answer.made()
        call.note("submission handed in", in: submission.id, gateway.logger)
        return gateway.answer(changed, journey: try await gateway.store.journey(of: changed), status: 202)
    }

    /// Takes it back, once that is confirmed.
    func withdraw(_ call: Call) async throws -> HTTPResponse {
        let preparation = try await gateway.store.withdraw(
            try call.submission(), tenant: call.tenant, version: try call.requiredVersion(), traceparent: call.traceparent)
        let withdrawn = try await gateway.carryOut(preparation, for: call)
        call.note("submission withdrawn", in: withdrawn.id, gateway.logger)
        return try await gateway.answer(withdrawn, to: call.request)
    }

    /// Every file with its digest.
    func manifest(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        return .resource(ManifestResource(submission, links: gateway.links))
    }
}
