public import Shared

/// Where the keys are kept by which clients make requests safe to repeat, whichever gateway they come to.
public protocol IdempotencyKeys: Sendable {
    /// How often a claim is to be renewed while its request runs.
    var renewalInterval: Duration { get }

    /// Claims the key if it is free. Leave out the fingerprint of a request whose body has not been read.
    func claim(_ key: IdempotencyKey, fingerprint: ContentDigest?) async throws(StoreError) -> IdempotencyStatus

    /// Holds the claim for longer. False when another request has taken it over.
    func renew(_ claim: IdempotencyClaim) async throws(StoreError) -> Bool

    /// Frees the key of a request that changed nothing. One whose answer was kept keeps it: the COMMIT of that change may have
    /// gone through although nobody was told.
    func release(_ claim: IdempotencyClaim) async throws(StoreError)
}
