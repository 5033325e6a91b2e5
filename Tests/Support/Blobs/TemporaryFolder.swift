import Glibc

/// A folder of one test, removed with everything in it when its owner goes.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init(_ purpose: String = "test") throws {
        var template = Array("\(Self.parent)/docket-\(purpose)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw TemporaryFolderError(detail: "mkdtemp: \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
    }

    deinit { Self.remove(path) }

    private static var parent: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name != ".", name != ".." else { continue }
                let inner = "\(path)/\(name)"
                var status = stat()
                guard lstat(inner, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR { remove(inner) } else { unlink(inner) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}

public struct TemporaryFolderError: Error {
    public let detail: String
}
