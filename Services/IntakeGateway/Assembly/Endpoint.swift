import Domain
import HTTPServer
import Shared

/// An operation at one address and method: its access, its request and answers, and its handler. The router and the
/// description both follow from this value, so they cannot differ.
///
/// A feature's folder has its endpoints, handlers and schemas. ``all`` is the table of endpoints.
final class Endpoint: Sendable {
    /// The name in the description and in generated clients.
    let id: String
    let method: HTTPMethod
    let pattern: String
    let access: Access
    let topic: Topic
    let summary: String
    let detail: String?
    let parameters: [Parameter]
    let body: Body?
    let answers: [Answer]
    /// In addition to those of any request.
    let problems: [ProblemType]
    let responder: Responder

    /// All endpoints of the gateway.
    static let all: [Endpoint] = [
        ofJourneys, ofSubmissions, ofReviews, ofDecisions, ofDocuments, ofSheets, ofPages, ofUploads, ofResults, ofCustody,
        ofCustodyLog, ofErasureProofs, ofLinks, byLink, ofLooks, ofEvents, ofAudit, ofDesk, ofDeskPage, ofWebhooks,
        ofDeliveries, ofIntegration, ofPortalLinks, ofPortal, ofMail, ofSandboxes, ofUsage, ofHealth, ofDescription,
    ].flatMap { $0 }

    /// Operators' endpoints, in addition to ``all``: on a separate listener, unless the configuration says otherwise.
    static let admin: [Endpoint] = [
        ofOperations, ofAllJourneys, ofExports, ofCharts, ofDeadLetters, ofPauses, ofKeys, ofHolds, ofErasures, ofTelling,
        ofAllEndpoints, ofGlass, ofTails,
    ].flatMap { $0 }

    /// The required access, and how the gateway identifies the caller.
    enum Access: Hashable, Sendable {
        /// Anyone, without credentials: it reveals nothing of a tenant.
        case everybody
        /// A token, key or link in the header `Authorization` that has this permission.
        case bearer(Permission, of: Owner)
        /// A link whose secret is in the path and that has this permission.
        case link(Permission)
        /// A link in the header `Authorization` that has this permission. It names the submission; the path does not.
        case guest(Permission)
        /// A browser with a session's cookie, whatever its permissions.
        case session
    }

    /// The owner of the subject.
    enum Owner: Hashable, Sendable, CaseIterable {
        /// None: it is the same for every permitted caller.
        case nobody
        /// The tenant; for a person only their own submissions. For creating and listing submissions.
        case caller
        /// The tenant as a whole. A caller limited to own submissions has no access.
        case tenant
        /// All tenants: for operators of the installation.
        case installation
        /// The tenant, and the person of the submission in the path.
        case submission
        /// The same for an upload's submission, or for the document of a new upload. `UploadService` checks it, since it
        /// reads both anyway.
        case upload
    }

    init(
        _ id: String, _ method: HTTPMethod, _ pattern: String, _ access: Access, in topic: Topic, summary: String,
        detail: String? = nil, parameters: [Parameter] = [], body: Body? = nil, answers: [Answer], problems: [ProblemType] = [],
        responder: Responder
    ) {
        switch access {
        case .link: precondition(pattern.hasPrefix("/u/{link}"), "\(id) has no link in its path")
        case .bearer(_, let owner):
            precondition((owner == .submission) == pattern.contains("{submission}"), "\(id) hides whose submission it is about")
            precondition(owner == .upload || !pattern.contains("{upload}"), "\(id) hides whose upload it is about")
        case .guest: precondition(!pattern.contains("{submission}"), "\(id) names a submission besides its link's")
        case .everybody, .session: break
        }
        precondition(
            responder.isOpen == (access == .everybody || access == .session), "\(id) does not ask who it is, or asks everybody")
        (self.id, self.method, self.pattern, self.access) = (id, method, pattern, access)
        (self.topic, self.summary, self.detail) = (topic, summary, detail)
        (self.parameters, self.body, self.answers, self.problems) = (parameters, body, answers, problems)
        self.responder = responder
    }
}

extension Endpoint.Access {
    /// Nil if no permission is needed.
    var permission: Permission? {
        switch self {
        case .everybody, .session: nil
        case .bearer(let permission, of: _), .link(let permission), .guest(let permission): permission
        }
    }

    var owner: Endpoint.Owner {
        switch self {
        case .everybody, .session: .nobody
        case .bearer(_, let owner): owner
        case .link, .guest: .submission
        }
    }
}

// MARK: - Letting in

extension Endpoint {
    /// Admits a permitted caller. Whether the submission is theirs is checked afterwards.
    func admit(_ principal: Principal) throws(Problem) {
        guard let permission = access.permission else { return }
        guard principal.permissions.contains(permission) else {
            if principal.hasEnded { throw .linkEnded(.ended) }
            throw .forbidden("Your token allows no “\(permission.rawValue)”. Use one with a role that does.")
        }
        guard access.owner != .tenant || principal.seesAll else {
            throw .forbidden("Your token is for your own submissions, and this is about all of the tenant's.")
        }
    }

    /// The part of the subject that a caller may see.
    enum Part: Hashable, Sendable {
        case nothing, own, all
    }

    func part(for role: Role) -> Part {
        switch access {
        case .everybody: return .all
        // Whoever comes by a link or a session is asked for no role.
        case .link, .guest, .session: return .nothing
        case .bearer(let permission, let owner):
            guard role.permissions.contains(permission) else { return .nothing }
            switch owner {
            case .nobody, .installation: return .all
            case .tenant: return role.seesAll ? .all : .nothing
            case .caller, .submission, .upload: return role.seesAll ? .all : .own
            }
        }
    }

    /// The same for a tenant's developer, who has come to the portal.
    var partForPortal: Part {
        switch access {
        case .everybody: return .all
        case .bearer(let permission, of: .tenant): return PortalLink.permissions.contains(permission) ? .all : .nothing
        case .bearer, .link, .guest, .session: return .nothing
        }
    }

    func part(for purpose: LinkPurpose) -> Part {
        guard let permission = access.permission else { return access == .everybody ? .all : .nothing }
        guard purpose.permissions.contains(permission) else { return .nothing }
        switch access.owner {
        case .nobody: return .all
        case .tenant, .installation: return .nothing
        case .caller, .submission, .upload: return .own
        }
    }
}

extension Role {
    /// Whether it covers all submissions of the tenant.
    var seesAll: Bool {
        switch self {
        case .person: false
        case .reviewer, .auditor, .backend, .operator: true
        }
    }
}
