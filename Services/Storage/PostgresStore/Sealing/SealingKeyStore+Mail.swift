internal import Domain
internal import FoundationEssentials
internal import Postgres
public import Sealing
internal import Shared

/// Whom mail is from.
extension SealingKeyStore {
    /// Whether the senders of a tenant's mail are sealed. Not while it has a submission whose address no code finds: an erasure of that
    /// one would leave mail from its person.
    func sealsSenders(of tenant: TenantID) async throws(SealingError) -> Bool {
        guard try await hasBegun(.senders) else { return false }
        return try await asking("look for addresses without a code") {
            try await pool.query("select from submissions s where \(Self.isUncoded) and tenant = \(tenant.rawValue) limit 1")
                .isEmpty
        }
    }

    private static let isUncoded: SQL = "s.email is not null and s.email_code is null"

    /// Seals whom mail is from that waits with sealed files; returns of how many messages. What one call has sealed stays so if it fails;
    /// the next one goes on.
    public func sealSenders() async throws(SealingError) -> Int {
        var lost = LostKeys()
        try await codeAddresses("sender", "sender_code", in: "mails", making: true, &lost)
        try await codeAddresses("email", "email_code", in: "submissions", &lost)
        return try await sealAll("whom mail is from", past: lost) { (last: Unsealed<String>?, limit) in
            let place: SQL = last.map { "and m.id > \($0.submission.uuid)" } ?? ""
            return """
                select m.id, m.sender, k.tenant as key_tenant, k.wrapped
                from mails m join sealed_submissions x on x.submission_id = m.id
                    join docket_keys.submissions k on k.submission_id = m.id
                where m.sender is not null and m.sender_code is not null
                    and not exists (select from submissions s where \(Self.isUncoded) and s.tenant = m.tenant) \(place)
                order by m.id limit \(limit)
                """
        } _: { row in
            Unsealed(row: row, submission: try row.decodeID("id"), value: try row.decode("sender"))
        } by: { found, key in
            let sealed = Bytes(try SealedSender.sealed(found.value, by: key))
            return """
                update mails set sender = null, sender_sealed = \(sealed)
                where id = \(found.submission.uuid) and sender = \(found.value)
                """
        }
    }

    /// Notes the codes of addresses, by which what is sealed is found beside them. Without `making` a tenant that has no key gets none.
    func codeAddresses(
        _ address: SQL, _ code: SQL, in table: SQL, making: Bool = false, _ lost: inout LostKeys
    ) async throws(SealingError) {
        var last: UUID?
        while true {
            let place: SQL = last.map { "and id > \($0)" } ?? ""
            let rows = try await asking("list addresses") {
                try await pool.query(
                    """
                    select id, tenant, \(address) as address from \(table) where \(address) is not null and \(code) is null \(place)
                    order by id limit \(Self.page)
                    """
                ).map {
                    (
                        id: try $0.decode("id", as: UUID.self), tenant: try $0.decodeValue("tenant", as: TenantID.self),
                        address: try $0.decode("address", as: String.self)
                    )
                }
            }
            for row in rows {
                _ = try await lost.passing(row.tenant) { () throws(SealingError) in
                    let known = making ? try await self.key(of: row.tenant, making: true) : try await knownKey(of: row.tenant)
                    guard let key = known else { return }
                    let found = ValueLookup(tenantKey: key).code(ofEmail: row.address)
                    _ = try await asking("note the code of an address") {
                        try await pool.execute(
                            """
                            update \(table) set \(code) = \(Bytes(found)) where id = \(row.id) and \(address) = \(row.address)
                            """)
                    }
                }
            }
            guard rows.count == Self.page else { return }
            last = rows.last?.id
        }
    }
}
