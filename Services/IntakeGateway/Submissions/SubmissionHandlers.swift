import Domain
import HTTPServer
import Operations
import PostgresStore
import Shared

/// `/v1/submissions` and `/v1/submissions/{submission}`.
struct SubmissionHandlers: Sendable {
    let gateway: GatewayServices

    /// Creates a draft.
    func create(_ call: Call) async throws -> HTTPResponse {
        let new = try NewSubmission(
            reading: try await call.request.jsonObject(), journeys: gateway.journeys,
            under: ContactPolicy(principal: call.principal, returnHosts: gateway.returnHosts))
        guard let journey = gateway.journeys[new.journey] else { throw Problem.internalError }
        try await gateway.monthlyQuotas.admit(MonthlyQuota.ofSubmissions, of: call.tenant)
        let language = Language.choose(acceptLanguage: call.request.headers["accept-language"], locale: new.locale)
        let submission = try await gateway.store.createSubmission(
            new, journey: journey, tenant: call.tenant, traceparent: call.traceparent,
            keeping: call.keeping { gateway.answer($0, journey: $1, status: 201, in: language) })
        call.subject.found(submission.id)
        call.note("submission created", in: submission.id, gateway.logger)
        return gateway.answer(submission, journey: journey, status: 201, in: language)
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        try await gateway.answer(try await gateway.submission(of: call), to: call)
    }

    /// Submits it: 202, since the outcome comes later. The optional body has the person's consent: `{"consent":
    /// "2026-10"}`.
    func submit(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let (consent, language) = (try await consent(call), call.language(for: submission))
        try await gateway.monthlyQuotas.admit(MonthlyQuota.ofSubmissions, for: submission)
        let isLink = call.principal.scope != nil
        let answer = try await gateway.store.submit(
            submission.id, tenant: call.tenant, consent: consent, version: try call.requiredVersion(),
            traceparent: call.traceparent,
            keeping: call.keeping { gateway.answer($0, journey: $1, status: 202, in: language, forLink: isLink) })
        if case .refused(.incomplete(let reasons)) = answer {
            let journey = try await gateway.store.journey(of: submission)
            throw Problem.incomplete(reasons.map { MissingItem($0.localized(in: language, of: journey), in: submission) })
        }
        let changed = try answer.made()
        call.note("submission submitted", in: submission.id, gateway.logger)
        return gateway.answer(
            changed, journey: try await gateway.store.journey(of: changed), status: 202, in: language, forLink: isLink)
    }

    // Inlined into a handler, reading a body makes the optimiser of Swift 6.3 crash while it splits that coroutine.
    @inline(never)
    private func consent(_ call: Call) async throws -> String? {
        try Self.consent(reading: try await call.request.jsonBytes())
    }

    static func consent(reading body: [UInt8]) throws(Problem) -> String? {
        guard !body.isEmpty else { return nil }
        var object = try RequestObject.parse(body)
        let consent = object.optionalString("consent", maximum: GivenConsent.maximumVersionLength)
        try object.finish()
        return consent
    }

    /// Withdraws it, after a confirmation.
    func withdraw(_ call: Call) async throws -> HTTPResponse {
        let preparation = try await gateway.store.acting(for: call.origin).withdraw(
            try call.submission(), tenant: call.tenant, version: try call.requiredVersion(), traceparent: call.traceparent)
        let withdrawn = try await gateway.carryOut(preparation, for: call)
        call.note("submission withdrawn", in: withdrawn.id, gateway.logger)
        return try await gateway.answer(withdrawn, to: call)
    }

    /// All files with their digests.
    func manifest(_ call: Call) async throws -> HTTPResponse {
        .resource(Encoded(try await gateway.evidence.manifest(of: try await gateway.submission(of: call))))
    }
}
