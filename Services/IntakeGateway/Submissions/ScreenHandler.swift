import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `GET …/screen`: the submission as sections of typed components.
struct ScreenHandler: Sendable {
    let gateway: GatewayServices

    func show(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let journey = try await gateway.store.journey(of: submission)
        let language = call.language(for: submission)
        let viewer = ScreenViewer(
            permissions: call.principal.permissions, language: language, seesReference: call.principal.scope == nil,
            address: gateway.links.submission(submission.id))
        let screen: Screen
        do throws(ScreenError) {
            screen = try Screen(of: submission, journey: journey, at: gateway.now(), for: viewer)
        } catch {
            gateway.logger.error("a screen cannot be written", ["detail": .string(error.description)])
            throw Problem.internalError
        }
        let body = JSON.bytes(of: screen)
        let tag = SubmissionTag.tag(version: submission.version, body: body)
        var headers = HTTPResponse.privateHeaders.merging(.content(in: language))
        headers["ETag"] = tag.description
        if call.request.hasCurrent(tag) { return HTTPResponse(status: 304, headers: headers) }
        return .bytes(body, contentType: "application/json", headers: headers)
    }
}
