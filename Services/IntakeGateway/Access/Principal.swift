import Shared

/// Who makes a request, and in which tenant's name. Every look-up and every change is limited to that tenant.
struct Principal: Hashable, Sendable {
    let tenant: TenantID
    /// Names the actor within the tenant, for the audit trail and to bind confirmations to. Never a secret.
    let actor: String
}
