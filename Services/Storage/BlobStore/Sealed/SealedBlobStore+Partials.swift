import Crypto
import Sealing
import Shared

/// Sealed uploads in progress: their full pieces are a sealed upload in the other store, and the rest is in their state.
extension SealedBlobStore {
    /// The state of a sealed upload.
    private struct Opened: Sendable {
        let partial: PartialBlob
        let state: PartialState
        let pieces: SealedPieces

        init(_ partial: PartialBlob, _ key: SubmissionKey) throws(SealingError) {
            self.partial = partial
            pieces = SealedPieces(key, upload: partial.id)
            guard let sealed = partial.digestState, !sealed.isEmpty else {
                guard partial.count == 0 else {
                    throw SealingError(.damaged, "the state of the upload \(partial.id) is missing, and with it its last bytes")
                }
                state = PartialState()
                return
            }
            state = try PartialState(opening: sealed, key, upload: partial.id, count: partial.count)
        }

        /// Its full pieces in the other store.
        var stored: PartialBlob {
            PartialBlob(
                id: partial.id, in: partial.space,
                segments: partial.segments.map {
                    PartialBlob.Segment(epoch: $0.epoch, start: SealedPieces.sealedCount(of: $0.start))
                },
                count: SealedPieces.sealedCount(of: partial.count), digestState: state.pieces.isEmpty ? nil : state.pieces)
        }
    }

    /// Nil if the submission is not sealed.
    private func opened(_ partial: PartialBlob) async throws(BlobError) -> (Opened, SubmissionKey)? {
        guard let key = try await key(of: partial.space) else { return nil }
        guard partial.isSound else { throw FileBlobStore.unsound }
        do throws(SealingError) { return (try Opened(partial, key), key) } catch { throw BlobError(error) }
    }

    public func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter {
        guard let (upload, key) = try await opened(partial) else { return try await store.writer(of: partial) }
        return SealedPartialWriter(
            try await store.writer(of: upload.stored), of: partial, from: upload.state, upload.pieces, key: key, pool: pool)
    }

    public func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8] {
        guard let (upload, _) = try await opened(partial) else {
            return try await store.read(partial, at: offset, count: count)
        }
        return try await read(upload, max(0, offset)..<min(partial.count, max(0, offset) + max(0, count)))
    }

    private func read(_ upload: Opened, _ range: Range<Int>) async throws(BlobError) -> [UInt8] {
        let (size, sealed, end) = (SealedPieces.size, SealedPieces.sealedSize, upload.state.digest.count)
        let part = range.clamped(to: 0..<end)
        var bytes: [UInt8] = []
        if !part.isEmpty {
            let first = part.lowerBound / size
            let count = (part.upperBound - 1) / size + 1 - first
            let stored = try await store.read(upload.stored, at: first * sealed, count: count * sealed)
            guard stored.count == count * sealed else { throw FileBlobStore.unsound }
            bytes = try await pool.blob { () throws(BlobError) in
                do throws(SealingError) { return try upload.pieces.open(stored, from: first) } catch { throw BlobError(error) }
            }
            bytes = Array(bytes.dropFirst(part.lowerBound - first * size).prefix(part.count))
        }
        let rest = range.clamped(to: end..<upload.state.count)
        if !rest.isEmpty { bytes += upload.state.tail[rest.lowerBound - end..<rest.upperBound - end] }
        return bytes
    }

    /// The number of bytes that are fetched at a time to seal them as a file.
    private static let fetched = 512 * SealedPieces.size

    /// The bytes from `start` on; empty at the end.
    private func fetch(_ upload: Opened, from start: Int) async -> Result<[UInt8], BlobError> {
        do throws(BlobError) {
            let range = start..<min(upload.partial.count, start + Self.fetched)
            let bytes = try await read(upload, range)
            guard bytes.count == range.count else { throw FileBlobStore.unsound }
            return .success(bytes)
        } catch {
            return .failure(error)
        }
    }

    public func finish(_ partial: PartialBlob, isSettled: Bool) async throws(BlobError) -> StoredBlob {
        guard let (upload, key) = try await opened(partial) else {
            return try await store.finish(partial, isSettled: isSettled)
        }
        let writer = SealedBlobWriter(
            try await store.writer(in: partial.space, named: .byWriter), key: key, space: partial.space, pool: pool)
        do throws(BlobError) {
            var piece = try await fetch(upload, from: 0).get()
            while !piece.isEmpty {
                // While this is sealed, the next is fetched: a bucket takes its time to answer.
                let end = writer.count + piece.count
                async let next = fetch(upload, from: end)
                try await writer.append(piece)
                piece = try await next.get()
            }
            return try await writer.finish(expecting: upload.state.whole)
        } catch {
            await writer.abort()
            throw error
        }
    }

    public func acknowledgedDigest(of partial: PartialBlob) async throws(BlobError) -> [UInt8]? {
        guard let (upload, _) = try await opened(partial) else { return try await store.acknowledgedDigest(of: partial) }
        return upload.state.whole
    }

    /// The other store finds the pieces by the upload's id and its writers.
    public func remove(_ partial: PartialBlob) async throws(BlobError) { try await store.remove(partial) }
}
