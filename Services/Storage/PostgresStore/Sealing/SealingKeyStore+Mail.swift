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
                    \(Self.join(of: "m.id"))
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

    /// Notes the codes of addresses, by which what is sealed is found beside them. `making`: also a key for a tenant that has none.
    func codeAddresses(
        _ address: SQL, _ code: SQL, in table: SQL, making: Bool = false, _ lost: inout LostKeys
    ) async throws(SealingError) {
        // A tenant without a key is left out, instead of being asked about for each of its rows.
        let scope: SQL = making ? "" : "and exists (select from docket_keys.tenants t where t.tenant = a.tenant)"
        var last: StoredAddress?
        while true {
            let place: SQL = last.map { "and (a.tenant, a.id) > (\($0.tenant.rawValue), \($0.id))" } ?? ""
            let rows = try await asking("list addresses") {
                try await pool.query(
                    """
                    select id, tenant, \(address) as address from \(table) a
                    where \(address) is not null and \(code) is null \(scope) \(place) order by tenant, id limit \(Self.page)
                    """
                ).map {
                    StoredAddress(id: try $0.decode("id"), tenant: try $0.decodeValue("tenant"), text: try $0.decode("address"))
                }
            }
            var (found, codes): ([StoredAddress], [Bytes]) = ([], [])
            for row in rows {
                let key = try await lost.passing(row.tenant) { () throws(SealingError) in
                    try await self.key(of: row.tenant, making: making)
                }
                guard let key else { continue }
                found.append(row)
                codes.append(Bytes(ValueLookup(tenantKey: key).code(ofEmail: row.text)))
            }
            if !found.isEmpty {
                _ = try await asking("note the codes of addresses") { [found, codes] in
                    try await pool.execute(
                        """
                        update \(table) a set \(code) = found.code
                        from unnest(\(found.map(\.id)), \(found.map(\.text)), \(codes)) as found (id, address, code)
                        where a.id = found.id and a.\(address) = found.address
                        """)
                }
            }
            guard rows.count == Self.page else { return }
            last = rows.last
        }
    }

    private struct StoredAddress: Sendable {
        let id: UUID
        let tenant: TenantID
        let text: String
    }
}
