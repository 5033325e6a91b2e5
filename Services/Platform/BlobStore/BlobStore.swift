/// The bytes of the suite: originals, page images, previews, PDFs.
///
/// What `finish()` of a writer has answered survives the loss of power, so a transaction may refer to it. Rows go
/// first and bytes after them when something is erased: a row never points to nothing.
public protocol BlobStore: Sendable {
    /// Starts a blob of unknown length. Nothing is visible under a key until the writer has finished.
    func writer(in space: BlobSpace) async throws(BlobError) -> any BlobWriter

    /// Opens a blob for reading.
    /// - Throws: `BlobError.Code.notFound` when there is none under this key.
    func open(_ key: BlobKey) async throws(BlobError) -> BlobFile

    /// Removes a blob; one that is not there counts as removed.
    func remove(_ key: BlobKey) async throws(BlobError)

    /// Whether blobs can be written right now, for readiness.
    func check() async throws(BlobError)
}

extension BlobStore {
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

    func append(_ bytes: [UInt8]) async throws(BlobError)

    /// Makes the blob durable and visible, and answers with what it turned out to be.
    func finish() async throws(BlobError) -> StoredBlob

    /// Forgets everything taken so far. Harmless after `finish()`.
    func abort() async
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
