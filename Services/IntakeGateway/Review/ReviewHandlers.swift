import Crypto
import HTTPServer
import PostgresStore
import Shared

/// The queue of submissions in review, and their claims.
struct ReviewHandlers: Sendable {
    let gateway: GatewayServices

    private var reviews: ReviewStore { gateway.reviews }

    /// `GET /v1/review/queue`
    func queue(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: 1...ReviewStore.maximumPageSize) ?? 50
        var faults = QueryFaults(query, known: ["journey", "claim", "warning", "overdue", "limit", "after"])
        var filter = ReviewFilter()
        filter.journey = faults.read("journey", "the name of a journey") { JourneyID(rawValue: $0) }
        filter.claims = faults.read("claim", "one of mine, free, others") { ReviewFilter.Claims(rawValue: $0) }
        filter.warning = faults.read("warning", "the name of a rule") { RuleID(rawValue: $0) }
        filter.isOverdue = faults.read("overdue", "true or false") { ["true": true, "false": false][$0] }
        let place = faults.read("after", "`next` of the answer before") { ReviewPlace(cursor: $0) }
        try faults.check("The queue cannot be filtered like this; `errors` says why.")
        let reviewer = call.reviewer
        let (items, next) = try await reviews.queue(
            tenant: call.tenant, reviewer: reviewer, matching: filter, limit: limit, after: place)
        let counts = try await reviews.counts(tenant: call.tenant, reviewer: reviewer)
        let journeys = try await gateway.store.journeys(Set(items.map(\.journeyVersion)))
        let language = call.language()
        let resources = items.compactMap { item in
            journeys[item.journeyVersion].map {
                ReviewItemResource(item: item, journey: $0, viewer: reviewer, language: language)
            }
        }
        return .resource(
            ReviewQueueResource(items: resources, next: next?.cursor, counts: counts), headers: .content(in: language))
    }

    // MARK: - Claims

    /// `POST /v1/review/claims`: claims the free submission that has waited longest; 204 if there is none.
    func claimNext(_ call: Call) async throws -> HTTPResponse {
        var object = try await call.request.optionalJSONObject()
        let journey = object.optionalString("journey", maximum: 64)
        let last = object.optionalString("after", maximum: 64)
        let named = journey.flatMap { JourneyID(rawValue: $0) }
        if journey != nil, named == nil { object.fault("journey", "This is not the name of a journey.", rule: "identifier") }
        let submission = last.flatMap { SubmissionID($0) }
        if last != nil, submission == nil { object.fault("after", "This is not an id.", rule: "identifier") }
        try object.finish()
        let reviewer = call.reviewer
        let found = try await reviews.claimNext(tenant: call.tenant, reviewer: reviewer, journey: named, after: submission)
        guard let found else { return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders) }
        return .resource(
            ClaimedResource(submission: found.submission, claim: ClaimResource(claim: found.claim, viewer: reviewer)))
    }

    /// `POST …/claim`
    func claim(_ call: Call) async throws -> HTTPResponse {
        var object = try await call.request.optionalJSONObject()
        let takesOver = object.optionalBoolean("takeOver") ?? false
        try object.finish()
        let reviewer = call.reviewer
        let answer = try await reviews.claim(
            try call.submission(), tenant: call.tenant, reviewer: reviewer, takesOver: takesOver, by: call.origin)
        switch answer {
        case .claimed(let claim): return .resource(ClaimResource(claim: claim, viewer: reviewer))
        case .refused(let refusal): throw Problem(refusal)
        }
    }

    /// `DELETE …/claim`
    func release(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        try await reviews.release(submission.id, reviewer: call.reviewer)
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }

    // MARK: - Drafts

    func draft(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        guard let (draft, at) = try await reviews.draft(of: submission.id, reviewer: call.reviewer) else {
            throw Problem(.notFound, detail: "You have kept no draft of a decision here.")
        }
        return .resource(DraftResource(draft: draft, at: at))
    }

    func keepDraft(_ call: Call) async throws -> HTTPResponse {
        let draft = try DecisionReader.draft(try await call.request.jsonObject())
        let refusal = try await reviews.keep(draft, of: try call.submission(), tenant: call.tenant, reviewer: call.reviewer)
        if let refusal { throw Problem(refusal) }
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }

    func removeDraft(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        _ = try await reviews.removeDraft(of: submission.id, reviewer: call.reviewer)
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }
}

extension ReviewPlace {
    /// As opaque text.
    var cursor: String { Base64URL.encode(Array(description.utf8)) }

    init?(cursor: String) {
        guard cursor.utf8.count <= 128, let bytes = Base64URL.decode(cursor) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }
}
