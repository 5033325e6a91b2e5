import Domain
import PostgresStore
import Shared

/// Erasure by two operators: the second one agrees by making the same request.
///
/// The requests are in the audit trail only: no consent can exist without an entry.
struct ErasureConsent: Sendable {
    static let action = "erasure.request"
    /// How long the second operator may agree.
    static let lifetime = Duration.seconds(7 * 86_400)

    private let audit: AuditStore
    private let keys: APIKeyStore
    private let now: @Sendable () -> Timestamp

    init(audit: AuditStore, keys: APIKeyStore, now: @escaping @Sendable () -> Timestamp) {
        (self.audit, self.keys, self.now) = (audit, keys, now)
    }

    /// Until when a second operator may agree; nil if another one has made the same request, and the erasure may be
    /// carried out. Records a request once.
    func missing(
        for found: PersonalDataStore.Found, _ minimum: MinimumRule, by origin: AuditOrigin
    ) async throws(StoreError) -> Timestamp? {
        let now = now()
        var filter = AuditFilter()
        (filter.submission, filter.actions, filter.after) = (found.submission, [Self.action], now.adding(.zero - Self.lifetime))
        let asked = try await audit.entries(tenant: found.tenant, matching: filter, limit: 100).map(\.act)
        let note = Self.note(minimum)
        let same = asked.filter { $0.note == note }
        // A key that one has made oneself is oneself.
        let own = try await keys.makers(of: origin.actor)
        for other in Set(same.map(\.origin.actor)) where own.isDisjoint(with: try await keys.makers(of: other)) { return nil }
        if let asked = same.first(where: { $0.origin.actor == origin.actor }) { return asked.time.adding(Self.lifetime) }
        try await audit.record([
            AuditAct(
                tenant: found.tenant, submission: found.submission, action: Self.action,
                resource: "submissions/\(found.submission)", origin: origin, note: note, time: now)
        ])
        return now.adding(Self.lifetime)
    }

    /// A request for one does not agree to the other.
    private static func note(_ minimum: MinimumRule) -> String {
        minimum == .overruled ? "also what the journey asks for keeping" : "but what the journey asks for keeping"
    }
}
