import Crypto
import Shared

/// A blob for S3. It is spooled until its end, since its digest is its name.
final class S3BlobWriter: BlobWriter {
    private let store: S3BlobStore
    private let space: BlobSpace
    private let naming: BlobNaming
    private let file: WriteBehindFile

    init(store: S3BlobStore, space: BlobSpace, naming: BlobNaming, file: WriteBehindFile) {
        (self.store, self.space, self.naming, self.file) = (store, space, naming, file)
    }

    var count: Int { file.count }

    func append(_ bytes: [UInt8]) async throws(BlobError) { try await file.append(bytes) }

    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
        let bytes = try await store.blocking { () throws(BlobError) in
            try self.file.flush { (content) throws(BlobError) in
                guard content.count == self.file.count else {
                    throw BlobError(.inputOutput, detail: "the writer has failed before")
                }
                return SpooledBytes(
                    descriptor: content.descriptor, offset: 0, count: content.count, digest: content.digest.digest)
            }
        }
        let blob = StoredBlob(key: try space.key(name, naming, content: bytes.digest), size: bytes.count)
        // The file stays open meanwhile: the writer's one task is here.
        try await store.put(bytes, as: blob.key)
        file.close()
        return blob
    }

    func abort() async { file.close() }
}
