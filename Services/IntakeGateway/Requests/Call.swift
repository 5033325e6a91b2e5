import Domain
import HTTPServer
import Shared
import Telemetry

/// A request of an identified principal, with the ids in its path.
struct Call: Sendable {
    var request: HTTPRequest
    let parameters: PathParameters
    let principal: Principal
    /// The requested endpoint.
    let endpoint: Endpoint
    /// Set while the request holds an idempotency key.
    var attempt: IdempotentTry?
    /// Set if the handler repeats the answer itself, because secrets are not stored.
    var repetition: LinkRequest.Repetition?
    /// The submission in the path, if it was read to check its owner.
    var known: Submission?
    /// Shared by all copies of the call.
    let subject = RequestSubject()

    var tenant: TenantID { principal.tenant }

    /// The language of reasons: the request's, or else the person's own, or else English.
    func language(for submission: Submission? = nil) -> Language {
        Language.choose(acceptLanguage: request.headers["accept-language"], locale: submission?.locale)
    }

    /// The trace of the request, for the events that it causes.
    var traceparent: String { request.trace.traceparent }

    /// Logs what the request has done, only by ids.
    func note(_ message: String, in submission: SubmissionID, _ logger: Logger, _ fields: [String: LogValue] = [:]) {
        let ids: [String: LogValue] = [
            "request_id": .string(request.id), "tenant": .string(tenant.rawValue), "submission": .string(submission.description),
        ]
        logger.info(message, fields.merging(ids) { own, _ in own })
    }

    // Whatever is not an id at all is not found: the answer does not tell the two apart.
    func submission() throws(Problem) -> SubmissionID { try identifier("submission") }
    func document() throws(Problem) -> DocumentID { try identifier("document") }
    func page() throws(Problem) -> PageID { try identifier("page") }

    func identifier<Tag>(_ name: String) throws(Problem) -> Identifier<Tag> {
        guard let text = parameters[name], let identifier = Identifier<Tag>(text) else { throw .notFound }
        return identifier
    }

    /// The version that `If-Match` requires (RFC 9110, section 13.1.1); nil for any.
    ///
    /// Throws `precondition-failed` if none of its tags is a submission's: such tags match nothing.
    func requiredVersion() throws(Problem) -> Int? {
        switch request.ifMatch {
        case nil, .any: return nil
        case .tags(let tags):
            let versions = tags.compactMap(SubmissionTag.version(of:))
            guard versions.count == 1 else {
                throw Problem(
                    .preconditionFailed,
                    detail: "If-Match must hold the one ETag that the submission was answered with, such as \"v7\".")
            }
            return versions[0]
        }
    }
}
