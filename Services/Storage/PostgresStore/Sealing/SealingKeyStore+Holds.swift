internal import Crypto
internal import Domain
internal import FoundationEssentials
internal import Postgres
internal import Sealing
internal import Shared

/// Legal holds on persons cover what is sealed by codes, which are there before anything is sealed by their key: who erases, or what a
/// policy does, needs no key to see them.
extension SealingKeyStore {
    private struct HeldPerson: Sendable {
        let id: UUID
        let tenant: TenantID
        let subject: String
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
            try await pool.query("select id, tenant, subject from legal_holds where subject is not null and \(condition)").map {
                HeldPerson(id: try $0.decode("id"), tenant: try $0.decodeValue("tenant"), subject: try $0.decode("subject"))
            }
        }
    }

    private func code(_ hold: HeldPerson, by lookup: ValueLookup) async throws(SealingError) {
        let code = Bytes(lookup.code(ofSubject: hold.subject))
        _ = try await asking("note the code of a hold") {
            try await pool.execute(
                """
                update legal_holds set subject_codes = subject_codes || \(code)
                where id = \(hold.id) and subject is not null and \(code) <> all(subject_codes)
                """)
        }
    }
}
