public import EventLoop
import Glibc
import Shared

/// Blobs as files in one folder: `TENANT/SUBMISSION/DIGEST`. A file is written elsewhere, and then renamed.
public struct FileBlobStore: BlobStore {
    /// The folder, without a trailing slash.
    public let root: String
    let pool: BlockingPool

    /// Creates the folder if it is missing. Throws if it cannot be created or written.
    public init(root: String, pool: BlockingPool) throws(BlobError) {
        self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
        self.pool = pool
        try Folder.make(self.root)
        try Folder.make(incoming)
        try Folder.make(partials)
    }

    /// Unfinished files are in a separate folder, so that readers and listings never see them.
    var incoming: String { "\(root)/.incoming" }

    public func writer(in space: BlobSpace, named naming: BlobNaming) async throws(BlobError) -> any BlobWriter {
        try await blocking { () throws(BlobError) in try FileBlobWriter(store: self, space: space, naming: naming) }
    }

    public func open(_ key: BlobKey) async throws(BlobError) -> BlobFile {
        let path = path(of: key)
        return try await blocking { () throws(BlobError) in
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BlobError("open", path: path) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                let error = BlobError("fstat", path: path)
                close(descriptor)
                throw error
            }
            return BlobFile(owning: descriptor, size: Int(status.st_size))
        }
    }

    public func remove(_ key: BlobKey) async throws(BlobError) {
        let path = path(of: key)
        try await blocking { () throws(BlobError) in
            guard unlink(path) == 0 else {
                if errno == ENOENT { return }
                throw BlobError("unlink", path: path)
            }
            // What is gone does not come back when the power fails.
            try Folder.synchronize("\(root)/\(key.space)")
        }
    }

    public func eraseAll(in space: BlobSpace) async throws(BlobError) -> ErasedBlobs {
        let folder = "\(root)/\(space)"
        return try await blocking { () throws(BlobError) in
            var erased = ErasedBlobs()
            // A writer may put something there while it is emptied: then it is emptied once more.
            for _ in 0..<100 {
                guard access(folder, F_OK) == 0 else { return erased }
                for name in try Folder.names(in: folder) {
                    let path = "\(folder)/\(name)"
                    var status = stat()
                    let isKnown = lstat(path, &status) == 0
                    guard unlink(path) == 0 else {
                        if errno == ENOENT { continue }
                        throw BlobError("unlink", path: path)
                    }
                    erased.count += 1
                    if isKnown { erased.bytes += Int(status.st_size) }
                }
                if rmdir(folder) == 0 {
                    try Folder.synchronize(String(folder.dropLast(space.submission.description.count + 1)))
                    return erased
                }
                if errno == ENOENT { return erased }
                guard errno == ENOTEMPTY || errno == EEXIST else { throw BlobError("rmdir", path: folder) }
            }
            throw BlobError(.unavailable, detail: "\(folder) is written to again and again")
        }
    }

    public func blobs(in space: BlobSpace) async throws(BlobError) -> [BlobKey] {
        let folder = "\(root)/\(space)"
        return try await blocking { () throws(BlobError) in
            guard access(folder, F_OK) == 0 || errno != ENOENT else { return [] }
            return try Folder.names(in: folder).compactMap { space.key(named: $0[...]) }
        }
    }

    public func check() async throws(BlobError) {
        let incoming = incoming
        try await blocking { () throws(BlobError) in
            let path = "\(incoming)/check-\(getpid())-\(UInt64.random(in: .min ... .max))"
            let descriptor = Glibc.open(path, O_CREAT | O_WRONLY | O_CLOEXEC | O_EXCL, 0o600)
            guard descriptor >= 0 else { throw BlobError("create", path: path) }
            defer {
                close(descriptor)
                unlink(path)
            }
            guard write(descriptor, "docket", 6) == 6 else { throw BlobError("write", path: path) }
            // A disk that has room for a few bytes more has none for a page.
            let number = posix_fallocate(descriptor, 0, Self.reserve)
            guard [0, EINVAL, EOPNOTSUPP].contains(number) else { throw BlobError("reserve", path: path, errno: number) }
        }
    }

    /// The free space in bytes that the store needs to count as writable.
    private static let reserve: off_t = 1 << 20

    @discardableResult
    public func sweepIncoming(olderThan age: Duration) async throws(BlobError) -> Int {
        try await sweep(incoming, olderThan: age)
    }

    @discardableResult
    public func sweepPartials(olderThan age: Duration) async throws(BlobError) -> Int {
        try await sweep(partials, olderThan: age)
    }

    private func sweep(_ folder: String, olderThan age: Duration) async throws(BlobError) -> Int {
        try await blocking { () throws(BlobError) in
            let horizon = time(nil) - Int(clamping: age.components.seconds)
            var removed = 0
            for name in try Folder.names(in: folder) {
                let path = "\(folder)/\(name)"
                var status = stat()
                // Another process may finish or sweep it at the same time: what is gone is no concern of ours.
                guard lstat(path, &status) == 0, status.st_mtim.tv_sec < horizon, unlink(path) == 0 else { continue }
                removed += 1
            }
            return removed
        }
    }

    func path(of key: BlobKey) -> String { "\(root)/\(key)" }

    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(BlobError) -> Value
    ) async throws(BlobError) -> Value { try await pool.blob(body) }
}
