import CBlobStore
import Crypto
import EventLoop
import Glibc
import Synchronization

/// A file that grows at its end: the pool writes and digests bytes while more arrive.
///
/// One task appends. Its bytes are gathered into chunks. While one chunk is written, the next one is gathered; only when
/// that is full, too, the task waits. The next `append` or `flush` throws an error of a chunk, once. Nothing is written
/// after an error.
final class WriteBehindFile: Sendable {
    /// Small pieces are gathered to this size: passing them to another thread costs as much as writing.
    private static let chunk = 256 * 1024
    /// The maximum that is gathered while a chunk is written.
    private static let limit = 2 * chunk
    /// Write-back begins after this many new bytes, so that a sync finds little left.
    private static let writeBack = 2 * 1024 * 1024

    /// Taken bytes that are not yet written. Locked only for the time of a copy: the loop's own thread waits for it.
    private struct Gathered {
        var pieces: [[UInt8]] = []
        /// Whether the last piece is a copy that can grow.
        var isLastOpen = false
        /// The number of bytes in the pieces.
        var size = 0
        /// From the start of the blob.
        var count: Int
        /// Whether the pool is writing, or about to.
        var isDraining = false
        /// The task that waits for room.
        var waiter: CheckedContinuation<Void, Never>?
        var failure: BlobError?
        var isFailureTold = false

        /// Keeps large pieces as they are. Copies small pieces together, and those with more memory than bytes.
        mutating func add(_ bytes: [UInt8]) {
            size += bytes.count
            count += bytes.count
            if bytes.count >= WriteBehindFile.chunk / 4, bytes.capacity <= 2 * bytes.count {
                pieces.append(bytes)
                isLastOpen = false
                return
            }
            if !isLastOpen || (pieces.last?.count ?? 0) + bytes.count > WriteBehindFile.chunk {
                pieces.append([])
                isLastOpen = true
            }
            pieces[pieces.count - 1] += bytes
        }

        mutating func takeAll() -> [[UInt8]] {
            defer { (pieces, size, isLastOpen) = ([], 0, false) }
            return pieces
        }
    }

    /// Locked only on the pool, for the time of a write.
    private struct File {
        /// Nil after the close.
        var descriptor: CInt?
        var digest: ResumableSHA256
        /// In bytes from the start of the blob.
        var written: Int
        var handedOver: Int
    }

    /// The content of the file at one moment.
    struct Content: Sendable {
        let descriptor: CInt
        let digest: ResumableSHA256
        /// In bytes from the start of the blob.
        let count: Int
    }

    let path: String
    private let pool: BlockingPool
    private let start: Int
    let isDigesting: Bool
    private let gathered: Mutex<Gathered>
    private let file: Mutex<File>

    /// Takes ownership of an open descriptor. The file begins at `start` of its blob; `digest` is that of the `count`
    /// bytes from the start of the blob, in the file and before it. Without `isDigesting` it stays unchanged.
    init(
        path: String, owning descriptor: CInt, pool: BlockingPool, start: Int = 0, count: Int = 0,
        digest: ResumableSHA256 = ResumableSHA256(), isDigesting: Bool = true
    ) {
        self.path = path
        self.pool = pool
        self.start = start
        self.isDigesting = isDigesting
        gathered = Mutex(Gathered(count: count))
        file = Mutex(File(descriptor: descriptor, digest: digest, written: count, handedOver: count))
    }

    deinit { close() }

    /// The end of what was taken, from the start of the blob.
    var count: Int { gathered.withLock { $0.count } }

    /// Whether the appending task waits for the disk.
    var isHeldUp: Bool { gathered.withLock { $0.waiter != nil } }

