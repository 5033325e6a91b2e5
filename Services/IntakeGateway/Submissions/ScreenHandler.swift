import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `GET …/screen` and `GET /v1/screens/submissions`: a submission, and a listing, as sections of typed components.
struct ScreenHandler: Sendable {
    let gateway: GatewayServices

    func show(_ call: Call) async throws -> HTTPResponse {
        let kind = try call.request.query.choice("show", ScreenKind.self) ?? .submission
        let submission = try await gateway.submission(of: call)
        let journey = try await gateway.store.journey(of: submission)
        let language = call.language(for: submission)
        let viewer = viewer(of: call, language, at: gateway.links.submission(submission.id))
        let screen = try written { () throws(ScreenError) in
            try Screen(kind, of: submission, journey: journey, at: gateway.now(), for: viewer)
        }
        let body = JSON.bytes(of: screen)
        let tag = SubmissionTag.tag(version: submission.version, body: body)
        var headers = HTTPResponse.privateHeaders.merging(.content(in: language))
        headers["ETag"] = tag.description
        if call.request.hasCurrent(tag) { return HTTPResponse(status: 304, headers: headers) }
        return .bytes(body, contentType: "application/json", headers: headers)
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        let language = call.language()
        let part = try await SubmissionListing(gateway: gateway).part(of: call, at: gateway.links.submissionsScreen)
        let titles = gateway.journeys.offered.map { ($0.id, $0.said(in: language).title) }
        let viewer = viewer(of: call, language, at: gateway.links.submissions)
        let screen = try written { () throws(ScreenError) in
            try Screen(
                listing: part.submissions, titles: Dictionary(titles) { first, _ in first }, next: part.next, for: viewer)
        }
        return .bytes(
            JSON.bytes(of: screen), contentType: "application/json",
            headers: HTTPResponse.privateHeaders.merging(.content(in: language)))
    }

    private func viewer(of call: Call, _ language: Language, at address: String) -> ScreenViewer {
        ScreenViewer(
            permissions: call.principal.permissions, language: language, seesReference: call.principal.scope == nil,
            address: address)
    }

    private func written(_ screen: () throws(ScreenError) -> Screen) throws(Problem) -> Screen {
        do throws(ScreenError) {
            return try screen()
        } catch {
            gateway.logger.error("a screen cannot be written", ["detail": .string(error.description)])
            throw Problem.internalError
        }
    }
}
