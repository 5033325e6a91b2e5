import DocketStore
import HTTPServer
import Shared
import Telemetry

/// Believes the links that a tenant's back end made for one submission. Nothing of a link is remembered here: one that was
/// revoked is refused from then on.
struct LinkAuthenticator: Sendable {
    let store: SubmissionLinkStore
    let logger: Logger

    func principal(of token: OpaqueToken) async throws(Problem) -> Principal {
        let found: (link: SubmissionLink, standing: SubmissionLink.Standing)?
        do throws(StoreError) {
            found = try await store.link(token)
        } catch {
            logger.warning("links cannot be looked up", ["detail": .string(error.detail)])
            throw Problem(error)
        }
        guard let (link, standing) = found else {
            throw .unauthenticated("This link is not known here. Ask whoever gave it to you for a new one.")
        }
        guard standing == .active || standing == .ended else { throw .linkEnded(standing) }
        // Once nothing can be added, whoever has sent the documents still sees what became of them, until the link expires.
        let purpose = link.purpose
        return Principal(
            tenant: link.tenant, actor: "link:\(link.id)",
            permissions: standing == .ended ? purpose.permissionsAtTheEnd : purpose.permissions, scope: link.submission,
            link: link.id, hasEnded: standing == .ended, expiresAt: link.expiresAt)
    }
}

extension Problem {
    /// Whoever holds a link may know that it ended, and why.
    static func linkEnded(_ standing: SubmissionLink.Standing) -> Problem {
        let reason =
            switch standing {
            case .revoked: "The link was revoked."
            case .ended: "The submission has ended: nothing can be added to it any more."
            case .expired, .active: "The link has expired."
            }
        return Problem(
            .linkEnded, detail: "\(reason) Ask whoever gave it to you what to do.",
            members: ["reason": .string(standing.rawValue)])
    }
}
