import Domain
import HTTPServer
import Shared

/// The addresses of the gateway's resources in answers.
struct Links: Sendable {
    /// `https://docket.example` without a slash at its end; empty for links that begin with the path.
    let base: String

    init(publicURL: String?) {
        var base = publicURL ?? ""
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    /// Links that can be opened outside of the answer. Without a base they use the site that a trusted proxy names, or a
    /// loopback `Host`. Any other `Host` is ignored, because a client can send any.
    func absolute(for request: HTTPRequest) -> Links {
        guard base.isEmpty else { return self }
        if let site = request.forwardedSite { return Links(publicURL: site) }
        guard let host = request.host, DevelopmentRequest.isLoopback(host) else { return self }
        return Links(publicURL: "http://\(host)")
    }

    func upload(_ id: UploadID) -> String { "\(base)/v1/uploads/\(id)" }
    var submissions: String { "\(base)/v1/submissions" }
    var submissionsScreen: String { "\(base)/v1/screens/submissions" }
    func journey(_ id: JourneyID) -> String { "\(base)/v1/journeys/\(id)" }
    func check(_ id: JourneyID) -> String { "\(journey(id))/check" }
    func submission(_ id: SubmissionID) -> String { "\(submissions)/\(id)" }
    func link(_ id: SubmissionID, _ link: LinkID) -> String { "\(submission(id))/links/\(link)" }
    /// The page of a link. It needs nothing but the token, which every log masks.
    func opened(_ token: OpaqueToken) -> String { "\(base)/u/\(token.text)" }
    var audit: String { "\(base)/v1/audit" }
    func documents(_ id: SubmissionID) -> String { "\(submission(id))/documents" }
    func document(_ id: SubmissionID, _ document: DocumentID) -> String { "\(documents(id))/\(document)" }
    func pages(_ id: SubmissionID, _ document: DocumentID) -> String { "\(self.document(id, document))/pages" }
    func page(_ id: SubmissionID, _ document: DocumentID, _ page: PageID) -> String { "\(pages(id, document))/\(page)" }
}
