import Domain
import HTTPServer
import PostgresStore
import Shared

extension GatewayServices {
    /// The submission for its tenant.
    func resource(
        _ submission: Submission, journey: JourneyDefinition, progress: StageProgress? = nil, in language: Language,
        forLink: Bool = false
    ) -> SubmissionResource {
        SubmissionResource(
            submission: submission, journey: journey,
            missing: MissingItem.all(of: submission, journey: journey, at: now(), in: language),
            progress: progress, links: links, language: language, forLink: forLink)
    }

    /// Answers with the submission and its ETag; 304 if the client has it.
    func answer(_ submission: Submission, to call: Call) async throws -> HTTPResponse {
        let form = SubmissionAnswerCache.Form(
            submission: submission.id, language: call.language(for: submission), forLink: call.principal.scope != nil)
        // What is missing changes with the day, and progress with each page; nothing else changes while the submission does not.
        guard !submission.state.allowsChanges, submission.state != .processing else {
            return try await write(submission, as: form).response(to: call.request)
        }
        if let answer = written.answer(form, of: submission, at: now()) { return answer.response(to: call.request) }
        let answer = try await write(submission, as: form)
        written.keep(answer, as: form, of: submission, at: now())
        return answer.response(to: call.request)
    }

    private func write(
        _ submission: Submission, as form: SubmissionAnswerCache.Form
    ) async throws -> SubmissionAnswerCache.Answer {
        let journey = try await store.journey(of: submission)
        let progress = submission.state == .processing ? try await events.progress.progress(of: submission.id) : nil
        let resource = resource(
            submission, journey: journey, progress: progress, in: form.language, forLink: form.forLink)
        return SubmissionAnswerCache.Answer(JSON.written(resource), of: submission, in: form.language)
    }

    /// Answers a POST with the new state of the submission and its address.
    func answer(
        _ changed: Submission, journey: JourneyDefinition, status: Int, in language: Language, forLink: Bool = false
    ) -> HTTPResponse {
        let body = JSON.written(resource(changed, journey: journey, in: language, forLink: forLink))
        var headers = HTTPResponse.privateHeaders.merging(.content(in: language))
        headers["ETag"] = SubmissionTag.tag(version: changed.version, body: body).description
        headers["Location"] = links.submission(changed.id)
        return .bytes(body, status: status, contentType: "application/json", headers: headers)
    }

    /// Answers with a part of the submission, and the ETag of the whole.
    func answer(part: some JSONWritable, of submission: Submission, status: Int = 200, location: String? = nil) -> HTTPResponse {
        var headers: HTTPHeaders = ["ETag": "\"v\(submission.version)\""]
        headers["Location"] = location
        return .resource(part, status: status, headers: headers)
    }
}

extension HTTPHeaders {
    /// The headers for the language of an answer with reasons (RFC 9110, sections 8.5 and 12.5.5).
    static func content(in language: Language) -> HTTPHeaders {
        ["Content-Language": language.tag, "Vary": "Accept-Language"]
    }
}
