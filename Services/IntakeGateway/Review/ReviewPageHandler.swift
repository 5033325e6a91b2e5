import Domain
import HTTPServer
import PostgresStore
import Shared

/// `GET …/review`: one submission for a reviewer.
struct ReviewPageHandler: Sendable {
    let gateway: GatewayServices

    func show(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let journey = try await gateway.store.journey(of: submission)
        let language = call.language()
        let resource = try await resource(submission, journey, language, call)
        return .resource(
            resource, headers: HTTPHeaders.content(in: language).merging(["ETag": "\"v\(submission.version)\""]))
    }

    // Apart from the handler: the optimiser of Swift 6.3 cannot split everything as one coroutine.
    @inline(never)
    private func resource(
        _ submission: Submission, _ journey: JourneyDefinition, _ language: Language, _ call: Call
    ) async throws -> ReviewResource {
        let (reviews, reviewer) = (gateway.reviews, call.reviewer)
        let item = try await reviews.item(submission.id, tenant: call.tenant, reviewer: reviewer)
        let draft = try await reviews.draft(of: submission.id, reviewer: reviewer)
        let round = try await reviews.round(of: submission, journey: journey)
        let isThird = round.isDisagreed && !round.holdsVerdict(of: reviewer.actor)
        return ReviewResource(
            submission: gateway.resource(submission, journey: journey, in: language), journey: journey,
            facts: try await gateway.store.facts(of: submission, try await gateway.store.reading(of: submission)),
            history: try await reviews.history(of: submission.id),
            alike: try await reviews.pagesLike(those: submission), item: item,
            draft: draft.map { DraftResource(draft: $0.draft, at: $0.at) }, verdicts: isThird ? round.verdicts : [],
            viewer: reviewer, language: language,
            personLanguage: Language.choose(acceptLanguage: nil, locale: submission.locale),
            next: try await reviews.next(tenant: call.tenant, reviewer: reviewer, without: submission.id))
    }
}
