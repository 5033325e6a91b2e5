import Domain
import HTTPServer
import Shared

/// What can be asked for at one address by one method: who may, what it takes and answers, and what makes the answer. What the router
/// lets in and what the description says of it both follow from this value, so that they cannot differ.
///
/// A feature's folder has its endpoints, its handlers and its schemas; ``all`` is the table of them.
final class Endpoint: Sendable {
    /// The name by which the description and generated clients know it.
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
    /// Beside those that any request may end in.
    let problems: [ProblemType]
    let responder: Responder

    /// All that the gateway answers to.
    static let all: [Endpoint] = [
        ofJourneys, ofSubmissions, ofReviews, ofDecisions, ofDocuments, ofSheets, ofPages, ofUploads, ofResults, ofCustody,
        ofCustodyLog,
        ofErasureProofs, ofLinks, byLink, ofLooks, ofEvents, ofAudit, ofDesk, ofDeskPage, ofWebhooks, ofDeliveries, ofSandboxes,
        ofHealth, ofDescription,
    ].flatMap { $0 }

    /// What operators do, beside ``all``: on a listener of its own, unless the configuration says otherwise.
    static let admin: [Endpoint] = [
        ofOperations, ofAllJourneys, ofExports, ofCharts, ofDeadLetters, ofPauses, ofKeys, ofHolds, ofErasures, ofTelling,
        ofAllEndpoints, ofGlass, ofTails,
    ].flatMap { $0 }

    /// Who may, and how the gateway learns who it is.
    enum Access: Hashable, Sendable {
        /// Anybody, without a token: nothing of a tenant is behind it.
        case everybody
        /// Whose token, key or link is in the header `Authorization` and allows this.
        case bearer(Permission, of: Owner)
        /// Whose link has its secret in the path and allows this.
        case link(Permission)
        /// Whose link is in the header `Authorization` and allows this: it names the submission, and the path does not.
        case guest(Permission)
        /// Whose browser has a session's cookie, whatever they may.
        case session
    }

    /// Whose things it is about.
    enum Owner: Hashable, Sendable, CaseIterable {
        /// Nobody's: it is the same for whoever may ask.
        case nobody
        /// The tenant's, of which a person has their own alone: what opens a submission or lists them.
        case caller
        /// The tenant's as a whole: nothing for who has only submissions of their own.
        case tenant
        /// Everybody's: all tenants', for who runs the installation.
        case installation
        /// The tenant's and the person's whose submission the path names.
        case submission
        /// The same of the submission that an upload belongs to, or the document that it is begun for. `UploadService` asks,
        /// since it reads both anyway.
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
    /// Nil where nobody is asked.
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
    /// Lets pass whom it is for. Whether the submission is theirs is asked after this.
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

    /// Of what it is about, the part that somebody may ask for.
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
    /// Whether all submissions of the tenant exist for it.
    var seesAll: Bool {
        switch self {
        case .person: false
        case .reviewer, .auditor, .backend, .operator: true
        }
    }
}
