import CBlobStore
import Crypto
import Glibc
import Shared
import Synchronization

/// Appends to the last segment of a partial blob, which is one file. It writes at positions of its own, never at the end of the
/// file, so that nothing it does depends on what another process did to it.
final class FilePartialWriter: PartialBlobWriter {
    /// Small pieces of the network are gathered to this size: a hand-over to another thread costs as much as writing it.
    private static let chunk = 256 * 1024
    /// Write-back begins as soon as this much is new, so that a sync finds little left to do.
    private static let writeBack = 2 * 1024 * 1024

    /// What was taken and is not written; never locked for longer than a copy takes, for the loop's own thread waits for it.
    private struct Gathered {
        var bytes: [UInt8] = []
        var count: Int
        var hasFailed = false
    }

    /// Locked on the pool only, for as long as a write takes.
    private struct File {
        var descriptor: CInt?
        var digest: ResumableSHA256
        /// From the start of the blob.
        var written: Int
        var handedOver: Int
    }

    private let store: FileBlobStore
    private let path: String
    private let start: Int
    private let gathered: Mutex<Gathered>
    private let file: Mutex<File>

    /// Takes over an open descriptor. `digest` is that of the `count` acknowledged bytes; the segment begins at `start`.
    init(store: FileBlobStore, path: String, owning descriptor: CInt, start: Int, count: Int, digest: ResumableSHA256) {
        self.store = store
        self.path = path
        self.start = start
        gathered = Mutex(Gathered(count: count))
        file = Mutex(File(descriptor: descriptor, digest: digest, written: count, handedOver: count))
    }

    deinit {
        file.withLock { file in
            if let descriptor = file.descriptor { _ = Glibc.close(descriptor) }
        }
    }

    var count: Int { gathered.withLock { $0.count } }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        let isFull = try gathered.withLock { gathered throws(BlobError) in
            guard !gathered.hasFailed else { throw BlobError(.inputOutput, detail: "the writer has failed before") }
            gathered.bytes.append(contentsOf: bytes)
            gathered.count += bytes.count
            return gathered.bytes.count >= Self.chunk
        }
        if isFull {
            try await store.blocking { () throws(BlobError) in
                try self.file.withLock { file throws(BlobError) in try self.flush(&file) }
            }
        }
    }

    func synchronize() async throws(BlobError) -> PartialProgress {
        try await store.blocking { () throws(BlobError) in
            let (descriptor, progress) = try self.file.withLock { file throws(BlobError) in
                try self.flush(&file, keepingGoing: true)
                guard let descriptor = file.descriptor else { throw Self.ended }
                let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
                guard duplicate >= 0 else { throw BlobError("dup", path: self.path) }
                return (duplicate, PartialProgress(count: file.written, digestState: file.digest.state))
            }
            // Outside the lock: what comes meanwhile is written beside it.
            defer { _ = Glibc.close(descriptor) }
            guard fdatasync(descriptor) == 0 else { throw BlobError("fdatasync", path: self.path) }
            return progress
        }
    }

    func close() async {
        _ = try? await store.blocking { () throws(BlobError) in
            self.file.withLock { file in
                if let descriptor = file.descriptor { _ = Glibc.close(descriptor) }
                file.descriptor = nil
            }
        }
    }

    // MARK: - On the pool

    private static var ended: BlobError { BlobError(.inputOutput, detail: "the writer has ended") }

    /// With `keepingGoing`, a writer that has failed before writes nothing and is no error.
    private func flush(_ file: inout File, keepingGoing: Bool = false) throws(BlobError) {
        guard let descriptor = file.descriptor else { throw Self.ended }
        let (bytes, hasFailed) = gathered.withLock { gathered in
            defer { gathered.bytes = [] }
            return (gathered.bytes, gathered.hasFailed)
        }
        if hasFailed {
            guard keepingGoing else { throw Self.ended }
            return
        }
        var done = 0
        defer {
            // Also of a write that failed in mid-way: what was written counts.
            file.digest.update(bytes[..<done])
            file.written += done
        }
        while done < bytes.count {
            let wrote = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(file.written + done - start))
            }
            if wrote > 0 {
                done += wrote
            } else if errno != EINTR {
                let error = BlobError("write", path: path)
                gathered.withLock { $0.hasFailed = true }
                throw error
            }
        }
        if file.written + done - file.handedOver >= Self.writeBack {
            // Advice only: a sync is what promises.
            _ = docket_begin_write_back(
                descriptor, Int64(file.handedOver - start), Int64(file.written + done - file.handedOver))
            file.handedOver = file.written + done
        }
    }
}
