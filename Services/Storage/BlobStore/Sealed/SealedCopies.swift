import Crypto
import EventLoop
import Sealing
public import Shared

/// The files of one submission in both forms: as they came, and sealed by a key that perhaps nobody else uses yet.
///
/// It decides nothing: see `FileSealing` for the order in which this is safe.
public struct SealedCopies: Sendable {
    /// Called with a number of bytes that were read; may wait.
    public typealias Pace = @Sendable (Int) async -> Void

    private let store: any BlobStore
    private let space: BlobSpace
    private let key: SubmissionKey
    private let pool: BlockingPool

    init(_ store: any BlobStore, _ space: BlobSpace, _ key: SubmissionKey, _ pool: BlockingPool) {
        (self.store, self.space, self.key, self.pool) = (store, space, key, pool)
    }

    /// The digests of the files in the clear, and the names of the sealed ones.
    public func found() async throws(BlobError) -> (clear: Set<ContentDigest>, sealed: Set<ContentDigest>) {
        let blobs = try await store.blobs(in: space)
        return (
            Set(blobs.lazy.filter { !$0.isKeyed }.map(\.digest)), Set(blobs.lazy.filter { $0.isKeyed }.map(\.digest))
        )
    }

    /// The name of a file's sealed form.
    public func name(of digest: ContentDigest) -> ContentDigest { key.name(of: digest) }

    func open(_ digest: ContentDigest) async throws(BlobError) -> BlobFile {
        let file = try await store.open(space.key(name(of: digest), isKeyed: true))
        return try await pool.blob { [key, pool] () throws(BlobError) in
            try BlobFile(sealed: file, key, digest, pool: pool)
        }
    }

    /// Reads the whole sealed form back, and compares its content. Returns its size in bytes.
    ///
    /// - Throws: `notFound` if there is none, `damaged` if its content is another one.
    public func verify(_ digest: ContentDigest, pace: Pace = { _ in }) async throws(BlobError) -> Int {
        let file = try await open(digest)
        guard try await file.digest(on: pool, pace: pace) == digest else {
            throw BlobError(.damaged, detail: "a sealed file reads as another one than it was made of")
        }
        return file.size
    }

    /// Makes the sealed form of a file in the clear, and returns once it is durable.
    ///
    /// - Throws: `notFound` if there is no such file, `damaged` if its content is not that of its digest: then nothing was
    ///   made.
    public func seal(_ digest: ContentDigest, pace: Pace = { _ in }) async throws(BlobError) {
        let file = try await store.open(space.key(digest))
        let writer = SealedBlobWriter(
            try await store.writer(in: space, named: .byWriter), key: key, space: space, pool: pool)
        let result: Result<StoredBlob, BlobError>
        do throws(BlobError) {
            let content = try await file.digest(on: pool, pace: pace) { (piece) throws(BlobError) in
                try await writer.append(piece)
            }
            guard content == digest else {
                throw BlobError(.damaged, detail: "a file in the clear is not the one that was stored")
            }
            result = .success(try await writer.finish())
        } catch {
            result = .failure(error)
        }
        if case .failure = result { await writer.abort() }
        _ = try result.get()
    }

    /// Removes the file in the clear.
    public func removeClear(_ digest: ContentDigest) async throws(BlobError) { try await store.remove(space.key(digest)) }

    /// Removes a sealed form, by its name.
    public func removeSealed(named name: ContentDigest) async throws(BlobError) {
        try await store.remove(space.key(name, isKeyed: true))
    }
}

extension BlobFile {
    /// The digest of what reading it yields, piece by piece.
    func digest(
        on pool: BlockingPool, pace: SealedCopies.Pace = { _ in },
        _ take: ([UInt8]) async throws(BlobError) -> Void = { (_) throws(BlobError) in }
    ) async throws(BlobError) -> ContentDigest? {
        var digest = ResumableSHA256()
        while digest.count < size {
            let piece = try await read(at: digest.count, count: 4 * SealedLayout.chunk, on: pool)
            guard !piece.isEmpty else { throw BlobError(.damaged, detail: "a file became shorter while it was read") }
            digest.update(piece)
            try await take(piece)
            await pace(piece.count)
        }
        return ContentDigest(bytes: digest.digest)
    }
}
