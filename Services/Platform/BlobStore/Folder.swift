import Glibc

/// Folders whose existence is as durable as the files in them.
enum Folder {
    /// Makes a folder and those above it.
    static func make(_ path: String) throws(BlobError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw BlobError("mkdir", path: path)
        }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw BlobError("mkdir", path: path) }
        try synchronize(String(path[..<slash]))
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
