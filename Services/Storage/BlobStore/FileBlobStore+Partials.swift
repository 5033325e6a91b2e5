import Crypto
import EventLoop
import Glibc
import Shared

/// Partial blobs as files: one for each segment, in a folder that readers never see.
extension FileBlobStore {
    var partials: String { "\(root)/.partial" }

    private func path(of segment: PartialBlob.Segment, _ id: UploadID) -> String { "\(partials)/\(id)-\(segment.epoch)" }

    public func writer(of partial: PartialBlob) async throws(BlobError) -> any PartialBlobWriter {
        guard partial.isSound, let segment = partial.segments.last else { throw Self.unsound }
        return try await blocking { () throws(BlobError) in
            let digest = partial.isDigested ? try self.digest(of: partial) : ResumableSHA256()
            let path = self.path(of: segment, partial.id)
            let isNew = partial.count == segment.start
            if !isNew { try self.detach(path, keeping: partial.count - segment.start) }
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
                    path: path, owning: descriptor, pool: self.pool, start: segment.start, count: partial.count, digest: digest,
                    isDigesting: partial.isDigested))
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

    public func finish(_ partial: PartialBlob, isSettled: Bool, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        guard partial.isSound else { throw Self.unsound }
        // A second name for the file costs nothing; but only if nobody can write to it any more.
        let extents = partial.extents
        if isSettled, extents.count == 1, let name = Self.name(of: partial, with: end) {
            let linked = try await blocking { () throws(BlobError) in
                try self.link(extents[0].segment, of: partial, as: name, with: end?.bytes ?? [])
            }
            if let linked { return linked }
        }
        return try await copy(partial, with: end)
    }

    /// Nil if its digest must be computed.
    private static func name(of partial: PartialBlob, with end: PartialEnd?) -> BlobKey? {
        if let end { return partial.space.key(end.name, isKeyed: true) }
        guard let state = partial.digestState.flatMap(ResumableSHA256.init(state:)), state.count == partial.count else {
            return nil
        }
        return ContentDigest(bytes: state.digest).map { partial.space.key($0) }
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

    /// Gives the segment a file of its own, if its file is a blob already: what was made a blob never changes, even if nobody has
    /// learnt of it.
    private func detach(_ path: String, keeping count: Int) throws(BlobError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_nlink > 1 else { return }
        let source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw BlobError("open", path: path) }
        let blob = BlobFile(owning: source, size: Int(status.st_size))
        let aside = "\(incoming)/detached-\(getpid())-\(UInt64.random(in: .min ... .max))"
        let copy = OwnedDescriptor(Glibc.open(aside, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600))
        guard copy.number >= 0 else { throw BlobError("create", path: aside) }
        var done = 0
        while done < count {
            let piece = try blob.read(at: done, count: min(1 << 20, count - done))
            guard !piece.isEmpty else { throw BlobError(.inputOutput, detail: "\(path) is shorter than was acknowledged") }
            try copy.write(piece, at: done, path: aside)
            done += piece.count
        }
        guard fsync(copy.number) == 0 else { throw BlobError("fsync", path: aside) }
        guard rename(aside, path) == 0 else { throw BlobError("rename", path: path) }
        try Folder.synchronize(partials)
    }

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

    /// Nil if the file system has no hard links, or the file holds something else.
    private func link(
        _ segment: PartialBlob.Segment, of partial: PartialBlob, as key: BlobKey, with end: [UInt8]
    ) throws(BlobError) -> StoredBlob? {
        let source = path(of: segment, partial.id)
        guard try append(end, to: source, behind: partial.count) else { return nil }
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
        return StoredBlob(key: key, size: partial.count + end.count)
    }

    /// Puts the end durably behind the file's `count` bytes. False if the file has other bytes.
    ///
    /// Another process may do so at the same time: both write the same bytes.
    private func append(_ end: [UInt8], to path: String, behind count: Int) throws(BlobError) -> Bool {
        let file = OwnedDescriptor(Glibc.open(path, O_RDWR | O_CLOEXEC))
        guard file.number >= 0 else { throw BlobError("open", path: path) }
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw BlobError("fstat", path: path) }
        // With its end it was made a file of before.
        guard [count, count + end.count].contains(Int(status.st_size)) else { return false }
        guard !end.isEmpty else { return true }
        try file.write(end, at: count, path: path)
        guard fdatasync(file.number) == 0 else { throw BlobError("fdatasync", path: path) }
        return true
    }

    /// Copies the bytes into a new file, and only if they are the acknowledged ones.
    private func copy(_ partial: PartialBlob, with end: PartialEnd?) async throws(BlobError) -> StoredBlob {
        let copy = try await writer(in: partial.space, named: end == nil ? .byContent : .byWriter)
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
            if let end { try await copy.append(end.bytes) }
            return try await copy.finish(as: end?.name)
        } catch {
            await copy.abort()
            throw error
        }
    }
}
