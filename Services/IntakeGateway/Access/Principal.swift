import Domain
import Shared

/// The caller of a request, and its tenant. Every look-up and every change is limited to that tenant.
struct Principal: Hashable, Sendable {
    let tenant: TenantID
    /// Names the actor within the tenant, for the audit trail and for confirmations. Never a secret.
    let actor: String
    let permissions: Set<Permission>
    /// Set for a person: they see only submissions with this `subject`.
    let subject: String?
    /// Set for a link: it shows only this submission.
    let scope: SubmissionID?
    /// The link of the request.
    let link: LinkID?
    /// An address that the token's issuer has verified as the person's own.
    let verifiedEmail: String?
    /// Set for a link whose submission has ended: a request beyond the remaining permissions is not forbidden but too
    /// late.
    let hasEnded: Bool
    /// When the credentials expire; nil if they do not.
    let expiresAt: Timestamp?

    /// Whether a person or a link may see it. Other callers may see every submission of the tenant.
    func owns(_ submission: Submission) -> Bool {
        submission.tenant == tenant && (subject == nil || isSubject(submission.subject))
            && (scope == nil || submission.id == scope)
    }

    private func isSubject(_ other: String?) -> Bool {
        guard let subject, let other else { return subject == nil && other == nil }
        return subject.hasSameBytes(as: other)
    }

    /// Whether it sees everything that the other principal sees.
    func sees(asMuchAs other: Principal) -> Bool {
        tenant == other.tenant && actor.hasSameBytes(as: other.actor) && (subject == nil || isSubject(other.subject))
            && (scope == nil || scope == other.scope)
    }

    /// Whether it is one of the tenant's own programs.
    var isTenant: Bool { permissions.contains(.administer) }

    /// Whether it sees all submissions of the tenant.
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
