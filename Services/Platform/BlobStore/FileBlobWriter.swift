import CBlobStore
import Crypto
import Glibc
import Shared
import Synchronization

/// A file on its way into a `FileBlobStore`, digested beside being written.
final class FileBlobWriter: BlobWriter {
    /// Small chunks of the network are gathered to this size: a hand-over to another thread costs as much as writing it.
    private static let chunk = 256 * 1024
    /// Write-back begins as soon as this much is new, so that the final sync finds little left to do.
    private static let writeBack = 4 * 1024 * 1024

    private struct State: ~Copyable {
        var digest = Digest()
        var gathered: [UInt8] = []
        var count = 0
        var written = 0
        var handedOver = 0
        /// Nil once the file is finished or aborted.
        var descriptor: CInt?
    }

    private let store: FileBlobStore
    private let space: BlobSpace
    private let path: String
    /// Held for the length of one call each; calls of one writer do not overlap, so nobody ever waits for it.
    private let state: Mutex<State>

    init(store: FileBlobStore, space: BlobSpace) throws(BlobError) {
        self.store = store
        self.space = space
        path = "\(store.incoming)/\(getpid())-\(UInt64.random(in: .min ... .max))"
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BlobError("create", path: path) }
        state = Mutex(State(descriptor: descriptor))
    }

    deinit {
        // A writer that was dropped in mid-way leaves nothing behind.
        state.withLock { state in
            guard let descriptor = state.descriptor else { return }
            close(descriptor)
            unlink(path)
        }
    }

    var count: Int { state.withLock { $0.count } }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        let full = try state.withLock { state throws(BlobError) in
            guard state.descriptor != nil else { throw BlobError(.inputOutput, detail: "the writer has ended") }
            state.gathered.append(contentsOf: bytes)
            state.count += bytes.count
            return state.gathered.count >= Self.chunk
        }
        if full { try await store.blocking { () throws(BlobError) in try self.flush() } }
    }

    func finish() async throws(BlobError) -> StoredBlob {
        try await store.blocking { () throws(BlobError) in
            try self.flush()
            let (bytes, count) = self.state.withLock { ($0.digest.snapshot(), $0.count) }
            guard let digest = ContentDigest(bytes: bytes) else {
                throw BlobError(.inputOutput, detail: "the digest is not whole")
            }
            let key = self.space.key(digest)
            try self.moveIntoPlace(self.store.path(of: key))
            return StoredBlob(key: key, size: count)
        }
    }

    func abort() async {
        // Also when the task was cancelled, which is why it aborts as a rule.
        await Task {
            _ = try? await store.blocking { () throws(BlobError) in
                self.state.withLock { state in
                    guard let descriptor = state.descriptor else { return }
                    state.descriptor = nil
                    close(descriptor)
                    unlink(self.path)
                }
            }
        }.value
    }

    // MARK: - On the pool

    private func flush() throws(BlobError) {
        try state.withLock { state throws(BlobError) in
            guard let descriptor = state.descriptor else { throw BlobError(.inputOutput, detail: "the writer has ended") }
            guard !state.gathered.isEmpty else { return }
            let bytes = state.gathered
            state.gathered.removeAll(keepingCapacity: true)
            state.digest.update(bytes)
            var offset = 0
            while offset < bytes.count {
                let wrote = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + offset }, bytes.count - offset) }
                if wrote >= 0 {
                    offset += wrote
                } else if errno != EINTR {
                    throw BlobError("write", path: path)
                }
            }
            state.written += bytes.count
            if state.written - state.handedOver >= Self.writeBack {
                // Advice only: the sync in `finish` is what promises.
                _ = docket_begin_write_back(
                    descriptor, Int64(state.handedOver), Int64(state.written - state.handedOver))
                state.handedOver = state.written
            }
        }
    }

    private func moveIntoPlace(_ destination: String) throws(BlobError) {
        try state.withLock { state throws(BlobError) in
            guard let descriptor = state.descriptor else { throw BlobError(.inputOutput, detail: "the writer has ended") }
            guard fsync(descriptor) == 0 else { throw BlobError("fsync", path: path) }
            let folder = "\(store.root)/\(space)"
            try Folder.make(folder)
            guard rename(path, destination) == 0 else { throw BlobError("rename", path: destination) }
            state.descriptor = nil
            close(descriptor)
            try Folder.synchronize(folder)
        }
    }
}
