internal import Crypto
internal import Domain
internal import FoundationEssentials
internal import Postgres
public import Sealing
internal import Shared

/// Legal holds on persons cover what is sealed by codes, which are there before anything is sealed by their key: who erases, or what a
/// policy does, needs no key to see them.
extension SealingKeyStore {
    private struct HeldPerson: Sendable {
        let id: HoldID
        let tenant: TenantID
        /// Nil if it is sealed.
        let subject: String?
        let row: Row
    }

    /// The code of a person who is put under a hold. Nil where the tenant has no key: whoever makes one codes its holds.
    func codeOfHeld(_ subject: String, of tenant: TenantID) async throws(SealingError) -> [UInt8]? {
        try await knownKey(of: tenant).map { ValueLookup(tenantKey: $0).code(ofSubject: subject) }
    }

    /// Codes the holds of all tenants that have a key.
    func codeHolds(past lost: inout LostKeys) async throws(SealingError) {
        for hold in try await heldPersons(where: "true") {
            _ = try await lost.passing(hold.tenant) { () throws(SealingError) in
                if let key = try await knownKey(of: hold.tenant) { try await code(hold, by: ValueLookup(tenantKey: key)) }
            }
        }
    }

    /// Codes the holds of a tenant, if it has a key.
    func codeHolds(of tenant: TenantID) async throws(SealingError) {
        if let key = try await knownKey(of: tenant) { try await codeHolds(of: tenant, by: key) }
    }

    /// Codes the holds of a tenant whose key has just been made.
    func codeHolds(of tenant: TenantID, by key: SecretBytes) async throws(SealingError) {
        let lookup = ValueLookup(tenantKey: key)
        for hold in try await heldPersons(where: "tenant = \(tenant.rawValue)") { try await code(hold, by: lookup) }
    }

    /// Released ones, too: an erasure takes the person out of them.
    private func heldPersons(where condition: SQL) async throws(SealingError) -> [HeldPerson] {
        try await asking("list holds on persons") {
            try await pool.query(
                """
                select id, tenant, subject, subject_sealed from legal_holds
                where (subject is not null or subject_sealed is not null) and \(condition)
                """
            ).map {
                HeldPerson(
                    id: try $0.decodeID("id"), tenant: try $0.decodeValue("tenant"), subject: try $0.decodeIfPresent("subject"),
                    row: $0)
            }
        }
    }

    private func code(_ hold: HeldPerson, by lookup: ValueLookup) async throws(SealingError) {
        _ = try await asking("note the code of a hold") {
            let sealed = hold.subject == nil ? try await SealedHold.opened(.subject, hold.row, of: hold.id, by: self) : nil
            guard let subject = hold.subject ?? sealed else { return 0 }
            let code = Bytes(lookup.code(ofSubject: subject))
            return try await pool.execute(
                """
                update legal_holds set subject_codes = subject_codes || \(code)
                where id = \(hold.id.uuid) and (subject is not null or subject_sealed is not null) and \(code) <> all(subject_codes)
                """)
        }
    }

    /// Seals whom holds are on, and why; returns of how many holds. What one call has sealed stays so if it fails; the next one goes on.
    public func sealHolds() async throws(SealingError) -> Int {
        var lost = LostKeys()
        try await codeHolds(past: &lost)
        let rows = try await asking("list holds that are not sealed") {
            try await pool.query(
                """
                select id, tenant, case when \(Self.mayBeSealed("h.tenant")) then subject end as subject, reason from legal_holds h
                where reason is not null or subject is not null and \(Self.mayBeSealed("h.tenant")) order by id
                """
            ).map {
                (
                    id: try $0.decodeID("id") as HoldID, tenant: try $0.decodeValue("tenant", as: TenantID.self),
                    subject: try $0.decodeIfPresent("subject", as: String.self),
                    reason: try $0.decodeIfPresent("reason", as: String.self)
                )
            }
        }
        var count = 0
        for hold in rows {
            let sealed = try await lost.passing(.ofInstallation) { () throws(SealingError) in
                try await sealedHold(hold.id, subject: hold.subject, reason: hold.reason, of: hold.tenant)
            }
            guard let sealed = sealed ?? nil, sealed.subject != nil || sealed.reason != nil else { continue }
            count += try await asking("seal a hold") {
                try await pool.execute(
                    """
                    update legal_holds h set
                        subject = case when \(sealed.subject)::bytea is null then subject end,
                        subject_sealed = coalesce(\(sealed.subject), subject_sealed),
                        reason = case when \(sealed.reason)::bytea is null then reason end,
                        reason_sealed = coalesce(\(sealed.reason), reason_sealed)
                    where id = \(hold.id.uuid) and (\(sealed.subject)::bytea is null
                            or subject = \(hold.subject) and \(Self.mayBeSealed("h.tenant")))
                        and (\(sealed.reason)::bytea is null or reason = \(hold.reason))
                    """)
            }
        }
        try lost.check("whom legal holds are on")
        return count
    }
}
