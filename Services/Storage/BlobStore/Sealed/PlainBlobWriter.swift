import Shared

/// Writes a blob of a submission that is not sealed, and only if it is not at its end either: nobody would find it.
final class PlainBlobWriter: BlobWriter {
    private let writer: any BlobWriter
    private let space: BlobSpace
    private let store: SealedBlobStore

    init(_ writer: any BlobWriter, of space: BlobSpace, _ store: SealedBlobStore) {
        (self.writer, self.space, self.store) = (writer, space, store)
    }

    var count: Int { writer.count }

    func append(_ bytes: [UInt8]) async throws(BlobError) { try await writer.append(bytes) }

    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
        guard try await store.currentKey(of: space) == nil else {
            await writer.abort()
            throw BlobError(.unavailable, detail: "the submission became sealed while a file of it was written; send it again")
        }
        return try await writer.finish(as: name)
    }

    func abort() async { await writer.abort() }
}
