import EventLoop
import Sealing
import Shared
import Synchronization

/// Seals a blob while it arrives. The pool encrypts and digests it, in pieces of a suitable size.
final class SealedBlobWriter: BlobWriter {
    private static let piece = 4 * SealedLayout.chunk

    private struct State {
        /// Taken, but not yet sealed.
        var pending: [UInt8] = []
        var count = 0
        /// Nil while the pool uses it, and after the end or a failure of the writer.
        var sealer: FileSealer?

        mutating func take() -> (FileSealer, [UInt8])? {
            guard let own = sealer else { return nil }
            defer { (sealer, pending) = (nil, []) }
            return (own, pending)
        }
    }

    private let writer: any BlobWriter
    private let key: SubmissionKey
    private let space: BlobSpace
    private let pool: BlockingPool
    private let state: Mutex<State>

    init(_ writer: any BlobWriter, key: SubmissionKey, space: BlobSpace, pool: BlockingPool) {
        (self.writer, self.key, self.space, self.pool) = (writer, key, space, pool)
        state = Mutex(State(sealer: FileSealer(key)))
    }

    var count: Int { state.withLock { $0.count } }

    func append(_ bytes: [UInt8]) async throws(BlobError) {
        let taken = try state.withLock { state throws(BlobError) in
            guard state.sealer != nil else { throw WriteBehindFile.ended }
            state.pending += bytes
            state.count += bytes.count
            return state.pending.count < Self.piece ? nil : state.take()
        }
        guard let (sealer, pending) = taken else { return }
        let (sealed, next) = try await pool.blob { () throws(BlobError) in
            var sealer = sealer
            do throws(SealingError) { return (try sealer.seal(pending), sealer) } catch { throw BlobError(error) }
        }
        try await writer.append(sealed)
        state.withLock { $0.sealer = next }
    }

    func finish(as name: ContentDigest?) async throws(BlobError) -> StoredBlob {
        guard let (sealer, pending) = state.withLock({ $0.take() }) else {
            throw BlobError(.inputOutput, detail: "the writer has failed before")
        }
        let (sealed, content, size) = try await pool.blob { () throws(BlobError) in
            var sealer = sealer
            do throws(SealingError) {
                let sealed = try sealer.seal(pending)
                let end = try sealer.finish()
                return (sealed + end.sealed, end.digest, sealer.count)
            } catch {
                throw BlobError(error)
            }
        }
        try await writer.append(sealed)
        _ = try await writer.finish(as: key.name(of: content))
        return StoredBlob(key: space.key(content), size: size)
    }

    func abort() async {
        state.withLock { _ = $0.take() }
        await writer.abort()
    }
}
