import Domain
import HTTPServer
import Shared

/// The addresses of the gateway's resources, as answers name them.
struct Links: Sendable {
    /// `https://docket.example` without a slash at its end, or nothing for links that start with the path.
    let base: String

    init(publicURL: String?) {
        var base = publicURL ?? ""
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    /// The same with an address that can be opened from anywhere, for whoever made this request: by the host that it came to, where that
    /// can be believed. Anybody may send any `Host`, so it counts on this machine alone.
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
    /// Where whoever has the token needs nothing else. Every log masks it.
    func opened(_ token: OpaqueToken) -> String { "\(base)/u/\(token.text)" }
    var audit: String { "\(base)/v1/audit" }
    func documents(_ id: SubmissionID) -> String { "\(submission(id))/documents" }
    func document(_ id: SubmissionID, _ document: DocumentID) -> String { "\(documents(id))/\(document)" }
    func pages(_ id: SubmissionID, _ document: DocumentID) -> String { "\(self.document(id, document))/pages" }
    func page(_ id: SubmissionID, _ document: DocumentID, _ page: PageID) -> String { "\(pages(id, document))/\(page)" }
}
