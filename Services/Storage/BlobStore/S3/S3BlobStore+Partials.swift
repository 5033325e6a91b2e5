import Crypto
import HTTPClient
import Shared

/// Partial blobs as pieces, one object each: `PREFIX/.partial/UPLOAD/PIECE`.
extension S3BlobStore {
    func folder(of partial: PartialBlob) -> String { client.key(".partial/\(partial.id)/") }

    public func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter {
        guard partial.isSound, !partial.segments.isEmpty else { throw Self.unsound }
        // What was acknowledged has to be there before anything is put behind it.
        let digest = partial.count == 0 ? ResumableSHA256() : try await digest(of: partial, chain: chain(of: partial))
        let file = try await spoolFile(start: partial.count, digest: digest)
        return S3PartialWriter(store: self, folder: folder(of: partial), file: file, start: partial.count, digest: digest)
    }

    public func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8] {
        guard partial.isSound else { throw Self.unsound }
        let wanted = max(0, offset)..<min(partial.count, offset + count)
        // Nothing is asked for, but of an upload that is gone not even that is there.
        let chain = try await chain(of: partial)
        var bytes: [UInt8] = []
        for stored in chain where !wanted.isEmpty {
            let part = wanted.clamped(to: stored.piece.start..<stored.piece.end)
            guard !part.isEmpty else { continue }
            bytes += try await read(stored, part.lowerBound - stored.piece.start..<part.upperBound - stored.piece.start)
        }
        return bytes
    }

    public func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        guard partial.isSound else { throw Self.unsound }
        guard let end else { return try await finish(partial) { partial.space.key($0) } }
        guard partial.count > 0 else {
            let writer = try await writer(in: partial.space, named: .byWriter)
            do throws(BlobError) {
                try await writer.append(end.bytes)
                return try await writer.finish(as: end.name)
            } catch {
                await writer.abort()
                throw error
            }
        }
        return try await finish(try await appending(end.bytes, to: partial)) { _ in partial.space.key(end.name, isKeyed: true) }
    }

    private func finish(_ partial: PartialBlob, as key: (ContentDigest) -> BlobKey) async throws(BlobError) -> StoredBlob {
        let chain = try await chain(of: partial)
        let digest = try await digest(of: partial, chain: chain)
        guard let content = ContentDigest(bytes: digest.digest) else { throw Self.unsound }
        let blob = StoredBlob(key: key(content), size: partial.count)
        try await assemble(chain, of: content, as: blob)
        return blob
    }

    /// As one more piece.
    private func appending(_ end: [UInt8], to partial: PartialBlob) async throws(BlobError) -> PartialBlob {
        let writer = try await writer(of: partial)
        do throws(BlobError) {
            try await writer.append(end)
            let progress = try await writer.synchronize()
            try progress.requireAll(of: partial.count + end.count)
            await writer.close()
            var whole = partial
            (whole.count, whole.digestState) = (progress.count, progress.digestState)
            return whole
        } catch {
            await writer.close()
            throw error
        }
    }

    public func remove(_ partial: PartialBlob) async throws(BlobError) {
        chains.forget(partial)
        try await client.forEachPage(of: folder(of: partial)) { (page) throws(BlobError) in
            _ = try await inParallel(page.count) { (index) throws(BlobError) in
                _ = try await client.send(S3Request("DELETE", page[index].key))
            }
        }
    }

    // MARK: - Pieces

    static var unsound: BlobError { BlobError(.inputOutput, detail: "the pieces of the upload do not fit together") }

    /// The maximum of examined pieces of one upload.
    private static let maximumPieces = 200_000

    /// The pieces with the acknowledged bytes.
    func chain(of partial: PartialBlob) async throws(BlobError) -> [StoredPiece] {
        if partial.count == 0 { return [] }
        if let known = chains.chain(partial) { return known }
        let folder = folder(of: partial)
        var objects: [UploadPiece: S3Client.ListedObject] = [:]
        try await client.forEachPage(of: folder) { (page) throws(BlobError) in
            for object in page {
                guard let piece = UploadPiece(name: object.key.dropFirst(folder.count)), object.size == piece.end - piece.start
                else { continue }
                objects[piece] = object
            }
            guard objects.count <= Self.maximumPieces else {
                throw BlobError(.inputOutput, detail: "S3: the upload \(partial.id) has too many pieces")
            }
        }
        let mark = resumable(partial).map(UploadPiece.mark)
        guard let chain = UploadPiece.chain(to: partial.count, mark: mark, of: Array(objects.keys)) else {
            throw BlobError(.notFound, detail: "S3: pieces of the upload \(partial.id) are missing below \(partial.count) bytes")
        }
        let stored = chain.compactMap { piece in objects[piece].map { StoredPiece(piece: piece, object: $0) } }
        chains.keep(stored, for: partial)
        return stored
    }

    func read(_ stored: StoredPiece, _ range: Range<Int>) async throws(BlobError) -> [UInt8] {
        var request = S3Request("GET", stored.object.key)
        request.headers = [(name: "range", value: "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        request.maximumResponseBytes = max(65_536, range.count)
        let body = try await client.send(request).body
        guard body.count == range.count else {
            throw BlobError(.inputOutput, detail: "S3 GET \(stored.object.key): \(body.count) bytes instead of \(range.count)")
        }
        return body
    }

    private func resumable(_ partial: PartialBlob) -> ResumableSHA256? {
        partial.digestState.flatMap(ResumableSHA256.init(state:)).flatMap { $0.count == partial.count ? $0 : nil }
    }

    /// The digest of the acknowledged bytes: continued from the stored state, or computed anew.
    private func digest(of partial: PartialBlob, chain: [StoredPiece]) async throws(BlobError) -> ResumableSHA256 {
        if let digest = resumable(partial) { return digest }
        var digest = ResumableSHA256()
        for stored in chain {
            for start in stride(from: 0, to: stored.object.size, by: 4 << 20) {
                digest.update(try await read(stored, start..<min(start + (4 << 20), stored.object.size)))
            }
        }
        return digest
    }
}
