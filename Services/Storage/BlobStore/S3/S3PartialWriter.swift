import CBlobStore
import Crypto
import EventLoop
import Glibc
import Synchronization

/// Appends to an upload. Bytes are spooled, and sent to the server in pieces, one after the other, while more arrive.
///
/// An acknowledgement may require small pieces. Once there are enough consecutive ones, one large piece replaces them,
/// which S3 can copy into the object on the server.
final class S3PartialWriter: PartialBlobWriter {
    /// A boundary in the upload.
    private struct Joint {
        var count: Int
        var digest: ResumableSHA256
    }

    private struct State {
        /// Everything from here on is still spooled.
        var base: Joint
        /// Everything up to here is on the server.
        var durable: Joint
        var isPushing = false
        var failure: BlobError?
    }

    private let store: S3BlobStore
    private let folder: String
    private let file: WriteBehindFile
    private let start: Int
    private let state: Mutex<State>
    /// One piece is sent at a time.
    private let lane = AsyncSemaphore(permits: 1)

    init(store: S3BlobStore, folder: String, file: WriteBehindFile, start: Int, digest: ResumableSHA256) {
        (self.store, self.folder, self.file, self.start) = (store, folder, file, start)
        let joint = Joint(count: start, digest: digest)
        state = Mutex(State(base: joint, durable: joint))
    }

    var count: Int { file.count }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        let failure = state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
        if let failure { throw failure }
        try await file.append(bytes)
        let piece = pieceSize
        let (waiting, begins) = state.withLock { state in
            let waiting = file.count - state.durable.count
            guard waiting >= piece, !state.isPushing else { return (waiting, false) }
            state.isPushing = true
            return (waiting, true)
        }
        if begins { pushBeside() }
        // Whoever sends faster than the server takes waits for it: what is spooled is bounded.
        if waiting >= 3 * piece { _ = try await push() }
    }

    func flush() async throws(BlobError) {
        try await store.blocking { () throws(BlobError) in try self.file.flush { (_) throws(BlobError) in } }
    }

    func synchronize() async throws(BlobError) -> PartialProgress {
        let joint = try await push()
        return PartialProgress(count: joint.count, digestState: joint.digest.state)
    }

    func close() async {
        // Also when the task was cancelled: a piece under way is awaited.
        await Task {
            let hasLane = (try? await lane.acquire()) != nil
            file.close()
            if hasLane { lane.release() }
        }.value
    }

    // MARK: - Pieces

    /// Grows with the upload: S3 assembles at most 10,000 parts.
    private var pieceSize: Int { max(store.configuration.pieceSize, file.count / 1_000) }

    private func pushBeside() {
        store.client.loop.spawn { [self] in
            do throws(BlobError) {
                _ = try await push()
                state.withLock { $0.isPushing = false }
            } catch {
                state.withLock { state in
                    state.isPushing = false
                    state.failure = error
                }
            }
        }
    }

    /// Sends the bytes taken before the call, and returns the end of the bytes on the server.
    private func push() async throws(BlobError) -> Joint {
        do { try await lane.acquire() } catch {
            throw BlobError(.unavailable, detail: "S3: cancelled while waiting for another piece")
        }
        defer { lane.release() }
        let piece = pieceSize
        let (base, durable) = state.withLock { ($0.base, $0.durable) }
        let (end, descriptor) = try await store.blocking { () throws(BlobError) in
            // Called beside the task that appends, which still has to learn what went wrong.
            try self.file.flush(isTelling: false) { (content) throws(BlobError) in
                (Joint(count: content.count, digest: content.digest), content.descriptor)
            }
        }
        guard end.count > durable.count else { return durable }
        let isLarge = end.count - base.count >= piece
        try await put(from: isLarge ? base : durable, to: end, descriptor)
        state.withLock { state in
            state.durable = end
            if isLarge { state.base = end }
        }
        if isLarge {
            try await store.blocking { () throws(BlobError) in
                // Advice only: without it the spooled file grows up to the length of the request.
                _ = docket_forget_bytes(descriptor, Int64(base.count - self.start), Int64(end.count - base.count))
            }
        }
        return end
    }

    /// The descriptor stays open: closing it also needs the lane.
    private func put(from: Joint, to: Joint, _ descriptor: CInt) async throws(BlobError) {
        let bytes = try await store.blocking { () throws(BlobError) in
            try SpooledBytes(reading: descriptor, offset: from.count - self.start, count: to.count - from.count)
        }
        let piece = UploadPiece(
            start: from.count, end: to.count, before: UploadPiece.mark(from.digest), after: UploadPiece.mark(to.digest))
        var request = S3Request("PUT", folder + piece.name)
        (request.body, request.payloadDigest) = (bytes.body, bytes.digest)
        _ = try await store.client.send(request)
    }
}
