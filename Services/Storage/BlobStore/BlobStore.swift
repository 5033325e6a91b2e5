import Crypto
public import Shared

/// The bytes of the suite: originals, page images, previews, PDFs.
///
/// A blob is durable when `finish()` returns, so a transaction may refer to it. An erasure removes rows first and bytes
/// afterwards: a row never refers to a missing blob.
public protocol BlobStore: Sendable {
    /// Starts a blob of unknown length. Nothing is visible under a key before the writer has finished.
    func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter

    /// Opens a blob for reading.
    /// - Throws: `BlobError.Code.notFound` if there is none with this key.
    func open(_ key: BlobKey) async throws(BlobError) -> BlobFile

    /// Removes a blob. Succeeds if it does not exist.
    func remove(_ key: BlobKey) async throws(BlobError)

    /// Removes a blob without references, unless it was written again within `grace`: a reference may follow.
    ///
    /// - Returns: False if it was kept for that reason.
    func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool

    /// Removes all blobs of one submission, even while they are read. Succeeds if there are none.
    ///
    /// - Returns: The number of removed blobs, and their stored bytes.
    func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs

    /// The blobs of one submission, under the keys that this store has them by, in no order. None if there are none.
    func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey]

    /// Whether blobs can be written now, for readiness.
    func check() async throws(BlobError)

    // MARK: - Blobs that grow

    /// Opens the last segment of a partial blob after its acknowledged bytes, and drops anything after them.
    func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter

    /// Reads acknowledged bytes; fewer than `count` only at their end.
    func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8]

    /// Makes the acknowledged bytes a blob, durable and visible under its digest, or with an `end` behind them under its
    /// name. The partial blob stays until it is removed. `isSettled` says that the writer of its last segment is known to
    /// have ended.
    func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob

    /// SHA-256 of the acknowledged bytes; nil if it must be computed from them.
    func acknowledgedDigest(of partial: PartialBlob) async throws(BlobError) -> [UInt8]?

    /// Removes all segments. Succeeds if they do not exist.
    func remove(_ partial: PartialBlob) async throws(BlobError)

    // MARK: - What killed processes leave behind

    /// Removes unfinished blobs without activity for `age`, which must be longer than any pause of a live upload.
    /// - Returns: The number of removed blobs.
    @discardableResult
    func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int

    /// Removes bytes of partial blobs without a write for `age`, which must be longer than any upload: a process may have
    /// written after the end of its upload.
    /// - Returns: The number of removed files.
    @discardableResult
    func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int
}

/// The origin of a blob's name.
public enum BlobNaming: Sendable {
    /// The store, by the digest of the bytes.
    case byContent
    /// The writer, at the end: the stored bytes do not determine the name.
    case byWriter
}

extension BlobStore {
    public func writer(in space: BlobSpace) async throws(BlobError) -> any BlobWriter {
        try await writer(in: space, named: .byContent)
    }

    public func finish(_ partial: PartialBlob, isSettled: Bool) async throws(BlobError) -> StoredBlob {
        try await finish(partial, isSettled: isSettled, with: nil)
    }

    public func acknowledgedDigest(of partial: PartialBlob) async throws(BlobError) -> [UInt8]? {
        partial.digestState.flatMap(ResumableSHA256.init(state:)).flatMap { $0.count == partial.count ? $0.digest : nil }
    }

    /// Writes a whole small blob from memory.
    public func put(_ bytes: [UInt8], in space: BlobSpace) async throws(BlobError) -> StoredBlob {
        let writer = try await writer(in: space)
        do {
            try await writer.append(bytes)
            return try await writer.finish()
        } catch {
            await writer.abort()
            throw error
        }
    }
}

/// A blob that is being written. Only one task calls its methods, one after the other.
public protocol BlobWriter: Sendable {
    /// The number of bytes taken so far.
    var count: Int { get }

    /// Takes bytes, which are written later. A later call throws the error of an earlier write.
    func append(_ bytes: [UInt8]) async throws(BlobError)

    /// Makes the blob durable and visible, and returns its facts. `name` is the writer's name for it; nil if the store
    /// names it.
    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob

    /// Drops everything taken so far. Does nothing after `finish()`.
    func abort() async
}

extension BlobWriter {
    public func finish() async throws(BlobError) -> StoredBlob { try await finish(as: nil) }
}

/// The removed blobs of a submission.
public struct ErasedBlobs: Hashable, Sendable {
    public var count: Int
    public var bytes: Int

    public init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }
}

/// The facts of a written blob.
public struct StoredBlob: Hashable, Sendable {
    public let key: BlobKey
    /// In bytes.
    public let size: Int

    public init(key: BlobKey, size: Int) {
        self.key = key
        self.size = size
    }
}
