import HTTPServer
import PostgresStore
import Shared
import Synchronization

/// A cache of written answers about submissions: most clients poll until something changes.
///
/// An answer is used only for a submission that equals the cached one in all parts.
final class SubmissionAnswerCache: Sendable {
    /// The parameters of an answer, apart from the submission's content.
    struct Form: Hashable, Sendable {
        let submission: SubmissionID
        let language: Language
        let forLink: Bool
    }

    struct Answer: Sendable {
        let body: [UInt8]
        let tag: ETag
        /// Without the type of the body: a 304 has no body.
        let headers: HTTPHeaders

        init(_ body: [UInt8], of submission: Submission, in language: Language) {
            self.body = body
            tag = SubmissionTag.tag(version: submission.version, body: body)
            var headers = HTTPResponse.privateHeaders.merging(.content(in: language))
            headers["ETag"] = tag.description
            self.headers = headers
        }

        func response(to request: HTTPRequest) -> HTTPResponse {
            if request.method == .get || request.method == .head, request.hasCurrent(tag) {
                return HTTPResponse(status: 304, headers: headers)
            }
            return .bytes(body, contentType: "application/json", headers: headers)
        }
    }

    /// In bytes of bodies.
    private static let room = 4_000_000
    private static let lifetime = Duration.seconds(60)

    private let kept = Mutex(RecentValueCache<Form, (submission: Submission, answer: Answer)>(room: room, lifetime: lifetime))

    func answer(_ form: Form, of submission: Submission, at now: Timestamp) -> Answer? {
        let found = kept.withLock { $0.value(of: form, at: now) }
        guard let found, found.submission == submission else { return nil }
        return found.answer
    }

    func keep(_ answer: Answer, as form: Form, of submission: Submission, at now: Timestamp) {
        kept.withLock { $0.keep((submission, answer), as: form, weighing: answer.body.count, at: now) }
    }
}
