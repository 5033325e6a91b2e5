import Domain
import Shared

/// Who makes a request, and in which tenant's name. Every look-up and every change is limited to that tenant.
struct Principal: Hashable, Sendable {
    let tenant: TenantID
    /// Names the actor within the tenant, for the audit trail and to bind confirmations to. Never a secret.
    let actor: String
    let permissions: Set<Permission>
    /// Set for a person: only submissions with this `subject` exist for them.
    let subject: String?
    /// Set for who comes by a link: only this submission exists for them.
    let scope: SubmissionID?
    /// The link that they come by.
    let link: LinkID?
    /// An address that whoever signed the token has found to be the person's own.
    let verifiedEmail: String?
    /// Of a link whose submission has ended: what it may no longer do is not forbidden, but over.
    let hasEnded: Bool
    /// When the credentials that they came with end by themselves; nil for those that do not.
    let expiresAt: Timestamp?

    /// Whether it is theirs, for a person or a link; for others every submission of the tenant is.
    func owns(_ submission: Submission) -> Bool {
        submission.tenant == tenant && (subject == nil || isSubject(submission.subject))
            && (scope == nil || submission.id == scope)
    }

    private func isSubject(_ other: String?) -> Bool {
        guard let subject, let other else { return subject == nil && other == nil }
        return subject.hasSameBytes(as: other)
    }

    /// Whether everything of the other's exists for them.
    func sees(asMuchAs other: Principal) -> Bool {
        tenant == other.tenant && actor.hasSameBytes(as: other.actor) && (subject == nil || isSubject(other.subject))
            && (scope == nil || scope == other.scope)
    }

    /// Whether it is the tenant itself that speaks: one of its own programs.
    var isTenant: Bool { permissions.contains(.administer) }

    /// Whether all submissions of the tenant exist for them.
    var seesAll: Bool { subject == nil && scope == nil }

    init(
        tenant: TenantID, actor: String, permissions: Set<Permission> = Role.backend.permissions, subject: String? = nil,
        scope: SubmissionID? = nil, link: LinkID? = nil, verifiedEmail: String? = nil, hasEnded: Bool = false,
        expiresAt: Timestamp? = nil
    ) {
        self.tenant = tenant
        self.actor = actor
        self.permissions = permissions
        self.subject = subject
        self.scope = scope
        self.link = link
        self.verifiedEmail = verifiedEmail
        self.hasEnded = hasEnded
        self.expiresAt = expiresAt
    }
}
