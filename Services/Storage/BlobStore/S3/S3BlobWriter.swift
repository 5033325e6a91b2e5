import Crypto
import Shared

/// A blob on its way into S3. Its digest is its name and known at the end only, so it is spooled until then.
final class S3BlobWriter: BlobWriter {
    private let store: S3BlobStore
    private let space: BlobSpace
    private let file: WriteBehindFile

    init(store: S3BlobStore, space: BlobSpace, file: WriteBehindFile) {
        (self.store, self.space, self.file) = (store, space, file)
    }

    var count: Int { file.count }

    func append(_ bytes: [UInt8]) async throws(BlobError) { try await file.append(bytes) }

    func finish() async throws(BlobError) -> StoredBlob {
        let bytes = try await store.blocking { () throws(BlobError) in
            try self.file.flush { (content) throws(BlobError) in
                guard content.count == self.file.count else {
                    throw BlobError(.inputOutput, detail: "the writer has failed before")
                }
                return SpooledBytes(
                    descriptor: content.descriptor, offset: 0, count: content.count, digest: content.digest.digest)
            }
        }
        guard let digest = ContentDigest(bytes: bytes.digest) else {
            throw BlobError(.inputOutput, detail: "the digest is not whole")
        }
        let blob = StoredBlob(key: space.key(digest), size: bytes.count)
        // The file stays open meanwhile: the writer's one task is here.
        try await store.put(bytes, as: blob.key)
        file.close()
        return blob
    }

    func abort() async { file.close() }
}
