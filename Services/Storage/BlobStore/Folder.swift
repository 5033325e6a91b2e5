import Glibc

/// Folders that are as durable as the files in them.
enum Folder {
    /// Creates a folder and its parents durably.
    static func make(_ path: String) throws(BlobError) {
        for parent in try makeLater(path) { try synchronize(parent) }
    }

    /// Creates a folder and its parents. Returns the folders that must be synced to make that durable, the lowest first.
    ///
    /// A caller with another sync does these after it: one commit of the file system's journal covers all of them.
    static func makeLater(_ path: String) throws(BlobError) -> [String] {
        let parent = path.lastIndex(of: "/").flatMap { $0 == path.startIndex ? nil : String(path[..<$0]) }
        if mkdir(path, 0o700) == 0 { return parent.map { [$0] } ?? [] }
        if errno == EEXIST { return [] }
        guard errno == ENOENT, let parent else { throw BlobError("mkdir", path: path) }
        let above = try makeLater(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw BlobError("mkdir", path: path) }
        return [parent] + above
    }

    /// Makes the entries of a folder durable.
    static func synchronize(_ path: String) throws(BlobError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BlobError("open", path: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw BlobError("fsync", path: path) }
    }

    /// The entries of a folder, without `.` and `..`.
    static func names(in path: String) throws(BlobError) -> [String] {
        guard let folder = opendir(path) else { throw BlobError("opendir", path: path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
