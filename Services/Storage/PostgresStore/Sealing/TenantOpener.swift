internal import Domain
internal import Sealing
internal import Shared

/// Opens what tenants have sealed in the rows of one answer. What cannot be opened keeps nothing else from being told, and a key that
/// cannot be had is asked for once.
struct TenantOpener {
    private let keys: SealingKeyStore
    /// All keys, while whoever unwraps them is away.
    private var away: StoreError?
    private var missing: [TenantID: StoreError] = [:]

    init(_ keys: SealingKeyStore) { self.keys = keys }

    /// A failure is `keysUnavailable`, or `unopenable` for what nobody can open any more.
    mutating func open(
        _ kept: SealingKeyStore.Kept, of tenant: TenantID, for use: String
    ) async throws(StoreError) -> Result<[UInt8], StoreError> {
        if kept.isSealed, let error = away ?? missing[tenant] { return .failure(error) }
        do throws(SealingError) {
            return .success(try await keys.reveal(kept, of: tenant, for: use))
        } catch {
            let failure = StoreError(error)
            guard error.code != .databaseUnavailable else { throw failure }
            if error.code == .unavailable { away = failure }
            if error.code == .unknownKey { missing[tenant] = failure }
            return .failure(failure)
        }
    }
}
