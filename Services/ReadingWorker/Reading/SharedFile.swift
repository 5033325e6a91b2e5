import BlobStore
import EventLoop
import Synchronization

/// A file of which several tasks read: opened for the first of them, and let go of after the last. What is made of it to be
/// read, such as a copy in memory, is made once, too.
final class SharedFile: Sendable {
    private struct State {
        var readers = 0
        var file: BlobFile?
    }

    private let key: BlobKey
    private let state = Mutex(State())
    /// It is opened once.
    private let lane = AsyncSemaphore(permits: 1)

    init(_ key: BlobKey) { self.key = key }

    /// One more will read of it.
    func expectReader() { state.withLock { $0.readers += 1 } }

    /// For one of those who were expected.
    ///
    /// - Throws: `BlobError`, `CancellationError`.
    func file(in blobs: any BlobStore) async throws -> BlobFile {
        try await lane.acquire()
        defer { lane.release() }
        if let file = state.withLock({ $0.file }) { return file }
        let file = try await blobs.open(key)
        state.withLock { $0.file = file }
        return file
    }

    /// One of them has done with it, or does without it.
    func readerIsDone() {
        state.withLock { state in
            state.readers -= 1
            if state.readers <= 0 { state.file = nil }
        }
    }
}
