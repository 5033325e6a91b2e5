import Domain
import HTTPServer
import PostgresStore
import Shared

/// Break-glass access: an operator sees a submission's contents only after giving a reason.
///
/// An entry in the audit trail gives the access, so no access exists without an entry.
struct Glass: Sendable {
    static let action = "glass.break"
    static let lifetime = Duration.seconds(15 * 60)
    /// The allowed lengths of a reason.
    static let reasons = 5...500

    private let audit: AuditStore
    private let now: @Sendable () -> Timestamp

    init(audit: AuditStore, now: @escaping @Sendable () -> Timestamp) {
        (self.audit, self.now) = (audit, now)
    }

    /// Gives the caller access. Returns when it ends.
    func open(_ id: SubmissionID, of tenant: TenantID, because reason: String, by origin: AuditOrigin) async throws -> Timestamp {
        let now = now()
        try await audit.recordInWords(
            AuditAct(
                tenant: tenant, submission: id, action: Self.action, resource: "submissions/\(id)", origin: origin, note: reason,
                time: now))
        return now.adding(Self.lifetime)
    }

    /// The principal for an operator's request: with break-glass access it may see that submission and no other, until
    /// the access ends. Any other principal is unchanged.
    func principal(
        for principal: Principal, at endpoint: Endpoint, _ parameters: PathParameters
    ) async throws(Problem) -> Principal {
        guard let permission = endpoint.access.permission, endpoint.access.owner == .submission, endpoint.method == .get,
            principal.permissions.contains(.operate), Self.permissions.contains(permission),
            let submission = parameters["submission"].flatMap(SubmissionID.init)
        else { return principal }
        do throws(StoreError) {
            guard let act = try await broken(submission, by: principal.actor) else { return principal }
            // A role beside it keeps what it allows in its own tenant.
            if principal.tenant == act.tenant, principal.permissions.contains(permission) { return principal }
            return Principal(
                tenant: act.tenant, actor: principal.actor, permissions: Self.permissions, scope: submission,
                expiresAt: act.time.adding(Self.lifetime))
        } catch {
            throw Problem(error)
        }
    }

    /// Throws `forbidden` without break-glass access.
    func check(_ submission: SubmissionID, for principal: Principal) async throws(Problem) {
        do throws(StoreError) {
            if try await broken(submission, by: principal.actor) != nil { return }
        } catch {
            throw Problem(error)
        }
        throw Problem(
            .forbidden,
            detail:
                "What a submission holds is behind a glass. Say why you need it with POST /v1/admin/glass, and ask again within "
                + "a quarter of an hour.")
    }

    /// The caller's last break-glass act on the submission, if its access has not ended.
    private func broken(_ submission: SubmissionID, by actor: String) async throws(StoreError) -> AuditAct? {
        var filter = AuditFilter()
        (filter.submission, filter.actor, filter.actions) = (submission, actor, [Self.action])
        filter.after = now().adding(.zero - Self.lifetime)
        return try await audit.entries(tenant: nil, matching: filter, limit: 1).first?.act
    }

    /// What breaking the glass gives.
    static let permissions: Set<Permission> = [.status, .read, .preview]
}
