public import EventLoop
public import Sealing
import Shared

/// Seals blobs in another store, and opens them.
///
/// Only the source of keys says whether a submission is sealed. If it has a key, no plain file is accepted, so an
/// intruder with access to the store cannot insert one. If it has none, it is from before the sealing of files. Sizes and
/// digests are those of the content, not of the sealed form.
public struct SealedBlobStore: BlobStore {
    let store: any BlobStore
    let keys: any SubmissionKeySource
    let pool: BlockingPool
    private let keyCheck = KeyCheck()

    public init(_ store: any BlobStore, keys: any SubmissionKeySource, pool: BlockingPool) {
        (self.store, self.keys, self.pool) = (store, keys, pool)
    }

    /// Nil if the submission is not sealed.
    func key(of space: BlobSpace) async throws(BlobError) -> SubmissionKey? {
        do throws(SealingError) {
            return try await keys.key(of: space.submission, tenant: space.tenant)
        } catch {
            // What is seen now counts for readiness, too.
            if error.code == .unavailable { keyCheck.forget() }
            throw BlobError(ofKeys: error)
        }
    }

    /// The blob's key in the other store. Without the submission's key it is unknown: nothing is found then, and the blob
    /// is removed with its space.
    private func name(of key: BlobKey) async throws(BlobError) -> BlobKey? {
        do throws(BlobError) {
            guard let secret = try await self.key(of: key.space) else { return key }
            return key.space.key(secret.name(of: key.digest), isKeyed: true)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    public func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        guard let key = try await key(of: space) else { return try await store.writer(in: space, named: naming) }
        guard case .byContent = naming else {
            throw BlobError(.inputOutput, detail: "what is sealed is named by its content")
        }
        return SealedBlobWriter(
            try await store.writer(in: space, named: .byWriter), key: key, space: space, pool: pool)
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        guard let secret = try await self.key(of: key.space) else { return try await store.open(key) }
        let file = try await store.open(key.space.key(secret.name(of: key.digest), isKeyed: true))
        return try await pool.blob { [pool] () throws(BlobError) in
            try BlobFile(sealed: file, secret, key.digest, pool: pool)
        }
    }

    public func remove(_ key: BlobKey) async throws(BlobError) {
        if let name = try await name(of: key) { try await store.remove(name) }
    }

    public func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        guard let name = try await name(of: key) else { return true }
        return try await store.erase(name, untouchedFor: grace)
    }

    public func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs { try await store.eraseAll(in: space) }

    /// Without the right keys, every file would fail.
    public func check() async throws(BlobError) {
        try await store.check()
        do throws(SealingError) { try await keyCheck.check(keys) } catch { throw BlobError(ofKeys: error) }
    }

    public func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int {
        try await store.sweepIncoming(olderThan: age)
    }

    public func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int {
        try await store.sweepPartials(olderThan: age)
    }
}
