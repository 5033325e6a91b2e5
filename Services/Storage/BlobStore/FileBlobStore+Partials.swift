import Crypto
import Glibc
import Shared

/// Partial blobs as files: one for each segment, in a folder that readers never see.
extension FileBlobStore {
    var partials: String { "\(root)/.partial" }

    private func path(of segment: PartialBlob.Segment, _ id: UploadID) -> String { "\(partials)/\(id)-\(segment.epoch)" }

    public func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter {
        guard partial.isSound, let segment = partial.segments.last else { throw Self.unsound }
        return try await blocking { () throws(BlobError) in
            let digest = try self.digest(of: partial)
            let path = self.path(of: segment, partial.id)
            let isNew = partial.count == segment.start
            let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | (isNew ? O_CREAT : 0), 0o600)
            guard descriptor >= 0 else { throw BlobError("open", path: path) }
            guard ftruncate(descriptor, off_t(partial.count - segment.start)) == 0 else {
                let error = BlobError("ftruncate", path: path)
                close(descriptor)
                throw error
            }
            return FilePartialWriter(
                store: self, isNew: isNew,
                file: WriteBehindFile(
                    path: path, owning: descriptor, pool: self.pool, start: segment.start, count: partial.count, digest: digest))
        }
    }

    public func read(_ partial: PartialBlob, at offset: Int, count: Int) async throws(BlobError) -> [UInt8] {
        guard partial.isSound else { throw Self.unsound }
        return try await blocking { () throws(BlobError) in
            var bytes: [UInt8] = []
            try self.forEachPiece(of: partial, from: offset, count: count) { (piece) throws(BlobError) in bytes += piece }
            return bytes
        }
    }

    public func finish(_ partial: PartialBlob, isSettled: Bool) async throws(BlobError) -> StoredBlob {
        guard partial.isSound else { throw Self.unsound }
        // A second name for the file costs nothing; but only if nobody can write to it any more.
        let extents = partial.extents
        if isSettled, extents.count == 1, let state = partial.digestState.flatMap(ResumableSHA256.init(state:)),
            state.count == partial.count
        {
            let linked = try await blocking { () throws(BlobError) in
                try self.link(extents[0].segment, of: partial, digest: state.digest)
            }
            if let linked { return linked }
        }
        return try await copy(partial)
    }

    public func remove(_ partial: PartialBlob) async throws(BlobError) {
        try await blocking { () throws(BlobError) in
            for segment in partial.segments {
                let path = self.path(of: segment, partial.id)
                guard unlink(path) == 0 || errno == ENOENT else { throw BlobError("unlink", path: path) }
            }
        }
    }

    public func erase(_ key: BlobKey, untouchedFor grace: Duration) async throws(BlobError) -> Bool {
        let path = path(of: key)
        return try await blocking { () throws(BlobError) in
            // Moved aside first: whoever puts the same bytes there from now on puts them beside what is erased.
            let aside = "\(self.incoming)/erased-\(getpid())-\(UInt64.random(in: .min ... .max))"
            guard rename(path, aside) == 0 else {
                if errno == ENOENT { return true }
                throw BlobError("rename", path: path)
            }
            var status = stat()
            let isFresh =
                lstat(aside, &status) == 0 && status.st_mtim.tv_sec >= time(nil) - Int(clamping: grace.components.seconds)
            if isFresh {
                _ = Glibc.link(aside, path)
                unlink(aside)
                return false
            }
            guard unlink(aside) == 0 else { throw BlobError("unlink", path: aside) }
            return true
        }
    }

    // MARK: - On the pool

    static var unsound: BlobError { BlobError(.inputOutput, detail: "the segments of the upload do not fit together") }

    /// The digest of the acknowledged bytes: continued from the stored state, or computed anew.
    private func digest(of partial: PartialBlob) throws(BlobError) -> ResumableSHA256 {
        if let digest = partial.digestState.flatMap(ResumableSHA256.init(state:)), digest.count == partial.count { return digest }
        var digest = ResumableSHA256()
        try forEachPiece(of: partial, from: 0, count: partial.count) { (piece) throws(BlobError) in digest.update(piece) }
        return digest
    }

    private func forEachPiece(
        of partial: PartialBlob, from offset: Int, count: Int, _ body: ([UInt8]) throws(BlobError) -> Void
    ) throws(BlobError) {
        let wanted = max(0, offset)..<min(partial.count, offset + count)
        guard !wanted.isEmpty else { return }
        for (segment, length) in partial.extents {
            let part = wanted.clamped(to: segment.start..<segment.start + length)
            guard !part.isEmpty else { continue }
            let path = path(of: segment, partial.id)
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BlobError("open", path: path) }
            let file = BlobFile(owning: descriptor, size: length)
            var position = part.lowerBound - segment.start
            while position < part.upperBound - segment.start {
                let piece = try file.read(at: position, count: min(1 << 20, part.upperBound - segment.start - position))
                guard !piece.isEmpty else { throw BlobError(.inputOutput, detail: "\(path) is shorter than was acknowledged") }
                try body(piece)
                position += piece.count
            }
        }
    }

    /// Nil if the file system has no hard links.
    private func link(
        _ segment: PartialBlob.Segment, of partial: PartialBlob, digest: [UInt8]
    ) throws(BlobError) -> StoredBlob? {
        guard let digest = ContentDigest(bytes: digest) else { throw BlobError(.inputOutput, detail: "the digest is not whole") }
        let source = path(of: segment, partial.id)
        var status = stat()
        guard stat(source, &status) == 0 else { throw BlobError("stat", path: source) }
        guard Int(status.st_size) == partial.count else { return nil }
        let key = partial.space.key(digest)
        let destination = path(of: key)
        let folder = "\(root)/\(partial.space)"
        let parents = try Folder.makeLater(folder)
        if Glibc.link(source, destination) != 0 {
            guard errno == EEXIST else {
                if [EPERM, EOPNOTSUPP, EMLINK, EXDEV].contains(errno) { return nil }
                throw BlobError("link", path: destination)
            }
            // The same bytes are there: they are touched, so that nobody erases them now.
            guard utimensat(AT_FDCWD, destination, nil, 0) == 0 else { return nil }
        }
        for changed in [folder] + parents { try Folder.synchronize(changed) }
        return StoredBlob(key: key, size: partial.count)
    }

    /// Copies the bytes into a new file, and only if they are the acknowledged ones.
    private func copy(_ partial: PartialBlob) async throws(BlobError) -> StoredBlob {
        let copy = try await writer(in: partial.space)
        do throws(BlobError) {
            var digest = ResumableSHA256()
            while digest.count < partial.count {
                let piece = try await read(partial, at: digest.count, count: 4 << 20)
                guard !piece.isEmpty else { throw Self.unsound }
                digest.update(piece)
                try await copy.append(piece)
            }
            if let acknowledged = partial.digestState.flatMap(ResumableSHA256.init(state:)), acknowledged.count == partial.count,
                acknowledged.digest != digest.digest
            {
                throw BlobError(.inputOutput, detail: "the bytes of the upload are not those that were acknowledged")
            }
            return try await copy.finish()
        } catch {
            await copy.abort()
            throw error
        }
    }
}
