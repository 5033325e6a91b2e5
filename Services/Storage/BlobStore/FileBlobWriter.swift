import Crypto
import Glibc
import Shared

/// A file for a `FileBlobStore`, digested while it is written.
final class FileBlobWriter: BlobWriter {
    private let store: FileBlobStore
    private let space: BlobSpace
    private let naming: BlobNaming
    private let file: WriteBehindFile

    init(store: FileBlobStore, space: BlobSpace, naming: BlobNaming) throws(BlobError) {
        self.store = store
        self.space = space
        self.naming = naming
        let path = "\(store.incoming)/\(getpid())-\(UInt64.random(in: .min ... .max))"
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BlobError("create", path: path) }
        file = WriteBehindFile(path: path, owning: descriptor, pool: store.pool, isDigesting: naming == .byContent)
    }

    deinit { forget() }

    var count: Int { file.count }

    func append(_ bytes: [UInt8]) async throws(BlobError) { try await file.append(bytes) }

    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
        try await store.blocking { () throws(BlobError) in
            let folder = "\(self.store.root)/\(self.space)"
            let parents = try Folder.makeLater(folder)
            let blob = try self.file.flush { (content) throws(BlobError) in
                guard content.count == self.file.count else {
                    throw BlobError(.inputOutput, detail: "the writer has failed before")
                }
                let key = try self.space.key(name, self.naming, content: content.digest.digest)
                guard fsync(content.descriptor) == 0 else { throw BlobError("fsync", path: self.file.path) }
                return StoredBlob(key: key, size: content.count)
            }
            let destination = self.store.path(of: blob.key)
            guard rename(self.file.path, destination) == 0 else { throw BlobError("rename", path: destination) }
            self.file.close()
            for changed in [folder] + parents { try Folder.synchronize(changed) }
            return blob
        }
    }

    func abort() async {
        // Also when the task was cancelled, which is why it aborts as a rule.
        await Task { _ = try? await store.blocking { () throws(BlobError) in self.forget() } }.value
    }

    /// A writer that ends early, or is dropped, leaves nothing behind.
    private func forget() {
        if file.close() { unlink(file.path) }
    }
}
