import DocketStore
import HTTPServer
import Shared

extension GatewayServices {
    /// The submission as its tenant sees it.
    func resource(_ submission: Submission) async throws -> SubmissionResource {
        resource(submission, journey: try await store.journey(of: submission))
    }

    private func resource(_ submission: Submission, journey: JourneyDefinition) -> SubmissionResource {
        SubmissionResource(
            submission, missing: MissingItem.all(of: submission, journey: journey, at: now()), links: links)
    }

    /// Answers with the submission and its ETag; 304 if the client has it.
    func answer(_ submission: Submission, to request: HTTPRequest) async throws -> HTTPResponse {
        let body = JSON.bytes(of: try await resource(submission))
        let tag = SubmissionTag.tag(version: submission.version, body: body)
        var headers = HTTPResponse.privateHeaders
        headers["ETag"] = tag.description
        if request.method == .get || request.method == .head, request.hasCurrent(tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        return .bytes(body, contentType: "application/json", headers: headers)
    }

    /// Answers a POST with what became of the submission, and where it is.
    func answer(_ changed: Submission, journey: JourneyDefinition, status: Int) -> HTTPResponse {
        let body = JSON.bytes(of: resource(changed, journey: journey))
        var headers = HTTPResponse.privateHeaders
        headers["ETag"] = SubmissionTag.tag(version: changed.version, body: body).description
        headers["Location"] = links.submission(changed.id)
        return .bytes(body, status: status, contentType: "application/json", headers: headers)
    }

    /// Answers with a part of the submission, under the ETag of the whole.
    func answer(part: some Encodable, of submission: Submission, status: Int = 200, location: String? = nil) -> HTTPResponse {
        var headers: HTTPHeaders = ["ETag": "\"v\(submission.version)\""]
        headers["Location"] = location
        return .resource(part, status: status, headers: headers)
    }
}