    // MARK: - Taking (any thread; one task)

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        let (begins, waits) = try gathered.withLock { gathered throws(BlobError) in
            try Self.throwFailure(of: &gathered)
            gathered.add(bytes)
            guard gathered.size >= Self.chunk else { return (false, false) }
            defer { gathered.isDraining = true }
            return (!gathered.isDraining, gathered.isDraining && gathered.size >= Self.limit)
        }
        if begins { try beginDraining() }
        if waits { await waitForRoom() }
    }

    private func beginDraining() throws(BlobError) {
        do {
            try pool.submit { self.drain() }
        } catch {
            let failure = BlobError(.unavailable, detail: "the pool for blocking calls: \(error)")
            gathered.withLock { gathered in
                gathered.isDraining = false
                gathered.failure = failure
                gathered.isFailureTold = true
            }
            throw failure
        }
    }

    private func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let hasRoom = gathered.withLock { gathered in
                guard gathered.isDraining, gathered.size >= Self.limit else { return true }
                gathered.waiter = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    private static func throwFailure(of gathered: inout Gathered) throws(BlobError) {
        guard let failure = gathered.failure else { return }
        defer { gathered.isFailureTold = true }
        throw gathered.isFailureTold ? BlobError(.inputOutput, detail: "the writer has failed before") : failure
    }

    // MARK: - Writing (on the pool)

    /// Writes chunks until less than one is left.
    private func drain() {
        while true {
            file.withLock { write(to: &$0) }
            let isDone = gathered.withLock { gathered in
                if gathered.size >= Self.chunk, gathered.failure == nil { return false }
                gathered.isDraining = false
                return true
            }
            if isDone { return makeRoom() }
        }
    }

    private func makeRoom() {
        gathered.withLock { gathered in
            defer { gathered.waiter = nil }
            return gathered.waiter
        }?.resume()
    }

    /// Writes the bytes taken before the call, and passes the file's content to `body`. Nothing is written meanwhile.
    ///
    /// `isTelling` says that the caller passes a thrown error to the appending task, so that `append` does not throw it
    /// again.
    ///
    /// - Throws: The error that `append` would have thrown, unless it was thrown before; then `body` gets the bytes
    ///   written before it.
    func flush<Value: Sendable>(
        isTelling: Bool = true, _ body: (Content) throws(BlobError) -> Value
    ) throws(BlobError) -> Value {
        try file.withLock { file throws(BlobError) in
            guard let descriptor = file.descriptor else { throw Self.ended }
            write(to: &file)
            try gathered.withLock { gathered throws(BlobError) in
                guard let failure = gathered.failure, !gathered.isFailureTold else { return }
                gathered.isFailureTold = isTelling
                throw failure
            }
            return try body(Content(descriptor: descriptor, digest: file.digest, count: file.written))
        }
    }

    /// Closes the file, and drops unwritten bytes. May be repeated. False if it was closed before.
    @discardableResult
    func close() -> Bool {
        file.withLock { file in
            guard let descriptor = file.descriptor else { return false }
            file.descriptor = nil
            _ = Glibc.close(descriptor)
            gathered.withLock { $0.failure = $0.failure ?? Self.ended }
            return true
        }
    }

    static var ended: BlobError { BlobError(.inputOutput, detail: "the writer has ended") }

    /// Writes all taken bytes, and keeps an error for the appending task.
    private func write(to file: inout File) {
        let pieces = gathered.withLock { gathered in
            if file.descriptor == nil, gathered.failure == nil { gathered.failure = Self.ended }
            return gathered.takeAll()
        }
        // There is room while this is written.
        makeRoom()
        guard let descriptor = file.descriptor, gathered.withLock({ $0.failure == nil }) else { return }
        do throws(BlobError) {
            for piece in pieces { try write(piece, to: &file, descriptor) }
            beginWriteBack(of: &file, descriptor)
        } catch {
            gathered.withLock { $0.failure = error }
        }
    }

    private func write(_ bytes: [UInt8], to file: inout File, _ descriptor: CInt) throws(BlobError) {
        var done = 0
        defer {
            // Also of a write that failed in mid-way: what was written counts.
            if isDigesting { file.digest.update(bytes[..<done]) }
            file.written += done
        }
        while done < bytes.count {
            let wrote = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(file.written + done - start))
            }
            if wrote > 0 {
                done += wrote
            } else if errno != EINTR {
                throw BlobError("write", path: path)
            }
        }
    }

    private func beginWriteBack(of file: inout File, _ descriptor: CInt) {
        guard file.written - file.handedOver >= Self.writeBack else { return }
        // Advice only: a sync is what promises.
        _ = docket_begin_write_back(descriptor, Int64(file.handedOver - start), Int64(file.written - file.handedOver))
        file.handedOver = file.written
    }
}
