import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// Verifies the links that a tenant's back end created for one submission. Links are not cached: a revoked one is refused
/// at once.
struct LinkAuthenticator: Sendable {
    let store: SubmissionLinkStore
    let logger: Logger

    func principal(of token: OpaqueToken) async throws(Problem) -> Principal {
        let found: (link: SubmissionLink, status: SubmissionLink.Status)?
        do throws(StoreError) {
            found = try await store.link(token)
        } catch {
            logger.warning("links cannot be looked up", ["detail": .string(error.detail)])
            throw Problem(error)
        }
        guard let (link, status) = found else {
            throw .unauthenticated("This link is not known here. Ask whoever gave it to you for a new one.")
        }
        guard status == .active || status == .ended else { throw .linkEnded(status) }
        // Once nothing can be added, whoever has sent the documents still sees what became of them, until the link expires.
        let purpose = link.purpose
        return Principal(
            tenant: link.tenant, actor: "link:\(link.id)",
            permissions: status == .ended ? purpose.permissionsAtTheEnd : purpose.permissions, scope: link.submission,
            link: link.id, hasEnded: status == .ended, expiresAt: link.expiresAt)
    }
}

extension Problem {
    /// The holder of a link may learn that it has ended, and why.
    static func linkEnded(_ status: SubmissionLink.Status) -> Problem {
        let reason =
            switch status {
            case .revoked: "The link was revoked."
            case .ended: "The submission has ended: nothing can be added to it any more."
            case .expired, .active: "The link has expired."
            }
        return Problem(
            .linkEnded, detail: "\(reason) Ask whoever gave it to you what to do.",
            members: ["reason": .string(status.rawValue)])
    }
}
