internal import Domain
internal import Postgres
internal import Shared

/// A submission whose person is stored in the clear has no code that a sealed hold would find it by. So such a hold says again whom it is
/// on; and none is sealed while its tenant has such a submission. A lock of the tenant keeps the two apart.
struct HoldsInClear: Sendable {
    private let subject: String
    private let tenant: TenantID
    /// Nil if nothing was sealed when it was looked for.
    private let opener: SealedHold.Opener?

    /// Nil where the submission needs none. In a sandbox nobody's hold is sealed.
    /// - Throws: Where holds are sealed that no key opens here: whether one is on its person cannot be told.
    init?(over submission: Submission, _ keys: SealingKeyStore?, _ pool: PostgresPool) async throws {
        guard let keys, let subject = submission.subject, !submission.tenant.isSandbox else { return nil }
        (self.subject, tenant) = (subject, submission.tenant)
        // By the rows: what has begun comes back with the keys alone.
        let isAnySealed = try await !pool.query("\(Self.sealed(of: tenant)) limit 1").isEmpty
        opener = isAnySealed ? try await keys.requiredHoldOpener() : nil
    }

    private static func sealed(of tenant: TenantID) -> SQL {
        """
        select id, subject_sealed from legal_holds
        where tenant = \(tenant.rawValue) and released_at is null and subject is null and subject_sealed is not null
        """
    }

    /// Within the transaction that stores the submission.
    func cover(_ transaction: PostgresTransaction) async throws {
        let answers = try await transaction.pipeline([Self.lock(tenant, isShared: true), Self.sealed(of: tenant)])
        for row in answers[1] {
            guard let opener else { throw StoreError.changedMeanwhile("a legal hold was sealed meanwhile") }
            let id: HoldID = try row.decodeID("id")
            guard try opener.open(.subject, row, of: id) == subject else { continue }
            try await transaction.execute(
                """
                update legal_holds set subject = \(subject) where id = \(id.uuid) and released_at is null and not exists (
                    select from legal_holds h where h.tenant = \(tenant.rawValue) and h.subject = \(subject) and h.released_at is null)
                """)
        }
    }

    /// Whether a hold on a person may be stored sealed, by its tenant in a statement.
    static func allowsSealing(_ tenant: SQL) -> SQL {
        "not exists (select from submissions s where s.tenant = \(tenant) and s.subject is not null)"
    }

    /// Shared by those who store a person in the clear, held alone by those who seal a hold, until their transaction ends.
    static func lock(_ tenant: TenantID, isShared: Bool) -> SQL {
        let function: SQL = isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"
        return "select \(function)(hashtextextended(\(tenant.rawValue), \(seed)))"
    }

    private static let seed: Int64 = 7_329_068
}
