import Crypto
import EventLoop
import Sealing
import Shared
import Synchronization

/// Appends to a sealed upload. Full pieces go to the other store, and each acknowledgement contains the rest.
final class SealedPartialWriter: PartialBlobWriter {
    /// The number of bytes that are gathered for the pool.
    private static let gathered = 16 * SealedPieces.size

    /// A boundary between two pieces of the upload.
    private struct Joint: Sendable {
        /// The number of sealed bytes before it, as the other store counts.
        var stored: Int
        /// Of the content before it.
        var digest: ResumableSHA256
    }

    private struct State {
        /// Bytes taken after the last joint.
        var pending: [UInt8]
        /// The ends of transfers to the other store since the last acknowledgement.
        var joints: [Joint]
        var count: Int
        /// The last durable part.
        var known: PartialProgress
        /// Whether no more is transferred: the writer was closed, or bytes were refused.
        var isEnded = false
        /// Why bytes were refused, until the appending task has got the error.
        var failure: BlobError?

        /// The last joint before which the other store has everything. With `isExact` it must have nothing after it.
        func joint(upTo stored: Int, isExact: Bool) -> Joint? {
            joints.last { $0.stored == stored || !isExact && $0.stored < stored }
        }

        mutating func failIfEnded(isTelling: Bool) throws(BlobError) {
            guard isEnded else { return }
            defer { if isTelling { failure = nil } }
            throw failure ?? WriteBehindFile.ended
        }
    }

    private let writer: any PartialBlobWriter
    private let upload: UploadID
    private let pieces: SealedPieces
    private let key: SubmissionKey
    private let pool: BlockingPool
    private let state: Mutex<State>
    /// One transfer at a time.
    private let lane = AsyncSemaphore(permits: 1)

    init(
        _ writer: any PartialBlobWriter, of partial: PartialBlob, from state: PartialState, _ pieces: SealedPieces,
        key: SubmissionKey, pool: BlockingPool
    ) {
        (self.writer, upload, self.pieces, self.key, self.pool) = (writer, partial.id, pieces, key, pool)
        let joint = Joint(stored: SealedPieces.sealedCount(of: partial.count), digest: state.digest)
        let known = PartialProgress(count: partial.count, digestState: partial.digestState ?? [])
        self.state = Mutex(State(pending: state.tail, joints: [joint], count: partial.count, known: known))
    }

    var count: Int { state.withLock { $0.count } }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        let isMuch = try state.withLock { state throws(BlobError) in
            try state.failIfEnded(isTelling: true)
            state.pending += bytes
            state.count += bytes.count
            return state.pending.count >= Self.gathered
        }
        if isMuch { _ = try await handOver() }
    }

    func flush() async throws(BlobError) {
        _ = try await handOver()
        try await writer.flush()
    }

    func synchronize() async throws(BlobError) -> PartialProgress {
        // Called beside the task that appends, which still has to learn what went wrong.
        let end = try? await handOver(isTelling: false)
        let durable = try await writer.synchronize()
        var tail: [UInt8] = []
        let joint: Joint?
        if let end, end.joint.stored == durable.count {
            (joint, tail) = (end.joint, end.tail)
        } else {
            joint = state.withLock { $0.joint(upTo: durable.count, isExact: !writer.goesOnAnywhere) }
        }
        // Without one the other store has part of a piece: what it had before is still there.
        guard let joint else { return state.withLock { $0.known } }
        // The other store's state is that of its end; before it, it makes another one.
        let pieces = joint.stored == durable.count ? durable.digestState : []
        let progress = try self.progress(at: joint, tail: tail, pieces: pieces)
        return state.withLock { state in
            // A slower call of before says less.
            guard progress.count >= state.known.count else { return state.known }
            state.joints.removeAll { $0.stored < joint.stored }
            state.known = progress
            return progress
        }
    }

    func close() async {
        state.withLock { $0.isEnded = true }
        await writer.close()
    }

    /// Seals and transfers all full pieces of the bytes taken before the call. Returns the end of these pieces and the
    /// bytes after it.
    ///
    /// `isTelling` says that the caller passes a thrown error to the appending task. Otherwise the next `append` or
    /// `flush` throws it.
    private func handOver(isTelling: Bool = true) async throws(BlobError) -> (joint: Joint, tail: [UInt8]) {
        do { try await lane.acquire() } catch {
            throw BlobError(.unavailable, detail: "cancelled while other pieces of the upload are sealed")
        }
        defer { lane.release() }
        let (joint, full) = try state.withLock { state throws(BlobError) in
            try state.failIfEnded(isTelling: isTelling)
            let count = SealedPieces.size * (state.pending.count / SealedPieces.size)
            return (state.joints[state.joints.count - 1], Array(state.pending.prefix(count)))
        }
        guard !full.isEmpty else { return state.withLock { (joint, Self.tail(of: $0)) } }
        let (sealed, end) = try await pool.blob { [pieces] () throws(BlobError) in
            var (plain, end) = (full, joint)
            end.digest.update(full)
            do throws(SealingError) {
                let sealed = try pieces.seal(fullOf: &plain, from: joint.digest.count / SealedPieces.size)
                end.stored += sealed.count
                return (sealed, end)
            } catch {
                throw BlobError(error)
            }
        }
        // Before they are handed over: from then on an acknowledgement may tell of them.
        state.withLock { state in
            state.joints.append(end)
            state.pending.removeFirst(full.count)
        }
        do throws(BlobError) { try await writer.append(sealed) } catch {
            // What it did not take would be missing before whatever came next.
            state.withLock { state in
                state.isEnded = true
                state.failure = isTelling ? nil : error
            }
            throw error
        }
        return state.withLock { (end, Self.tail(of: $0)) }
    }

    private static func tail(of state: State) -> [UInt8] { Array(state.pending.prefix(SealedPieces.size - 1)) }

    private func progress(at joint: Joint, tail: [UInt8], pieces: [UInt8]) throws(BlobError) -> PartialProgress {
        let state = PartialState(digest: joint.digest, tail: tail, pieces: pieces)
        do throws(SealingError) {
            return PartialProgress(count: state.count, digestState: try state.sealed(key, upload: upload))
        } catch {
            throw BlobError(error)
        }
    }
}
