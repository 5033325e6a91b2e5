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
                count: SealedPieces.sealedCount(of: partial.count), digestState: state.pieces.isEmpty ? nil : state.pieces,
                // Each piece proves itself.
                isDigested: false)
        }
    }

    /// Nil if the submission is not sealed.
    ///
    /// It does not become sealed while it has an upload.
    private func opened(_ partial: PartialBlob) async throws(BlobError) -> (Opened, SubmissionKey)? {
        guard let key = try await currentKey(of: partial.space) else { return nil }
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

    /// The pieces stay as they were sealed. With the end they are the file.
    public func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        guard let (upload, key) = try await opened(partial) else {
            return try await store.finish(partial, isSettled: isSettled, with: end)
        }
        guard end == nil, let digest = ContentDigest(bytes: upload.state.whole) else {
            throw BlobError(.inputOutput, detail: "nothing is put behind a sealed upload but its own end")
        }
        let last: [UInt8]
        do throws(SealingError) {
            last = try upload.pieces.end(upload.state.tail, ofFile: digest, size: partial.count)
        } catch {
            throw BlobError(error)
        }
        let own = PartialEnd(bytes: last, name: key.name(of: digest))
        _ = try await store.finish(upload.stored, isSettled: isSettled, with: own)
        return StoredBlob(key: partial.space.key(digest), size: partial.count)
    }

    public func acknowledgedDigest(of partial: PartialBlob) async throws(BlobError) -> [UInt8]? {
        guard let (upload, _) = try await opened(partial) else { return try await store.acknowledgedDigest(of: partial) }
        return upload.state.whole
    }

    /// The other store finds the pieces by the upload's id and its writers.
    public func remove(_ partial: PartialBlob) async throws(BlobError) { try await store.remove(partial) }
}
