internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// The mail address of whoever looks after an endpoint, as it is stored with the endpoint and with its notices.
///
/// The tenant's key seals it, as it seals what signs the endpoint's messages: both are away, lost and turned together. Whoever disables an
/// endpoint has no key, and copies the address into the notice as it is stored. So the notice's is sealed for the endpoint, too.
struct SealedContact: Sendable {
    let clear: String?
    let sealed: [UInt8]?

    /// Of a row that has `contact` and `contact_sealed`.
    init(_ row: Row) throws { (clear, sealed) = (try row.decodeIfPresent("contact"), try row.decodeIfPresent("contact_sealed")) }

    /// As a change stores it. Nothing is sealed before every running process can open it.
    init(
        _ contact: String?, of endpoint: String, _ tenant: TenantID, by keys: SealingKeyStore
    ) async throws(SealingError) {
        guard let contact else {
            (clear, sealed) = (nil, nil)
            return
        }
        let kept = try await keys.keep(Array(contact.utf8), of: tenant, for: Self.use(endpoint), since: .contacts)
        (clear, sealed) = kept.isSealed ? (nil, kept.bytes) : (contact, nil)
    }

    /// Nil if there is none.
    func opened(
        of endpoint: String, _ tenant: TenantID, by opener: inout TenantOpener
    ) async throws(StoreError) -> Result<String, StoreError>? {
        if let clear { return .success(clear) }
        guard let sealed else { return nil }
        let kept = SealingKeyStore.Kept(bytes: sealed, isSealed: true)
        return try await opener.open(kept, of: tenant, for: Self.use(endpoint)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func use(_ endpoint: String) -> String { "contact of the endpoint \(endpoint)" }
}
