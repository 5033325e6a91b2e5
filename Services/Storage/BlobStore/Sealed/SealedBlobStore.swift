public import EventLoop
public import Sealing

/// Seals blobs in another store, and opens them.
///
/// Only the source of keys says whether a submission is sealed. If it has a key, no plain file is accepted, so an
/// intruder with access to the store cannot insert one. If it has none, it is from before the sealing of files. Sizes and
/// digests are those of the content, not of the sealed form.
///
/// A submission can become sealed at any time: then its sealed files are all there, and the plain ones stay for a while.
/// So an absence of a key that the source has cached suffices for reading what is there, and for nothing else: whoever
/// writes or removes asks for what is true now, and whoever finds no plain file asks again.
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

    /// The same, and nil only if that is true now.
    func currentKey(of space: BlobSpace) async throws(BlobError) -> SubmissionKey? {
        do throws(SealingError) {
            return try await keys.currentKey(of: space.submission, tenant: space.tenant)
        } catch {
            if error.code == .unavailable { keyCheck.forget() }
            throw BlobError(ofKeys: error)
        }
    }

    /// The keys that the blob may have in the other store. A submission of before may have the blob in both forms, also while
    /// it is not sealed yet: the plain one comes first, since the sealed one is made of it. Without the submission's key the
    /// sealed form has no known name; it is removed with its space.
    private func names(of key: BlobKey) async throws(BlobError) -> [BlobKey] {
        guard let secret = try await recordedKey(of: key.space) else { return [key] }
        return [key, key.space.key(secret.name(of: key.digest), isKeyed: true)]
    }

    private func recordedKey(of space: BlobSpace) async throws(BlobError) -> SubmissionKey? {
        do throws(SealingError) {
            return try await keys.recordedKey(of: space.submission, tenant: space.tenant)
        } catch { throw BlobError(ofKeys: error) }
    }

    public func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        guard let key = try await currentKey(of: space) else {
            return PlainBlobWriter(try await store.writer(in: space, named: naming), of: space, self)
        }
        guard case .byContent = naming else {
            throw BlobError(.inputOutput, detail: "what is sealed is named by its content")
        }
        return SealedBlobWriter(
            try await store.writer(in: space, named: .byWriter), key: key, space: space, pool: pool)
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        if let secret = try await self.key(of: key.space) { return try await open(key, secret) }
        let missing: BlobError
        do throws(BlobError) { return try await store.open(key) } catch { missing = error }
        // It may have become sealed since the answer that was cached, or since the rows of a backup.
        guard missing.code == .notFound, let secret = try await recordedKey(of: key.space) else { throw missing }
        return try await open(key, secret)
    }

    private func open(_ key: BlobKey, _ secret: SubmissionKey) async throws(BlobError) -> BlobFile {
        let missing: BlobError
        do throws(BlobError) {
            return try await copies(in: key.space, secret).open(key.digest)
        } catch {
            missing = error
        }
        guard missing.code == .notFound, try await mayBeClear(key.space) else { throw missing }
        // Written by somebody who learnt late that the submission is sealed. Its own digest proves it.
        let file = try await store.open(key)
        guard try await file.digest(on: pool) == key.digest else {
            throw BlobError(.damaged, detail: "a file in the clear is not the one that its submission names")
        }
        return file
    }

    private func mayBeClear(_ space: BlobSpace) async throws(BlobError) -> Bool {
        do throws(SealingError) { return try await keys.mayBeClear(space.submission) } catch { throw BlobError(ofKeys: error) }
    }

    /// The files of a submission in both forms, for whoever seals what was stored before.
    public func copies(in space: BlobSpace, _ key: SubmissionKey) -> SealedCopies {
        SealedCopies(store, space, key, pool)
    }

    public func remove(_ key: BlobKey) async throws(BlobError) {
        for name in try await names(of: key) { try await store.remove(name) }
    }

    public func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        for name in try await names(of: key) {
            guard try await store.erase(name, untouchedFor: grace) else { return false }
        }
        return true
    }

    /// As they lie in the other store.
    public func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey] { try await store.blobs(in: space) }

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
