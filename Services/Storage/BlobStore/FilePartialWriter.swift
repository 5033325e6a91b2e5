import Crypto
import Glibc
import Synchronization

/// Appends to the last segment of a partial blob, which is one file. It writes at its own offsets, never at the end of
/// the file, so it does not depend on the writes of other processes.
final class FilePartialWriter: PartialBlobWriter {
    private let store: FileBlobStore
    private let file: WriteBehindFile
    /// Whether a power failure may lose the file's name.
    private let isNameless: Atomic<Bool>

    /// `isNew` says that the file was created for this writer.
    init(store: FileBlobStore, isNew: Bool, file: WriteBehindFile) {
        self.store = store
        self.file = file
        isNameless = Atomic(isNew)
    }

    var count: Int { file.count }
    var goesOnAnywhere: Bool { true }

    func append(_ bytes: [UInt8]) async throws(BlobError) { try await file.append(bytes) }

    func flush() async throws(BlobError) {
        try await store.blocking { () throws(BlobError) in try self.file.flush { (_) throws(BlobError) in } }
    }

    func synchronize() async throws(BlobError) -> PartialProgress {
        try await store.blocking { () throws(BlobError) in
            // Called beside the task that appends, which still has to learn what went wrong.
            let (descriptor, progress) = try self.file.flush(isTelling: false) { (content) throws(BlobError) in
                let duplicate = fcntl(content.descriptor, F_DUPFD_CLOEXEC, 0)
                guard duplicate >= 0 else { throw BlobError("dup", path: self.file.path) }
                return (
                    duplicate,
                    PartialProgress(count: content.count, digestState: self.file.isDigesting ? content.digest.state : [])
                )
            }
            // Outside of it: what comes meanwhile is written beside the sync.
            defer { _ = Glibc.close(descriptor) }
            guard fdatasync(descriptor) == 0 else { throw BlobError("fdatasync", path: self.file.path) }
            if self.isNameless.load(ordering: .acquiring) {
                try Folder.synchronize(self.store.partials)
                self.isNameless.store(false, ordering: .releasing)
            }
            return progress
        }
    }

    func close() async {
        // Also when the task was cancelled.
        await Task { _ = try? await store.blocking { () throws(BlobError) in self.file.close() } }.value
    }
}
