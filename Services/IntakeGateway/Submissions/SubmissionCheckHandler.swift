import HTTPServer
import PostgresStore
import Shared

/// `GET …/check`: checks a draft as if it were submitted now, with the current facts of its files. Changes nothing.
struct SubmissionCheckHandler: Sendable {
    let gateway: GatewayServices

    func check(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        guard submission.state.allowsChanges else { throw Problem.notADraft(submission.state) }
        let language = call.language(for: submission)
        let journey = try await gateway.store.journey(of: submission).said(in: language)
        let run = DryRun(of: submission, journey: journey, at: gateway.now(), in: language)
        return .resource(Encoded(run), headers: .content(in: language))
    }
}
