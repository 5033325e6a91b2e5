import Domain
import HTTPServer
import PostgresStore
import Shared

/// What keeps operators from the contents of documents, until one says why they have to see those of a submission.
///
/// The audit trail is what opens it: there is nothing that could be open and not be in it.
struct Glass: Sendable {
    static let action = "glass.break"
    static let lifetime = Duration.seconds(15 * 60)
    /// How long a reason is.
    static let reasons = 5...500

    private let audit: AuditStore
    private let now: @Sendable () -> Timestamp

    init(audit: AuditStore, now: @escaping @Sendable () -> Timestamp) {
        (self.audit, self.now) = (audit, now)
    }

    /// Opens it for who asks. Until when.
    func open(_ id: SubmissionID, of tenant: TenantID, because reason: String, by origin: AuditOrigin) async throws -> Timestamp {
        let now = now()
        try await audit.record([
            AuditAct(
                tenant: tenant, submission: id, action: Self.action, resource: "submissions/\(id)", origin: origin, note: reason,
                time: now)
        ])
        return now.adding(Self.lifetime)
    }

    /// Whoever asks for what an operator sees of a submission only by a broken glass comes as one who may see that submission and
    /// no other, while it is broken. Everybody else comes as they are.
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

    /// Refuses what is behind it to whom it is whole for.
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

    /// The act by which this one broke it last, while it is broken.
    private func broken(_ submission: SubmissionID, by actor: String) async throws(StoreError) -> AuditAct? {
        var filter = AuditFilter()
        (filter.submission, filter.actor, filter.actions) = (submission, actor, [Self.action])
        filter.after = now().adding(.zero - Self.lifetime)
        return try await audit.entries(tenant: nil, matching: filter, limit: 1).first?.act
    }

    private static let permissions: Set<Permission> = [.status, .read, .preview]
}
