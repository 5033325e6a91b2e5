internal import Postgres
public import Sealing
internal import Shared

extension SealingKeyStore {
    private struct ClearContact: Sendable {
        let endpoint: String
        let tenant: TenantID
        let text: String
    }

    /// Seals the contacts of endpoints, and their copies in notices; returns of how many. What one call has sealed stays so if it fails;
    /// the next one goes on.
    public func sealContacts() async throws(SealingError) -> Int {
        let places: [(table: SQL, endpoint: SQL)] = [("webhook_endpoints", "id"), ("endpoint_notices", "endpoint")]
        var (count, lost) = (0, LostKeys())
        for (table, endpoint) in places {
            let found = try await asking("list contacts that are not sealed") {
                try await pool.query(
                    """
                    select distinct \(endpoint) as endpoint, tenant, contact from \(table) where contact is not null order by 1, 3
                    """
                ).map {
                    ClearContact(
                        endpoint: try $0.decode("endpoint"), tenant: try $0.decodeValue("tenant"), text: try $0.decode("contact"))
                }
            }
            for contact in found {
                let stored = try await lost.passing(contact.tenant) { () throws(SealingError) in
                    try await SealedContact(contact.text, of: contact.endpoint, contact.tenant, by: self)
                }
                guard let sealed = stored?.sealed else { continue }
                count += try await asking("seal a contact") {
                    try await pool.execute(
                        """
                        update \(table) set contact = null, contact_sealed = \(sealed)
                        where \(endpoint) = \(contact.endpoint) and contact = \(contact.text)
                        """)
                }
            }
        }
        try lost.check("who is told of webhook endpoints")
        return count
    }
}
