public import EventLoop
import Glibc

/// A folder of files that never change.
public struct WriteOnceFolder: WriteOnceStore {
    private let path: String
    private let pool: BlockingPool

    public init(_ path: String, pool: BlockingPool) {
        (self.path, self.pool) = (path, pool)
    }

    public func has(_ name: String) async throws(BlobError) -> Bool {
        let file = "\(path)/\(name)"
        return try await pool.blob { () throws(BlobError) in access(file, F_OK) == 0 }
    }

    public func keep(_ bytes: [UInt8], as name: String) async throws(BlobError) {
        let file = "\(path)/\(name)"
        try await pool.blob { () throws(BlobError) in
            guard access(file, F_OK) != 0 else { return }
            let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? path
            guard mkdir(folder, 0o750) == 0 || errno == EEXIST else { throw BlobError("mkdir", path: folder) }
            let new = "\(file).new"
            // Of a try that failed: nobody may write into it any more.
            unlink(new)
            try Self.write(bytes, to: new)
            guard rename(new, file) == 0 else { throw BlobError("rename", path: new) }
            try Folder.synchronize(folder)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(BlobError) {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o440)
        guard number >= 0 else { throw BlobError("create", path: path) }
        let descriptor = OwnedDescriptor(number)
        try descriptor.write(bytes, at: 0, path: path)
        guard fsync(descriptor.number) == 0 else { throw BlobError("fsync", path: path) }
    }
}
