import Crypto
public import Shared

/// The bytes of the suite: originals, page images, previews, PDFs.
///
/// What `finish()` of a writer has answered survives the loss of power, so a transaction may refer to it. Rows go
/// first and bytes after them when something is erased: a row never points to nothing.
public protocol BlobStore: Sendable {
    /// Starts a blob of unknown length. Nothing is visible under a key until the writer has finished.
    func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter

    /// Opens a blob for reading.
    /// - Throws: `BlobError.Code.notFound` when there is none under this key.
    func open(_ key: BlobKey) async throws(BlobError) -> BlobFile

    /// Removes a blob; one that is not there counts as removed.
    func remove(_ key: BlobKey) async throws(BlobError)

    /// Removes a blob that nothing refers to, unless it was written again within `grace`: somebody may be about to refer to it.
    ///
    /// - Returns: false when it was left in place for that reason.
    func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool

    /// Removes everything that belongs to one submission, whoever may be reading it. One that has nothing counts as removed.
    ///
    /// - Returns: how many blobs went, and of how many bytes as they lay there.
    func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs

    /// Whether blobs can be written right now, for readiness.
    func check() async throws(BlobError)

    // MARK: - Blobs that grow

    /// Opens the last segment of a partial blob behind its acknowledged bytes; what lies behind them is forgotten.
    func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter

    /// Reads acknowledged bytes; fewer than asked only at their end.
    func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8]

    /// Makes the acknowledged bytes a blob, durable and visible under its digest. The partial blob stays until it is removed.
    /// `isSettled` says that whoever wrote to its last segment is known to have ended.
    func finish(_ partial: PartialBlob, isSettled: Bool) async throws(BlobError) -> StoredBlob

    /// SHA-256 of the acknowledged bytes; nil where it has to be computed from them.
    func acknowledgedDigest(of partial: PartialBlob) async throws(BlobError) -> [UInt8]?

    /// Forgets all segments; those that are not there count as removed.
    func remove(_ partial: PartialBlob) async throws(BlobError)

    // MARK: - What killed processes leave behind

    /// Removes blobs that were begun and never finished, when nothing has happened to them for `age`: one that no live upload
    /// pauses for.
    /// - Returns: how many were removed.
    @discardableResult
    func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int

    /// Removes bytes of partial blobs that nobody has written to for `age`, one that no upload reaches: what a process left behind
    /// that wrote on after its upload had ended.
    /// - Returns: how many were removed.
    @discardableResult
    func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int
}

/// Who names a blob.
public enum BlobNaming: Sendable {
    /// The store, by the digest of its bytes.
    case byContent
    /// Whoever writes it, at its end: its bytes say nothing of what it is.
    case byWriter
}

extension BlobStore {
    public func writer(in space: BlobSpace) async throws(BlobError) -> any BlobWriter {
        try await writer(in: space, named: .byContent)
    }

    public func acknowledgedDigest(of partial: PartialBlob) async throws(BlobError) -> [UInt8]? {
        partial.digestState.flatMap(ResumableSHA256.init(state:)).flatMap { $0.count == partial.count ? $0.digest : nil }
    }

    /// Writes a whole blob at once, for what is small and already in memory.
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

/// One blob on its way in. Its methods are called by one task, one after the other.
public protocol BlobWriter: Sendable {
    /// Bytes taken so far.
    var count: Int { get }

    /// Takes bytes, which are written sooner or later. That an earlier piece could not be written is told by a later call.
    func append(_ bytes: [UInt8]) async throws(BlobError)

    /// Makes the blob durable and visible, and answers with what it turned out to be. `name` is its name, where whoever writes it
    /// names it, and nil where the store does.
    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob

    /// Forgets everything taken so far. Harmless after `finish()`.
    func abort() async
}

extension BlobWriter {
    public func finish() async throws(BlobError) -> StoredBlob { try await finish(as: nil) }
}

/// What was removed with a submission.
public struct ErasedBlobs: Hashable, Sendable {
    public var count: Int
    public var bytes: Int

    public init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }
}

/// What a finished writer knows of its blob.
public struct StoredBlob: Hashable, Sendable {
    public let key: BlobKey
    /// Bytes.
    public let size: Int

    public init(key: BlobKey, size: Int) {
        self.key = key
        self.size = size
    }
}
