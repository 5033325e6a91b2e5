internal import Crypto
internal import Domain
internal import Postgres
public import Sealing
internal import Shared

/// Legal holds on persons cover what is sealed by codes, which are there before anything is sealed by their key: who erases, or what a
/// policy does, needs no key to see them.
extension SealingKeyStore {
    private struct HeldPerson: Sendable {
        let id: HoldID
        let tenant: TenantID
        let isReleased: Bool
        /// Nil if it is sealed in the row.
        let subject: String?
        let row: Row
    }

    /// The code of a person who is put under a hold. Nil where the tenant has no key, and none is made: whoever makes one codes its holds.
    func codeOfHeld(_ subject: String, of tenant: TenantID, making: Bool) async throws(SealingError) -> Bytes? {
        let key = making ? try await key(of: tenant, making: true) : try await knownKey(of: tenant)
        return key.map { Bytes(ValueLookup(tenantKey: $0).code(ofSubject: subject)) }
    }

    /// Codes the holds of all tenants that have a key.
    func codeHolds(past lost: inout LostKeys) async throws(SealingError) {
        for hold in try await heldPersons(where: "true") {
            let key = try await lost.passing(hold.tenant) { () throws(SealingError) in try await knownKey(of: hold.tenant) }
            guard let key = key ?? nil else { continue }
            _ = try await lost.passing(.ofInstallation) { () throws(SealingError) in
                try await code(hold, by: ValueLookup(tenantKey: key))
            }
        }
    }

    /// Codes a hold that is stored in the clear, if its tenant has a key by now.
    func codeHold(_ id: HoldID, of tenant: TenantID) async throws(SealingError) {
        guard let key = try await knownKey(of: tenant) else { return }
        for hold in try await heldPersons(where: "id = \(id.uuid)") { try await code(hold, by: ValueLookup(tenantKey: key)) }
    }

    /// Codes the holds of a tenant for a key that is about to be used.
    /// - Throws: Where one cannot be opened: what the key seals would not be covered. The others are coded all the same.
    func codeHolds(of tenant: TenantID, by key: SecretBytes) async throws(SealingError) {
        let lookup = ValueLookup(tenantKey: key)
        var unopened: (hold: HoldID, error: SealingError)?
        for hold in try await heldPersons(where: "tenant = \(tenant.rawValue)") {
            do throws(SealingError) { try await code(hold, by: lookup) } catch {
                guard [.damaged, .gone, .unknownKey].contains(error.code) else { throw error }
                unopened = (hold.id, error)
            }
        }
        guard let unopened else { return }
        throw SealingError(
            unopened.error.code,
            "whom the legal hold \(unopened.hold) of the tenant \(tenant) is on cannot be opened, so it would not cover what a new key "
                + "seals: release it, and set it again (\(unopened.error.description))")
    }

    /// Released ones, too: an erasure takes the person out of them.
    private func heldPersons(where condition: SQL) async throws(SealingError) -> [HeldPerson] {
        try await asking("list holds on persons") {
            try await pool.query(
                """
                select id, tenant, released_at is not null as is_released, subject, subject_sealed from legal_holds
                where (subject is not null or subject_sealed is not null) and \(condition)
                """
            ).map {
                HeldPerson(
                    id: try $0.decodeID("id"), tenant: try $0.decodeValue("tenant"), isReleased: try $0.decode("is_released"),
                    subject: try $0.decodeIfPresent("subject"), row: $0)
            }
        }
    }

    private func code(_ hold: HeldPerson, by lookup: ValueLookup) async throws(SealingError) {
        _ = try await asking("note the code of a hold") {
            guard let subject = try await subject(of: hold) else { return 0 }
            let code = Bytes(lookup.code(ofSubject: subject))
            return try await pool.execute(
                """
                update legal_holds set subject_codes = subject_codes || \(code)
                where id = \(hold.id.uuid) and (subject is not null or subject_sealed is not null) and \(code) <> all(subject_codes)
                """)
        }
    }

    /// Nil for one that is released and that no key opens: it covers nothing any more.
    private func subject(of hold: HeldPerson) async throws -> String? {
        if let clear = hold.subject { return clear }
        do { return try await requiredHoldOpener().open(.subject, hold.row, of: hold.id) } catch let error as SealingError
            where hold.isReleased && [.damaged, .gone, .unknownKey].contains(error.code)
        {
            return nil
        }
    }

    private struct ClearHold: Sendable {
        let id: HoldID
        let tenant: TenantID
        let subject: String?
        let reason: String?
    }

    /// Seals whom holds are on, and why; returns of how many holds. What one call has sealed stays so if it fails; the next one goes on.
    public func sealHolds() async throws(SealingError) -> Int {
        var lost = LostKeys()
        try await codeHolds(past: &lost)
        let holds = try await asking("list holds that are not sealed") {
            try await pool.query(
                """
                select id, tenant, case when \(HoldsInClear.allowsSealing("h.tenant")) then subject end as subject, reason
                from legal_holds h
                where reason is not null or subject is not null and \(HoldsInClear.allowsSealing("h.tenant")) order by id
                """
            ).map {
                ClearHold(
                    id: try $0.decodeID("id"), tenant: try $0.decodeValue("tenant"), subject: try $0.decodeIfPresent("subject"),
                    reason: try $0.decodeIfPresent("reason"))
            }
        }
        var count = 0
        for hold in holds {
            let sealed = try await lost.passing(.ofInstallation) { () throws(SealingError) in
                try await sealedHold(hold.id, subject: hold.subject, reason: hold.reason, of: hold.tenant)
            }
            guard let sealed = sealed ?? nil, sealed.subject != nil || sealed.reason != nil else { continue }
            var (parts, code) = (sealed, Bytes?.none)
            if sealed.subject != nil, let subject = hold.subject {
                // A sealed one has a code from its beginning.
                code =
                    try await lost.passing(hold.tenant) { () throws(SealingError) in
                        try await codeOfHeld(subject, of: hold.tenant, making: true)
                    } ?? nil
                if code == nil { parts = SealedHold(subject: nil, reason: sealed.reason) }
            }
            guard parts.subject != nil || parts.reason != nil else { continue }
            count += try await asking("seal a hold") { [parts, code] in try await store(parts, coded: code, of: hold) }
        }
        try lost.check("whom legal holds are on")
        return count
    }

    private func store(_ sealed: SealedHold, coded code: Bytes?, of hold: ClearHold) async throws -> Int {
        try await pool.withTransaction { transaction in
            try await transaction.query(HoldsInClear.lock(hold.tenant, isShared: false))
            return try await transaction.execute(
                """
                update legal_holds h set
                    subject = case when \(sealed.subject)::bytea is null then subject end,
                    subject_sealed = coalesce(\(sealed.subject), subject_sealed),
                    subject_codes = case when \(code) <> all(subject_codes) then subject_codes || \(code) else subject_codes end,
                    reason = case when \(sealed.reason)::bytea is null then reason end,
                    reason_sealed = coalesce(\(sealed.reason), reason_sealed)
                where id = \(hold.id.uuid) and (\(sealed.subject)::bytea is null
                        or subject = \(hold.subject) and \(HoldsInClear.allowsSealing("h.tenant")))
                    and (\(sealed.reason)::bytea is null or reason = \(hold.reason))
                """)
        }
    }
}
