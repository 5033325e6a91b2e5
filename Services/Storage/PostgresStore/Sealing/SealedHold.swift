internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// Whom a hold is on, and why, as they are stored: by the installation's key, so that a tenant's next key can be coded for it when the
/// tenant's key is lost.
struct SealedHold: Sendable {
    /// Nil for a hold on a submission.
    let subject: Bytes?
    /// Nil if there is none.
    let reason: Bytes?

    enum Part: String { case subject, reason }

    static func use(_ part: Part, of hold: HoldID) -> String { "the \(part.rawValue) of the hold \(hold)" }

    /// Of a row of `legal_holds`: what is sealed, opened. Nil where nothing is sealed.
    static func opened(_ part: Part, _ row: Row, of hold: HoldID, by keys: SealingKeyStore) async throws -> String? {
        guard let sealed = try row.decodeIfPresent("\(part.rawValue)_sealed", as: [UInt8].self) else { return nil }
        let kept = SealingKeyStore.Kept(bytes: sealed, isSealed: true)
        return String(decoding: try await keys.reveal(kept, of: .ofInstallation, for: use(part, of: hold)), as: UTF8.self)
    }

    /// Of a row of `legal_holds`, sealed or not. What no key opens here keeps no hold from being seen.
    static func read(
        _ part: Part, _ row: Row, of hold: HoldID, by keys: SealingKeyStore?
    ) async throws -> (text: String?, isUnopened: Bool) {
        if let clear = try row.decodeIfPresent(part.rawValue, as: String.self) { return (clear, false) }
        guard try row.decodeIfPresent("\(part.rawValue)_sealed", as: [UInt8].self) != nil else { return (nil, false) }
        guard let keys else { return (nil, true) }
        do { return (try await opened(part, row, of: hold, by: keys), false) } catch let error as SealingError
            where error.code != .databaseUnavailable
        {
            return (nil, true)
        }
    }
}

extension SealingKeyStore {
    /// Nil where they are stored as they are. In a sandbox a person stays so: its submissions do, and no code finds them.
    func sealedHold(
        _ id: HoldID, subject: String?, reason: String?, of tenant: TenantID
    ) async throws(SealingError) -> SealedHold? {
        guard isOn, try await hasBegun(.holds) else { return nil }
        return SealedHold(
            subject: try await sealed(tenant.isSandbox ? nil : subject, as: .subject, of: id),
            reason: try await sealed(reason, as: .reason, of: id))
    }

    private func sealed(_ text: String?, as part: SealedHold.Part, of id: HoldID) async throws(SealingError) -> Bytes? {
        guard let text else { return nil }
        return Bytes(try await keep(Array(text.utf8), of: .ofInstallation, for: SealedHold.use(part, of: id)).bytes)
    }

    /// Whether a hold on a person, in a row of `legal_holds` by that name, may be stored sealed: not while its tenant has a submission
    /// whose person stands in the clear, which the hold would not cover.
    static func mayBeSealed(_ hold: SQL) -> SQL {
        "not exists (select from submissions s where s.tenant = \(hold) and s.subject is not null)"
    }

    /// The statements by which a submission whose person is stored in the clear is covered by holds that are sealed: they say again
    /// whom they are on.
    /// - Throws: Where that cannot be told, because no key opens them here.
    func holdsInClear(over submission: Submission) async throws -> [SQL] {
        guard let subject = submission.subject, !submission.tenant.isSandbox, try await hasBegun(.holds) else { return [] }
        let rows = try await pool.query(
            """
            select id, subject_sealed from legal_holds
            where tenant = \(submission.tenant.rawValue) and released_at is null and subject is null and subject_sealed is not null
            """)
        var statements: [SQL] = []
        for row in rows {
            let id: HoldID = try row.decodeID("id")
            guard try await SealedHold.opened(.subject, row, of: id, by: self) == subject else { continue }
            statements.append("update legal_holds set subject = \(subject) where id = \(id.uuid) and released_at is null")
        }
        return statements
    }
}
