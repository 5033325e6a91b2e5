import BlobStore
import EventLoop
import Synchronization

/// A file that several tasks read. It is opened for the first task, and released after the last. A copy for reading, such
/// as one in memory, is made once, too.
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

    /// One more task will read it.
    func expectReader() { state.withLock { $0.readers += 1 } }

    /// The file, for one of the expected readers.
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

    /// A reader has finished, or does not need it.
    func readerIsDone() {
        state.withLock { state in
            state.readers -= 1
            if state.readers <= 0 { state.file = nil }
        }
    }
}
